import { readFileSync } from 'node:fs';
import type { Services } from '../../../src/app/services.ts';
import { client, type TestApp } from '../../app/test-app.ts';

export const NAME = 'The Salt Roads';

/** Everything that a player must never read. */
export const SECRETS = [
  'the drowned king',
  'Orsk is the traitor',
  'sells the maps',
  'a false floor',
  'Malvane',
];

/** A campaign with every kind of thing, secrets, a removed entity and two branches. */
export async function aCampaign(services: Services, turns = 6, name = NAME) {
  const me = client('/repos/table');
  const campaign = name;
  const save = (kind: Parameters<Services['saveEntity']>[1]['kind'], called: string, more: object = {}) =>
    services.saveEntity(me, { campaign, kind, name: called, ...more });
  await services.saveCampaign(me, { name, description: 'Salt, maps\n# and a king.', dm_name: 'Ada' });
  await save('character', 'Mira', {
    fields: {
      classes: [{ name: 'Rogue', level: 3 }],
      hit_points: { current: 12, max: 12, temporary: 2 },
      player: 'Ann',
      secret_notes: 'I stole the seal.',
      slots: { 1: { current: 2, max: 2 } },
    },
  });
  await save('character', 'Borin', { fields: { hit_points: { current: 20, max: 20, temporary: 0 } } });
  await save('npc', 'Orsk', { fields: { known: 'A guide.', truth: 'Orsk is the traitor' } });
  await save('npc', 'Malvane', { visibility: 'dm_only', fields: { truth: 'the drowned king' } });
  await save('location', 'The Mill', { fields: { description: 'Old.', secret: 'a false floor' } });
  await save('quest', 'Find the map', {
    fields: {
      giver: 'Malvane',
      objectives: [{ text: 'Ask Orsk', is_done: false }],
      secret: 'sells the maps',
    },
  });
  await save('item', 'Seal', {
    visibility: 'private',
    private_to: ['Mira'],
    fields: { description: 'Wax.' },
  });
  await save('faction', 'Salters');
  await save('thread', 'Who rang the bell?');
  await save('npc', 'Nobody');
  await save('npc', 'Nobody', { remove: true });
  for (let turn = 1; turn <= turns; turn += 1) {
    await services.playerAction(me, {
      campaign,
      character_name: turn % 2 === 0 ? 'Borin' : 'Mira',
      action: `I go on, ${turn}.`,
      narration: `The road bends.\n${turn}`,
      rolls: [{ notation: '1d20+3', total: 15, detail: '[12] + 3', label: 'Perception' }],
      changes: [
        { kind: 'hit_points', character: 'Mira', delta: turn % 2 === 0 ? 1 : -1 },
        ...(turn === 2
          ? [
              { kind: 'place' as const, location: 'The Mill' },
              { kind: 'quest' as const, quest: 'Find the map', objective_done: 'Ask Orsk' },
              { kind: 'flag' as const, name: 'Malvane watches', value: true, visibility: 'dm_only' as const },
            ]
          : []),
        ...(turn === 3 ? [{ kind: 'thread' as const, thread: 'A new sail', status: 'open' as const }] : []),
      ],
    });
  }
  await services.playerAction(me, {
    campaign,
    action: 'Malvane counts his coins.',
    visibility: 'dm_only',
    changes: [{ kind: 'flag', name: 'Malvane is rich', value: 3 }],
  });
  await services.playerAction(me, {
    campaign,
    action: 'I hide the seal.',
    visibility: 'private',
    private_to: ['Mira'],
  });
  await services.rewindSession(me, { campaign, to_turn: 3, reason: 'a roll was wrong' });
  await services.addEvent(me, { campaign, event_type: 'world', description: 'Snow.', title: 'Snow' });
  await services.playerAction(me, { campaign, action: 'I turn back.', character_name: 'Mira' });
  return me;
}

export async function exportIn({ services, folder }: TestApp, as_player?: boolean | string) {
  const made = await services.exportCampaign(client('/repos/table'), { campaign: NAME, folder, as_player });
  return {
    made,
    json: readFileSync(made.json_path, 'utf8'),
    markdown: readFileSync(made.markdown_path, 'utf8'),
  };
}
