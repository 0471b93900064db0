import { describe, expect, it } from 'vitest';
import { CAMPAIGN } from '../campaign/app/create-game.ts';
import { openSearchApp } from './search-app.ts';
import { client, handoffContent, minutes, statelessCaller } from './test-app.ts';

describe('sessions', () => {
  it('are found by their title, with the call that shows the session', async () => {
    const { services, hits } = openSearchApp();
    const { session } = await services.startSession(client('/repos/ledger', 'c-1'), {
      title: 'Lantern inventory',
    });
    const [hit, ...others] = await hits('lantern inventory');
    expect(others).toEqual([]);
    expect(hit).toMatchObject({
      kind: 'session',
      record: {
        id: session.session_id,
        type: 'session',
        session_id: session.session_id,
        content: 'Lantern inventory',
      },
      confidence: 'high',
      passage: '**Lantern** **inventory**',
    });
    expect(hit?.why).toContain('the title of a session');
    expect(hit?.rest).toContain(session.session_id);
  });

  it('are found by why they were closed and by their epitaph', async () => {
    const { services, hits } = openSearchApp();
    const caller = client('/repos/ledger', 'c-1');
    const { session } = await services.startSession(caller, {});
    await services.endSession(caller, { mode: 'end', content: handoffContent({ checkpoint: 'Half done.' }) });
    await services.closeSession(caller, {
      session_id: session.session_id,
      reason: 'The lantern contract was cancelled.',
      epitaph: 'It taught us about tallow.',
      succession_policy: 'closed_without_successor',
    });
    for (const query of ['why was the lantern contract cancelled?', 'tallow']) {
      const [hit] = await hits(query);
      expect(hit, query).toMatchObject({ kind: 'turn', record: { session_id: session.session_id } });
      expect(hit?.why).toContain('how a session was closed');
    }
  });
});

describe('entities of a game', () => {
  async function aTable() {
    const at = openSearchApp();
    const { services, caller } = at;
    await services.startSession(statelessCaller(), {});
    const { campaign: saved } = await services.saveCampaign(caller, { name: CAMPAIGN, description: 'D.' });
    const save = (
      kind: 'npc' | 'quest' | 'location',
      name: string,
      fields: Record<string, unknown>,
      more = {},
    ) => services.saveEntity(caller, { campaign: CAMPAIGN, kind, name, fields, ...more });
    return { ...at, save, campaignId: saved.id, inside: { project: CAMPAIGN } };
  }

  it('are found by name and by what is known, with the section that shows them', async () => {
    const { save, hits, inside, campaignId } = await aTable();
    const { entity } = await save('npc', 'Grimbold', { known: 'He sells lanterns at the ford.' });
    await save('quest', 'The Lost Mill', { description: 'Find the mill.', giver: 'Old Tam' });
    for (const query of ['Grimbold', 'who sells lanterns?']) {
      const [hit] = await hits(query, inside);
      expect(hit, query).toMatchObject({
        kind: 'entity',
        record: { id: entity.id, type: 'npc', subject: 'Grimbold' },
      });
      expect(hit?.why).toContain('part of the game');
      expect(hit?.rest).toContain('npcs');
      expect(hit?.rest).toContain(campaignId);
    }
    expect((await hits('Lost Mill', inside)).map(({ record }) => record.type)).toEqual(['quest']);
  });

  it('are found by a former name, and not once they are removed', async () => {
    const { save, services, caller, hits, inside } = await aTable();
    const { entity } = await save('npc', 'The Hooded Stranger', {});
    await save('npc', 'Grimbold', {}, { id: entity.id });
    const [hit] = await hits('hooded stranger', inside);
    expect(hit?.record).toMatchObject({ id: entity.id, subject: 'Grimbold' });
    await services.saveEntity(caller, { campaign: CAMPAIGN, kind: 'npc', id: entity.id, remove: true });
    expect(await hits('grimbold', { ...inside, min_score: 0 })).toEqual([]);
  });

  it('are found again as they were after a rewind', async () => {
    const { save, services, caller, hits, inside, pass } = await aTable();
    await save('npc', 'Grimbold', { known: 'He sells lanterns.' });
    pass(minutes(1));
    await services.playerAction(caller, {
      campaign: CAMPAIGN,
      action: 'We ask around.',
      changes: [{ kind: 'npc', npc: 'Grimbold', learned: 'He fears the tallow works.' }],
    });
    expect((await hits('who fears tallow?', inside)).map(({ kind }) => kind)).toContain('entity');
    await services.rewindSession(caller, { campaign: CAMPAIGN, to_turn: -1 });
    expect(await hits('tallow', { ...inside, min_score: 0 })).toEqual([]);
  });

  it('keep their secrets from a search over all projects', async () => {
    const { save, hits, inside } = await aTable();
    await save('npc', 'Grimbold', { known: 'He sells lanterns.', truth: 'He is a wyvern.' });
    await save('location', 'The Crypt', { description: 'Cold and wet.' }, { visibility: 'dm_only' });
    const everywhere = { project: '*', min_score: 0 };
    expect(await hits('wyvern', everywhere)).toEqual([]);
    expect(await hits('crypt', everywhere)).toEqual([]);
    expect((await hits('lanterns', everywhere)).map(({ kind }) => kind)).toEqual(['entity']);
    for (const query of ['wyvern', 'crypt']) {
      const [hit] = await hits(query, inside);
      expect(hit?.why, query).toContain('hidden from players');
    }
  });
});
