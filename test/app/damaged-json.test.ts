import { describe, expect, it } from 'vitest';
import { DAMAGED_TEXT } from '../../src/domain/damage.ts';
import { nextStep } from '../../src/domain/next-step.ts';
import { aCampaign, NAME } from '../campaign/app/create-campaign.ts';
import { refused } from '../campaign/app/create-game.ts';
import { alterStore, unreadableIn } from './damage.ts';
import { client, handoffContent, openTestApp, statelessCaller } from './test-app.ts';

const BROKEN = ['{', '[1', '"x"'];

describe.each(['tags', 'aliases', 'supersedes'])('a record whose %s cannot be read', (column) => {
  it.each(BROKEN)(
    'as with %s is found and listed with the others, and named by the doctor',
    async (broken) => {
      const app = openTestApp();
      const { record } = await app.services.storeMemory(client(), { content: 'The lens is red.' });
      await app.services.storeMemory(client(), { content: 'The lens is old.' });
      alterStore(app, `UPDATE records SET ${column} = ? WHERE id = ?`, broken, record.id);
      for (const project of [undefined, '*']) {
        const { results } = await app.services.searchMemory(statelessCaller(), {
          query: 'lens',
          project,
          min_score: 0,
        });
        expect(results.map((hit) => hit.record.content).sort()).toEqual([
          'The lens is old.',
          'The lens is red.',
        ]);
      }
      expect(
        (await app.services.listMemories(statelessCaller(), { ids: [record.id] })).memories,
      ).toHaveLength(1);
      expect(unreadableIn(app)).toEqual([`record ${record.id}: ${column}`]);
    },
  );
});

it('searches and deletes a record although an earlier version is unreadable', async () => {
  const app = openTestApp();
  const { record } = await app.services.storeMemory(client(), { content: 'The lens is red.' });
  await app.services.updateMemory(client(), { id: record.id, content: 'The lens is blue.' });
  alterStore(app, "UPDATE record_versions SET body = '{'");
  const { results } = await app.services.searchMemory(statelessCaller(), { query: 'red lens', min_score: 0 });
  expect(results.map((hit) => hit.record.id)).toEqual([record.id]);
  const at = app.now();
  await app.services.searchMemory(statelessCaller(), { query: 'lens', as_of: at, min_score: 0 });
  expect(unreadableIn(app)).toEqual([`earlier version ${record.id} version 1: body`]);
  const stored = (await app.store.records.findAll([record.id]))[0];
  if (stored === undefined) throw new Error('the record is gone');
  await app.store.ledger.commit([{ kind: 'forget', record: stored, at }]);
  expect(await app.store.records.findAll([record.id])).toEqual([]);
});

it.each(BROKEN)(
  'a handoff with %s as its body is answered again, and named by the doctor',
  async (broken) => {
    const app = openTestApp();
    const end = () =>
      app.services.endSession(client(), { mode: 'end', content: handoffContent(), idempotency_key: 'one' });
    const { session } = await end();
    alterStore(app, 'UPDATE handoffs SET body = ?', broken);
    expect((await end()).session.id).toBe(session.id);
    expect(unreadableIn(app)).toEqual([expect.stringMatching(/^handoff hnd_\w+: body$/)]);
  },
);

describe('a campaign', () => {
  async function played() {
    const app = openTestApp();
    const me = await aCampaign(app.services);
    const readAll = async () =>
      JSON.stringify([
        await app.services.getCampaign(me, { campaign: NAME }),
        await app.services.getCampaign(me, { campaign: NAME, as_player: 'Mira' }),
        await app.services.getEvents(me, { campaign: NAME }),
        await app.services.getEvents(me, { campaign: NAME, as_player: 'Mira' }),
        await app.services.recapSession(me, { campaign: NAME }),
        await app.services.searchMemory(me, { query: 'road snow', project: '*', min_score: 0 }),
      ]);
    return { app, me, readAll };
  }

  it.each([
    ['campaigns', 'body', 'TRUE', /^campaign \w+: body$/, true],
    ['campaigns', 'state', 'TRUE', /^campaign \w+: state$/, false],
    ['entities', 'fields', "name = 'Mira'", /^entity ent_\w+: fields$/, false],
    ['entities', 'private_to', "name = 'Seal'", /^entity ent_\w+: private_to$/, false],
    [
      'campaign_events',
      'body',
      "json_extract(body, '$.title') = 'Snow'",
      /^campaign event evt_\w+: body$/,
      true,
    ],
    ['campaign_patches', 'before', 'given_up IS NULL', /^campaign change .*: before$/, false],
    ['campaign_patches', 'after', 'turn = 2', /^campaign change .*: after$/, false],
  ])('with a damaged value in %s.%s is read all the same', async (table, column, where, named, isMarked) => {
    const { app, readAll } = await played();
    alterStore(app, `UPDATE ${table} SET ${column} = '{' WHERE ${where}`);
    const all = await readAll();
    for (const other of ['Borin', 'I turn back.', 'The Mill']) expect(all).toContain(other);
    if (isMarked) expect(all).toContain(DAMAGED_TEXT);
    const found = unreadableIn(app);
    expect(found.length).toBeGreaterThan(0);
    for (const one of found) expect(one).toMatch(named);
  });

  it('shows a private event whose body is damaged to no player', async () => {
    const { app, me } = await played();
    alterStore(
      app,
      "UPDATE campaign_events SET body = '{', visibility = 'private' WHERE visibility = 'public'",
    );
    const { events } = await app.services.getEvents(me, { campaign: NAME, as_player: 'Mira' });
    expect(JSON.stringify(events)).not.toContain(DAMAGED_TEXT);
  });

  it('keeps the bytes of a damaged value that a turn does not change', async () => {
    const { app, me } = await played();
    alterStore(app, "UPDATE campaigns SET body = '{b', state = '{s'");
    alterStore(app, "UPDATE entities SET fields = '{f' WHERE name = 'Borin'");
    const before = unreadableIn(app);
    await app.services.playerAction(me, { campaign: NAME, character_name: 'Borin', action: 'I wait.' });
    expect(unreadableIn(app)).toEqual(before);
    await app.services.saveCampaign(me, { name: NAME, description: 'Salt.' });
    expect(unreadableIn(app).join()).not.toContain('body');
  });

  it('is not taken back across a turn whose changes are damaged', async () => {
    const { app, me } = await played();
    alterStore(app, "UPDATE campaign_patches SET before = '{' WHERE turn = 2");
    const rewind = () => app.services.rewindSession(me, { campaign: NAME, to_turn: 1 });
    expect(await refused(rewind())).toMatchObject({
      code: 'store_damaged',
      next: [nextStep('doctor.run')],
    });
  });

  it('answers a repeated turn whose kept answer is damaged', async () => {
    const { app, me } = await played();
    const play = () =>
      app.services.playerAction(me, { campaign: NAME, action: 'I wait.', idempotency_key: 'one' });
    const first = await play();
    alterStore(app, "UPDATE campaign_keys SET answer = '{'");
    expect(await play()).toMatchObject({ turn: first.turn, eventId: first.eventId, version: first.version });
    expect(unreadableIn(app)).toEqual([`campaign answer ${first.eventId}: answer`]);
  });
});
