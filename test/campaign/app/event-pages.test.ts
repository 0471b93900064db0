import { describe, expect, it, vi } from 'vitest';
import type { GetEventsInput } from '../../../src/campaign/app/get-events.ts';
import { Connection } from '../../../src/storage/sqlite/connection.ts';
import { refusal } from '../../app/test-app.ts';
import { aGame, CAMPAIGN, type Game } from './create-game.ts';

async function pagesOf({ services, caller }: Game, input: Omit<GetEventsInput, 'campaign'>) {
  const pages: Awaited<ReturnType<Game['services']['getEvents']>>[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await services.getEvents(caller, { campaign: CAMPAIGN, ...input, cursor });
    pages.push(page);
    if (page.next_cursor === null) return pages;
    cursor = page.next_cursor;
  }
}

const summarize = (pages: Awaited<ReturnType<typeof pagesOf>>) =>
  pages.map(({ events, remaining }) => [events.map(({ description }) => description), remaining]);

/** How many rows the store gave out. */
async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  let rows = 0;
  const { all } = Connection.prototype;
  const spy = vi.spyOn(Connection.prototype, 'all').mockImplementation(function (
    this: Connection,
    ...given: Parameters<typeof all>
  ) {
    const found = all.apply(this, given);
    rows += found.length;
    return found;
  });
  await work();
  spy.mockRestore();
  return rows;
}

describe('a page of events', () => {
  it('counts what is beyond it, across branches, for each filter and for each reader', async () => {
    const game = await aGame();
    for (const action of ['1', '2', '3']) await game.play({ action });
    await game.services.rewindSession(game.caller, { campaign: CAMPAIGN, to_turn: 2 });
    await game.services.addEvent(game.caller, { campaign: CAMPAIGN, event_type: 'world', description: '2½' });
    await game.play({ action: 'hers', private_to: ['Mira'] });
    await game.play({ action: 'secret', visibility: 'dm_only' });
    await game.play({ action: '5', changes: [{ kind: 'combat' }] });
    expect(summarize(await pagesOf(game, { limit: 2 }))).toEqual([
      [['5', 'secret'], 4],
      [['hers', '2½'], 2],
      [['2', '1'], 0],
    ]);
    expect(summarize(await pagesOf(game, { limit: 2, as_player: true }))).toEqual([
      [['5', '2½'], 2],
      [['2', '1'], 0],
    ]);
    expect(summarize(await pagesOf(game, { limit: 3, as_player: 'Mira' }))).toEqual([
      [['5', 'hers', '2½'], 2],
      [['2', '1'], 0],
    ]);
    expect(summarize(await pagesOf(game, { event_type: 'world' }))).toEqual([[['2½'], 0]]);
    expect(summarize(await pagesOf(game, { min_importance: 4 }))).toEqual([[[], 0]]);
    const session_id = game.caller.connection?.sessionId ?? '';
    expect(summarize(await pagesOf(game, { limit: 5, session_id }))).toEqual([
      [['5', 'secret', 'hers', '2½', '2'], 1],
      [['1'], 0],
    ]);
    expect(summarize(await pagesOf(game, { limit: 1, search: '2' }))).toEqual([
      [['2½'], 1],
      [['2'], 0],
    ]);
  });

  it('finds words in quotes, and what the narrator kept, but not for players', async () => {
    const game = await aGame();
    await game.play({ action: 'She says "halt" and\tstops.', context: 'Orsk listens.' });
    const found = async (input: Omit<GetEventsInput, 'campaign'>) =>
      (await pagesOf(game, input))[0]?.events.length;
    expect(await found({ search: '"HALT" stops' })).toBe(1);
    expect(await found({ search: 'orsk' })).toBe(1);
    expect(await found({ search: 'orsk', as_player: true })).toBe(0);
  });

  it('holds the event whose id is searched for, unless the player may not see it', async () => {
    const game = await aGame();
    await game.play({ action: 'first' });
    const { eventId } = await game.play({ action: 'secret', visibility: 'dm_only' });
    expect(summarize(await pagesOf(game, { search: eventId }))).toEqual([[['secret'], 0]]);
    expect(summarize(await pagesOf(game, { search: eventId, as_player: true }))).toEqual([[[], 0]]);
    expect(summarize(await pagesOf(game, { search: eventId.slice(4) }))).toEqual([[[], 0]]);
  });

  it('is ended by one that is larger than a page, which comes alone', async () => {
    const game = await aGame();
    const long = 'x'.repeat(90_000);
    for (const action of ['first', long, 'last']) await game.play({ action, narration: 'n' });
    expect(summarize(await pagesOf(game, {}))).toEqual([
      [['last'], 2],
      [[long], 1],
      [['first'], 0],
    ]);
  });

  it('reads no more than it shows, however much was played before', async () => {
    const game = await aGame();
    const page = (more: object = {}) =>
      rowsRead(() => game.services.getEvents(game.caller, { campaign: CAMPAIGN, limit: 5, ...more }));
    for (let turn = 1; turn <= 12; turn += 1) await game.play({ action: `${turn}` });
    const [first, safe] = [await page(), await page({ as_player: 'Mira' })];
    for (let turn = 13; turn <= 60; turn += 1) await game.play({ action: `${turn}` });
    expect(await page()).toBe(first);
    expect(await page({ as_player: 'Mira' })).toBe(safe);
    const { next_cursor } = await game.services.getEvents(game.caller, { campaign: CAMPAIGN, limit: 50 });
    expect(await page({ cursor: next_cursor })).toBe(first);
  });

  it.each(['x', 'WzFd', Buffer.from('[1,"a"]').toString('base64url')])(
    'is not turned with the cursor %s',
    async (cursor) => {
      const game = await aGame();
      const asked = game.services.getEvents(game.caller, { campaign: CAMPAIGN, cursor });
      expect(await refusal(asked)).toBe('invalid: cursor_invalid');
    },
  );
});

