import { describe, expect, it } from 'vitest';
import { parseCampaignFile } from '../../../src/campaign/app/import/parse-campaign-file.ts';
import { ThroughlineError } from '../../../src/domain/error.ts';
import { exportNamed } from './campaign-file.ts';
import { aGame, CAMPAIGN } from './create-game.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests below damage it field by field.
type Anything = any;

async function fileOfFight(): Promise<Anything> {
  const game = await aGame();
  await game.save({ kind: 'character', name: 'Borin' });
  await game.save({ kind: 'npc', name: 'Orsk' });
  await game.play({
    action: 'We fight.',
    changes: [
      { kind: 'hit_points', character: 'Mira', delta: -4 },
      { kind: 'hit_points', character: 'Mira', delta: 1 },
      { kind: 'condition', character: 'Mira', add: ['Prone', 'dead'] },
      { kind: 'npc', npc: 'Orsk', status: 'dead' },
    ],
  });
  await game.play({
    action: 'A dream.',
    changes: [
      { kind: 'hit_points', character: 'Mira', delta: -1 },
      { kind: 'hit_points', character: 'Mira', delta: 1 },
      { kind: 'condition', character: 'Borin', add: ['afraid'] },
      { kind: 'condition', character: 'Borin', remove: ['Afraid'] },
    ],
  });
  await game.save({
    kind: 'character',
    name: 'Mira',
    fields: { hit_points: { current: 2, max: 12, temporary: 0 }, conditions: [] },
  });
  await game.services.rewindSession(game.caller, { campaign: CAMPAIGN, to_turn: 1 });
  await game.play({
    action: 'I rise.',
    changes: [
      { kind: 'condition', character: 'Mira', remove: ['dead'] },
      { kind: 'hit_points', character: 'Mira', set: 3 },
    ],
  });
  return JSON.parse((await exportNamed(game, CAMPAIGN)).json);
}

function placeOf(file: Anything): string {
  try {
    parseCampaignFile(JSON.stringify(file));
    return 'accepted';
  } catch (error) {
    if (!(error instanceof ThroughlineError)) throw error;
    return String(error.fields?.[0]?.field);
  }
}

describe('the effects of a turn in a file', () => {
  it('are accepted if they equal the patches, also if a turn undid its own change or its branch was left', async () => {
    expect(placeOf(await fileOfFight())).toBe('accepted');
  });

  const cases: readonly [string, (effects: Anything, events: Anything) => void][] = [
    ['events[0].effects[1].to', ([, second]) => (second.to = 9)],
    ['events[0].effects[1].from', ([first]) => (first.to = 3)],
    ['events[0].effects[2].who', ([, , death]) => (death.who = 'Borin')],
    ['events[0].effects[2].who', ([, , death]) => (death.who = 'Nobody')],
    ['events[0].effects[3].added', ([, , , condition]) => (condition.added = ['blinded'])],
    ['events[0].effects[4].status', ([, , , , npc]) => (npc.status = 'missing')],
    ['events[1].effects[1].to', (_, [, dream]) => (dream.effects[1].to = 1)],
  ];

  it.each(cases)('are refused at %s if they differ', async (place, damage) => {
    const file = await fileOfFight();
    damage(file.events[0].effects, file.events);
    expect(placeOf(file)).toBe(place);
  });
});
