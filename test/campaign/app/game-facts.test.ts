import { describe, expect, it } from 'vitest';
import { client, openTestApp, renderHint, renderNotices } from '../../app/test-app.ts';
import { BASE62, fake } from '../../support/fake-secret.ts';
import { aGame, CAMPAIGN, type Game, picture, refused } from './create-game.ts';

const eventsFor = async ({ services, caller }: Game, as_player?: boolean | string) =>
  (await services.getEvents(caller, { campaign: CAMPAIGN, as_player })).events;

describe('what the narrator keeps with a turn', () => {
  it('is read by the narrator, byte for byte, and by no player, not even the one who acted', async () => {
    const game = await aGame();
    const context = 'The door is a mimic. 扉\r\n  "wait"';
    await game.play({ action: 'I open it.', character_name: 'Mira', context, private_to: ['Mira'] });
    expect((await eventsFor(game))[0]?.context).toBe(context);
    expect((await eventsFor(game, 'Mira'))[0]).toMatchObject({ description: 'I open it.', context: null });
    for (const for_character of [undefined, 'Mira']) {
      const { text } = await game.services.recapSession(game.caller, { campaign: CAMPAIGN, for_character });
      expect(text).not.toContain('mimic');
    }
    const { state } = await game.services.getSessionState(game.caller, { detail_level: 'full' });
    expect(JSON.stringify(state)).not.toContain('mimic');
  });

  it('goes without its secrets', async () => {
    const game = await aGame();
    const secret = `ghp_${fake(BASE62, 36)}`;
    const { redacted } = await game.play({ action: 'x', context: `The key is ${secret}.` });
    expect(Object.values(redacted)).toEqual([1]);
    expect(JSON.stringify(await picture(game))).not.toContain(secret);
  });
});

describe('a change that changes nothing', () => {
  it('is reported as unchanged, in a turn that counts and has no effect for it', async () => {
    const game = await aGame();
    await game.services.updateGameState(game.caller, { campaign: CAMPAIGN, flags: { door: 'open' } });
    const played = await game.play({
      action: 'I try.',
      changes: [
        { kind: 'hit_points', character: 'Mira', delta: 0 },
        { kind: 'hit_points', character: 'Mira', delta: -1 },
        { kind: 'flag', name: 'door', value: 'open', visibility: 'dm_only' },
        { kind: 'condition', character: 'Mira', remove: ['prone'] },
      ],
    });
    expect(played).toMatchObject({ turn: 1, version: 4 });
    expect(played.applied).toMatchObject([
      { kind: 'hit_points', from: 10, to: 9 },
      { kind: 'unchanged', change: 'hit_points', field: 'changes[0]', visibility: 'public' },
      { kind: 'unchanged', change: 'flag', field: 'changes[2]', visibility: 'dm_only' },
      { kind: 'unchanged', change: 'condition', field: 'changes[3]', visibility: 'public' },
    ]);
    expect((await eventsFor(game))[0]?.effects).toMatchObject([{ kind: 'hit_points', from: 10, to: 9 }]);
  });
});

describe('flags with names that objects have', () => {
  it('are kept as they are, rewound, and touch nothing else', async () => {
    const game = await aGame();
    const NAMES = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty'];
    await game.play({ action: 'before' });
    await game.play({
      action: 'mark',
      changes: NAMES.map((name) => ({ kind: 'flag' as const, name, value: `x${name}` })),
    });
    const flags = async () => (await game.store.campaigns.find(game.id))?.state.flags ?? {};
    const all = Object.fromEntries(NAMES.map((name) => [name, `x${name}`]));
    expect(JSON.stringify(await flags())).toBe(JSON.stringify(all));
    const { state } = await game.services.updateGameState(game.caller, {
      campaign: CAMPAIGN,
      flags: JSON.parse('{"__proto__": 2, "constructor": null}'),
    });
    expect(Object.entries(state.flags)).toEqual([
      ['__proto__', 2],
      ['prototype', 'xprototype'],
      ['hasOwnProperty', 'xhasOwnProperty'],
    ]);
    const game_state = (await game.services.getSessionState(game.caller, {})).state.game_state;
    expect(JSON.stringify(game_state)).toContain('"__proto__":2');
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    expect(Object.prototype).not.toHaveProperty('x__proto__');
    await game.services.rewindSession(game.caller, { campaign: CAMPAIGN, to_turn: 1 });
    expect(await flags()).toEqual({});
  });
});