describe('a recap', () => {
  it('of one session reads the events of that session only', async () => {
    const game = await aGame();
    const playSession = async () => {
      const { session } = await game.services.startClaudmasterSession(game.caller, {
        campaign_name: CAMPAIGN,
      });
      for (let turn = 0; turn < 8; turn += 1) await game.play({ action: `I walk on, ${turn}.` });
      return session.session_id;
    };
    const recap = (session_id: string) =>
      rowsRead(() => game.services.recapSession(game.caller, { campaign: CAMPAIGN, session_id }));
    const rows = await recap(await playSession());
    for (let count = 0; count < 4; count += 1) await playSession();
    expect(await recap(await playSession())).toBe(rows);
  });

  it('of a long campaign includes the last events and earlier important ones, and counts the others', async () => {
    const game = await aGame();
    const add = (description: string, importance = 3, more: object = {}) =>
      game.services.addEvent(game.caller, {
        campaign: CAMPAIGN,
        event_type: 'world',
        description,
        importance,
        ...more,
      });
    await add('The old king fell.', 5);
    await add('The heir was born.', 5, { visibility: 'dm_only' });
    for (let index = 0; index < 540; index += 1) await add(`A quiet day, number ${index}.`, 1);
    const read = async (more: object = {}) =>
      game.services.recapSession(game.caller, { campaign: CAMPAIGN, length: 'detailed', ...more });
    const all = await read();
    expect(all.text).toContain('The old king fell.');
    const cited = new Set(all.beats.flatMap(({ events }) => events)).size;
    expect(all.leftOut).toBe(542 - cited);
    const safe = await read({ player_safe: true });
    expect(safe.leftOut).toBe(541 - new Set(safe.beats.flatMap(({ events }) => events)).size);
    expect(await rowsRead(() => read())).toBeLessThan(530);
  });
});
