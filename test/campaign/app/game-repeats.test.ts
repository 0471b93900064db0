import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nextStep } from '../../../src/domain/next-step.ts';
import { client, hours, refusal, statelessCaller } from '../../app/test-app.ts';
import { BASE62, fake } from '../../support/fake-secret.ts';
import { aGame, CAMPAIGN, picture, refused } from './create-game.ts';

const STRIKE = {
  action: 'I strike.',
  character_name: 'Mira',
  context: 'The ogre is an illusion.',
  rolls: [{ notation: '1d20+2', label: 'Hit' }],
  changes: [
    { kind: 'hit_points' as const, character: 'Mira', delta: -3 },
    { kind: 'condition' as const, character: 'Mira', remove: ['prone'] },
  ],
  idempotency_key: 'turn-1',
};

describe('a turn under a key', () => {
  it('is one turn however often it is sent, and answers as the first time, whatever happened since', async () => {
    const game = await aGame();
    const first = await game.play({ ...STRIKE, expected_version: 2 });
    const { campaign: _, session: __, ...answer } = first;
    expect(first.notices).toHaveLength(1);
    await game.play({ action: 'I run.' });
    await game.services.rewindSession(game.caller, { campaign: CAMPAIGN, to_turn: 0 });
    game.pass(hours(40));
    const before = await picture(game);
    // As from a process that was started anew, and with the version as it is now.
    for (const again of [client(), statelessCaller(), game.caller]) {
      const input = { campaign: game.id, ...STRIKE, expected_version: before.campaign?.version };
      const repeated = await game.services.playerAction(again, input);
      expect(repeated).toMatchObject(answer);
      expect(repeated.session.id).toBe(first.session.id);
    }
    expect(await picture(game)).toEqual(before);
  });

  it('is played once by two who send it at the same time', async () => {
    const game = await aGame();
    const all = await Promise.all([1, 2, 3].map(() => game.play(STRIKE)));
    expect(new Set(all.map(({ eventId }) => eventId)).size).toBe(1);
    expect((await game.store.campaigns.find(game.id))?.turn).toBe(1);
  });

  it('is refused for another turn, event or session, and nothing is written', async () => {
    const game = await aGame();
    const { session } = await game.play(STRIKE);
    await game.services.startClaudmasterSession(game.caller, { campaign_name: CAMPAIGN });
    const elsewhere = await game.play({ action: 'In the next session.' });
    const before = await picture(game);
    for (const other of [
      { ...STRIKE, action: 'I strike again.' },
      { ...STRIKE, changes: [] },
      { ...STRIKE, visibility: 'dm_only' as const },
      { ...STRIKE, session_id: elsewhere.session.id },
    ])
      expect(await refusal(game.play(other))).toBe('conflict: idempotency_key_reused');
    const event = { event_type: 'world' as const, description: 'x', idempotency_key: 'turn-1' };
    const error = await refused(game.services.addEvent(game.caller, { campaign: CAMPAIGN, ...event }));
    expect([error.code, error.fields?.[0]?.field]).toEqual(['idempotency_key_reused', 'idempotency_key']);
    expect(error.hint).toMatch(/nothing was written/i);
    expect(await picture(game)).toEqual(before);
    expect((await game.play({ ...STRIKE, session_id: session.id })).turn).toBe(1);
  });

  it('is another in another campaign, and free again where the turn was refused', async () => {
    const game = await aGame();
    expect(await refusal(game.play({ ...STRIKE, character_name: 'Nobody' }))).toBe(
      'not_found: entity_not_found',
    );
    expect((await game.play(STRIKE)).turn).toBe(1);
    await game.services.saveCampaign(client(), { name: 'Other' });
    const there = await game.services.playerAction(client(), {
      campaign: 'Other',
      action: 'x',
      idempotency_key: 'turn-1',
    });
    expect(there.turn).toBe(1);
  });

  it('is known by a key that looks like a secret, and the key is nowhere in the store', async () => {
    const game = await aGame();
    const keys = [1, 2].map((seed) => `ghp_${fake(BASE62, 36, seed)}`);
    const play = (idempotency_key: string) =>
      game.play({ action: idempotency_key.slice(-1), idempotency_key });
    const turns = [];
    for (const key of [...keys, ...keys]) turns.push((await play(key)).turn);
    expect(turns).toEqual([1, 2, 1, 2]);
    const bytes = readdirSync(game.folder).map((name) => readFileSync(join(game.folder, name), 'latin1'));
    expect(bytes.join('')).toContain('campaign_keys');
    for (const key of keys) expect(bytes.join('')).not.toContain(key);
  });

  it('is refused where the key is none', async () => {
    const game = await aGame();
    for (const idempotency_key of [' ', 'a\u0000b', 'k'.repeat(501)])
      expect(await refusal(game.play({ ...STRIKE, idempotency_key }))).toMatch(/^invalid: /);
  });
});

describe('an event under a key', () => {
  it('is added once, with the same dice and the same result', async () => {
    const game = await aGame();
    const addNews = () =>
      game.services.addEvent(game.caller, {
        campaign: CAMPAIGN,
        event_type: 'world',
        description: 'Snow falls.',
        rolls: [{ notation: '2d6' }],
        idempotency_key: 'snow',
      });
    const first = await addNews();
    await game.play({ action: 'I shiver.' });
    const before = await picture(game);
    expect(await addNews()).toEqual(first);
    expect(await picture(game)).toEqual(before);
  });
});

describe('rewinding', () => {
  it('with a stale version is refused with the current version, and rewinds nothing', async () => {
    const game = await aGame();
    await game.play({ action: 'a' });
    const { version } = await game.play({ action: 'b' });
    const rewind = (expected_version: number) =>
      game.services.rewindSession(game.caller, { campaign: CAMPAIGN, to_turn: 0, expected_version });
    const error = await refused(rewind(version - 1));
    expect([error.code, error.allowed]).toEqual(['campaign_changed', [String(version)]]);
    expect((await rewind(version)).campaign.turn).toBe(0);
  });

  it('with no turn played says so, and otherwise which turns there are', async () => {
    const game = await aGame();
    const rewind = (to_turn: number, branch?: string) =>
      refused(game.services.rewindSession(game.caller, { campaign: CAMPAIGN, to_turn, branch }));
    for (const to_turn of [-1, 0, 3]) {
      const { code, message, hint, next } = await rewind(to_turn);
      expect(code).toBe('turn_out_of_range');
      expect(message).toBe('No turn was played yet, so there is none to go back to.');
      expect(hint).not.toMatch(/Pass/);
      expect(next).toEqual([
        nextStep('campaign.show', { campaign: game.id, section: 'branches' }),
        nextStep('game.update'),
        nextStep('entity.save'),
      ]);
    }
    await game.play({ action: 'a' });
    expect(await rewind(1)).toMatchObject({ message: 'The game is already at turn 1.' });
    expect((await rewind(-2)).message).toBe('Only 1 turn was played, so 2 cannot be undone.');
    expect((await rewind(4)).hint).toBe('Pass 0, or -1 to undo the last; nothing was changed.');
    await game.play({ action: 'b' });
    await game.play({ action: 'c' });
    expect(await rewind(7)).toMatchObject({
      message: 'There is no turn 7 to go back to; the last one is 3.',
      hint: 'Pass 0 to 2, or -1 to undo the last; nothing was changed.',
    });
    expect((await rewind(9, 'main')).hint).toMatch(/^Pass 0 to 3/);
  });
});
