import { describe, expect, it } from 'vitest';
import {
  ask,
  atTable,
  createCampaignWithEntities,
  type Facts,
  refusal,
} from '../../support/campaign-client.ts';
import { place } from '../../support/server.ts';

async function startSession(here = place()) {
  const client = await atTable(here);
  await createCampaignWithEntities(client);
  const { session } = await ask(client, 'start_claudmaster_session', { campaign_name: 'Bellwood' });
  return { client, session_id: session.session_id as string };
}

describe('turns over the wire', () => {
  it('have the importance that the game master gives them', async () => {
    const { client, session_id } = await startSession();
    await ask(client, 'player_action', { action: 'Mira finds the crown.', importance: 5, session_id });
    await ask(client, 'player_action', { action: 'Mira sleeps.', session_id });
    const { events } = await ask(client, 'get_events', { session_id });
    expect(events.map(({ importance }: Facts) => importance)).toEqual([3, 5]);
    const { events: great } = await ask(client, 'get_events', { session_id, min_importance: 5 });
    expect(great).toHaveLength(1);
    await client.close();
  });

  it('are answered alike when they are sent again, also by a process that was started since', async () => {
    const here = place();
    const { client, session_id } = await startSession(here);
    const args = {
      action: 'Mira knocks.',
      rolls: [{ notation: '3d6' }],
      changes: [
        { kind: 'hit_points', character: 'Mira', delta: 0 },
        { kind: 'flag', name: 'door', value: 'shut' },
      ],
      session_id,
      idempotency_key: 'knock',
    };
    const first = await ask(client, 'player_action', args);
    expect(first.applied.map(({ kind }: Facts) => kind)).toEqual(['flag', 'unchanged']);
    const event = { event_type: 'world', description: 'A dog barks.', session_id, idempotency_key: 'dog' };
    const added = await ask(client, 'add_event', event);
    await client.close();
    const later = await atTable(here);
    expect(await ask(later, 'player_action', args)).toEqual(first);
    expect(await ask(later, 'add_event', event)).toEqual(added);
    expect((await ask(later, 'get_events', { session_id })).events).toHaveLength(2);
    const other = await refusal(later, 'player_action', { ...args, action: 'Mira waits.' });
    expect(other).toMatchObject({ code: 'idempotency_key_reused', kind: 'conflict' });
  });

  it('resume a paused session and report it', async () => {
    const { client, session_id } = await startSession();
    await ask(client, 'end_claudmaster_session', { session_id });
    const turn = await ask(client, 'player_action', { action: 'Mira wakes.' });
    expect(turn).toMatchObject({ session_id, is_resumed: true });
    expect(turn.notices[0]).toMatch(/was paused; this turn resumed it/);
    expect((await ask(client, 'player_action', { action: 'Mira eats.' })).is_resumed).toBe(false);
  });

  it('are history by their number in the campaign, marked where they were taken back', async () => {
    const { client } = await startSession();
    for (const action of ['one', 'two']) await ask(client, 'player_action', { action });
    const { version } = await ask(client, 'update_game_state', { flags: { a: 1 } });
    const stale = await refusal(client, 'rewind_session', { to_turn: -1, expected_version: version - 1 });
    expect(stale.code).toBe('campaign_changed');
    await ask(client, 'rewind_session', { to_turn: -1, expected_version: version });
    await ask(client, 'player_action', { action: 'three' });
    const { recent_history } = await ask(client, 'get_session_state');
    expect(
      recent_history.map(({ turn, what, is_rewound = false }: Facts) => [turn, what, is_rewound]),
    ).toEqual([
      [1, 'one', false],
      [2, 'two', true],
      [2, 'three', false],
    ]);
  });

  it('keep flags by any name, and report every effect, however long', async () => {
    const { client } = await startSession();
    const long = 'Mira sings. '.repeat(8_000);
    const flag = { kind: 'flag', name: '__proto__', value: 'sung' };
    await ask(client, 'player_action', { action: long, narration: long, context: long, changes: [flag] });
    await ask(client, 'player_action', { action: 'Mira stops.' });
    const { game_state } = await ask(client, 'get_session_state');
    expect(Object.entries(game_state.flags)).toEqual([['__proto__', 'sung']]);
    const newest = await ask(client, 'get_events', {});
    expect(newest).toMatchObject({ events: [{ description: 'Mira stops.' }], remaining: 1 });
    const { events, remaining, next_cursor } = await ask(client, 'get_events', {
      cursor: newest.next_cursor,
    });
    expect([events.length, remaining, next_cursor]).toEqual([1, 0, null]);
    expect([events[0].description, events[0].narration, events[0].context]).toEqual([long, long, long]);
    const safe = await ask(client, 'get_events', { cursor: newest.next_cursor, as_player: true });
    expect(safe.events[0].context).toBeNull();
  });

  it('are rolled behind the screen where they should be', async () => {
    const { client, session_id } = await startSession();
    const roll = { notation: 'd20', label: 'Ambush', session_id };
    await ask(client, 'roll_dice', { ...roll, visibility: 'dm_only' });
    await ask(client, 'roll_dice', { ...roll, label: 'Hunch', visibility: 'private', private_to: ['Mira'] });
    const seen = async (as_player?: string | boolean) =>
      (await ask(client, 'get_events', { as_player })).events.map(({ rolls }: Facts) => rolls[0].label);
    expect(await seen()).toEqual(['Hunch', 'Ambush']);
    expect([await seen('Mira'), await seen(true)]).toEqual([['Hunch'], []]);
    expect(await refusal(client, 'roll_dice', { notation: '1d6kh5' })).toMatchObject({
      code: 'dice_notation_invalid',
      message: expect.stringContaining('rolls 1 die and would keep 5'),
    });
  });
});