describe('dice that not all may see', () => {
  it('are visible to the same audience as other events', async () => {
    const game = await aGame();
    await game.save({ kind: 'character', name: 'Borin' });
    const { session } = await game.services.startClaudmasterSession(game.caller, { campaign_name: CAMPAIGN });
    const roll = (label: string, more: object = {}) =>
      game.services.rollDice(game.caller, {
        notation: 'd20',
        label,
        session_id: session.session_id,
        ...more,
      });
    await roll('open');
    await roll('behind the screen', { visibility: 'dm_only' });
    await roll('stealth', { private_to: ['Mira'] });
    const labels = async (as_player?: boolean | string) =>
      (await eventsFor(game, as_player)).map(({ rolls }) => rolls[0]?.label).toReversed();
    expect(await labels()).toEqual(['open', 'behind the screen', 'stealth']);
    expect(await labels(true)).toEqual(['open']);
    expect(await labels('Mira')).toEqual(['open', 'stealth']);
    expect(await labels('Borin')).toEqual(['open']);
    const { code } = await refused(roll('x', { private_to: ['Nobody'] }));
    expect(code).toBe('entity_not_found');
  });
});

describe('a turn in a session that ended', () => {
  it('is refused with the step that starts the next session of the game', async () => {
    const game = await aGame();
    const { session } = await game.play({ action: 'a' });
    const first = await (await aGame()).play({ action: 'a' });
    expect(renderNotices(first.notices).join()).toContain(
      `end_claudmaster_session session_id=${first.session.id}`,
    );
    const at = { session_id: session.id };
    await game.services.endClaudmasterSession(game.caller, { ...at, mode: 'end' });
    const again = () => refused(game.services.playerAction(client(), { ...at, action: 'b' }));
    const call = `start_claudmaster_session campaign_name=${session.projectId} session_id=${session.id}`;
    expect(renderHint(await again())).toContain(call);
    await game.services.closeSession(game.caller, { ...at, response: 'full' } as never);
    expect(renderHint(await again())).toContain(call);
    const unknown = await refused(
      game.services.playerAction(client(), { session_id: 'ses_none', action: 'b' }),
    );
    expect(renderHint(unknown)).toContain('Call get_sessions, or start_session.');
    const next = await game.services.startClaudmasterSession(client(), { campaign_name: CAMPAIGN, ...at });
    expect(next.resolution.outcome).toBe('succeeded');
  });
});

describe('the report on a game that nobody has left yet', () => {
  it('does not say that nothing has been recorded', async () => {
    const game = await aGame();
    const { services, caller } = game;
    const started = await services.startClaudmasterSession(caller, { campaign_name: CAMPAIGN });
    for (const action of ['I look.', 'I listen.', 'I knock.']) await game.play({ action });
    const again = await services.startClaudmasterSession(caller, { campaign_name: CAMPAIGN, resume: true });
    const boot = await services.bootReport(caller, { project: game.id });
    for (const { report } of [started, again, boot]) {
      expect(report).not.toContain('Nothing has been recorded');
      expect(report).toContain('The game itself is kept in its campaign.');
    }
  });
});

describe('the report for a session that has only notes of its own', () => {
  it('does not say that nothing has been recorded', async () => {
    const app = openTestApp();
    const me = client();
    expect((await app.services.startSession(me, {})).report).toContain('Nothing has been recorded');
    await app.services.addSessionNote(me, { note: { summary: 'Half way.' } });
    const { report } = await app.services.bootReport(me, {});
    expect(report).not.toContain('Nothing has been recorded');
    expect(report).toContain('No session has stored anything for this report yet.');
  });
});
