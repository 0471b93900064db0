import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHookServices } from '../../src/app/hooks/hook-services.ts';
import { CAMPAIGN } from '../campaign/app/create-game.ts';
import { createRemoteDeps, hookOf, lostSessions, startOf, texts } from './remote-deps.ts';
import { client, decision, handoffContent } from './test-app.ts';

/** What an earlier session left, and a handoff that repeats, supersedes and resolves it. */
async function handedOver(count: number) {
  const { services, distant, expectTrips } = createRemoteDeps();
  const caller = client();
  await services.startSession(caller, {});
  const decisions = texts(count, 'Decision').map((text) => decision(text, [], `subject of ${text}`));
  await services.endSession(caller, {
    content: handoffContent({ checkpoint: 'Begun.', decisions, openLoops: texts(count, 'Loop') }),
    mode: 'end',
  });
  await services.startSession(caller, {});
  const { memories } = await services.listMemories(caller, { type: 'decision', limit: 5 });
  const content = handoffContent({
    checkpoint: 'Half done.',
    decisions: [
      ...texts(count, 'Another decision').map((text, index) =>
        decision(text, [], `subject of Decision ${index}.`),
      ),
      ...memories.map(({ id }, index) => decision(`Instead ${index}.`, [id])),
      decision('Decision 0.'),
    ],
    constraints: texts(count, 'Constraint'),
    resolvedLoops: texts(count, 'Loop'),
  });
  return { services, distant, caller, content, expectTrips };
}

/** A turn that hurts as many characters as there are changes, or the same one each time. */
async function damageParty(count: number, isSame: boolean) {
  const { services, expectTrips } = createRemoteDeps();
  const caller = client();
  await services.saveCampaign(caller, { name: CAMPAIGN, description: 'Dust.' });
  const names = texts(count, 'Guard').map((name) => (isSame ? 'Mira' : name));
  const fields = { hit_points: { current: 90, max: 90, temporary: 0 } };
  for (const name of new Set(names))
    await services.saveEntity(caller, { campaign: CAMPAIGN, kind: 'character', name, fields });
  const changes = names.map((character) => ({ kind: 'hit_points' as const, character, delta: -3 }));
  const turn = { campaign: CAMPAIGN, action: 'They climb the wall and fall.', changes };
  return { services, caller, turn, expectTrips };
}

// Time stands still: work that takes long pauses, and a pause parts calls that would have travelled together.
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

describe('round trips to the store', () => {
  it('end_session waits at most 15 times where a text was stored and resolved many times before', async () => {
    const { services, expectTrips } = createRemoteDeps();
    const caller = client();
    await services.startSession(caller, {});
    const content = (round: number) =>
      handoffContent({
        checkpoint: `Round ${round}.`,
        openLoops: ['again'],
        resolvedLoops: round === 0 ? [] : ['again'],
      });
    for (let round = 0; round < 24; round += 1)
      await services.endSession(caller, { content: content(round), mode: 'end' });
    await expectTrips('end_session', () =>
      services.endSession(caller, { content: content(24), mode: 'end' }),
    );
    const { memories } = await services.listMemories(caller, { type: 'open_loop', status: 'all' });
    expect(new Set(memories.map(({ id }) => id)).size).toBeGreaterThan(20);
  });

  it('end_session waits as often for 200 texts that look like ids as for 5, and at most 15 times', async () => {
    const used: number[] = [];
    for (const count of [5, 200]) {
      const { services, caller, content, expectTrips } = await handedOver(5);
      const ids = (type: string) =>
        Array.from({ length: count }, (_, index) => `${type}_${1_000_000 + index}`);
      const resolvedLoops = [...content.resolvedLoops, ...ids('ses'), ...ids('rec'), ...ids('prj')];
      used.push(
        await expectTrips('end_session', () =>
          services.endSession(caller, { content: { ...content, resolvedLoops }, mode: 'end' }),
        ),
      );
    }
    expect(used[1]).toBe(used[0]);
  });

  it('search_memory waits at most 12 times', async () => {
    const { services, caller, expectTrips } = await handedOver(20);
    const query = 'which decision did we take about the loop and the constraint';
    await expectTrips('search_memory', () => services.searchMemory(caller, { query }));
  });

  it('player_action waits as often for 20 changes as for 5, and at most 20 times', async () => {
    for (const isSame of [true, false]) {
      const used: number[] = [];
      for (const count of [1, 5, 20]) {
        const { services, caller, turn, expectTrips } = await damageParty(count, isSame);
        used.push(await expectTrips('player_action', () => services.playerAction(caller, turn)));
      }
      expect(new Set(used).size, `waited ${used} times`).toBe(1);
    }
  });

  it('player_action waits as often for 60 names that are new or of several kinds as for 3, and at most 20 times', async () => {
    const used: number[] = [];
    for (const count of [1, 20]) {
      const { services, caller, turn, expectTrips } = await damageParty(count, false);
      const changes = turn.changes.flatMap((change, index) => [
        change,
        { kind: 'thread' as const, thread: `Thread ${index}`, status: 'open' as const },
        { kind: 'place' as const, location: `Place ${index}` },
      ]);
      used.push(
        await expectTrips('player_action', () => services.playerAction(caller, { ...turn, changes })),
      );
    }
    expect(used[1]).toBe(used[0]);
  });

  it('the hook of a session start waits as often after 40 lost sessions as after 5, and at most 20 times', async () => {
    for (const isKilled of [true, false]) {
      const used: number[] = [];
      for (const count of [0, 5, 40]) {
        const { start, expectTrips } = await lostSessions(count, isKilled);
        used.push(await expectTrips('session_start', start));
      }
      expect(used[2], `waited ${used} times`).toBe(used[1]);
    }
  });

  it('start_session waits as often after 40 lost sessions as after 5, and at most 20 times', async () => {
    const used: number[] = [];
    for (const count of [5, 40]) {
      const { services, expectTrips } = await lostSessions(count, false);
      used.push(await expectTrips('start_session', () => services.startSession(client(), {})));
    }
    expect(used[1]).toBe(used[0]);
  });

  it('get_sessions waits as often for 60 sessions as for 5, and at most 12 times', async () => {
    const used: number[] = [];
    for (const count of [5, 60]) {
      const { services, expectTrips } = createRemoteDeps();
      const caller = client();
      for (const title of texts(count, 'Session')) {
        await services.startSession(caller, { title, resume: false });
        await services.endSession(caller, { content: handoffContent(), mode: 'end' });
      }
      used.push(
        await expectTrips('get_sessions', async () => {
          const { sessions } = await services.getSessions(caller, { limit: count });
          expect(sessions.length).toBeGreaterThanOrEqual(Math.min(count, 20));
        }),
      );
    }
    expect(used[1]).toBe(used[0]);
  });

  it('the hook of a session start waits at most 20 times', async () => {
    const { services, distant, caller, content, expectTrips } = await handedOver(20);
    await services.endSession(caller, { content, mode: 'end' });
    await expectTrips('session_start', () =>
      createHookServices(() => distant).onSessionStart(hookOf('client-1'), startOf('client-1', null)),
    );
  });
});
