import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Caller, HOOK_SURFACE } from '../../src/app/caller.ts';
import type { Deps } from '../../src/app/deps.ts';
import { createHookServices } from '../../src/app/hooks/hook-services.ts';
import type { Store } from '../../src/app/ports/store.ts';
import { digestOf } from '../../src/domain/id.ts';
import { allServices } from '../../src/main/compose.ts';
import { Conversation } from '../support/hook.ts';
import { client, hours, openTestApp, type TestApp } from './test-app.ts';

const FOLDER = '/repos/ledger';

/** Starts a session whose client has hooks and a transcript, and kills the client. */
async function startAndKill({ deps, folder, pass }: TestApp, dead: Set<string>, name: string) {
  Object.assign(deps.processes, { isRunning: (key: string) => !dead.has(key) });
  const { path } = new Conversation({ home: folder, project: FOLDER }, name)
    .asks(`Build ${name}`)
    .says('Built.');
  const caller: Caller = {
    ...client(FOLDER, name),
    surface: HOOK_SURFACE,
    process: `box:${name}:1`,
    connection: null,
  };
  const digest = digestOf(`start of ${name}`);
  const start = { transcriptPath: path, digest, source: 'startup' as const, budget: 9_000 };
  await createHookServices(() => deps).onSessionStart(caller, start);
  pass(1_000);
  return async () => dead.add(`box:${name}:1`);
}

async function killedSessions(made: TestApp, names: readonly string[]) {
  const dead = new Set<string>();
  const kills = [];
  for (const name of names) kills.push(await startAndKill(made, dead, name));
  for (const kill of kills) await kill();
}

const statuses = async ({ store }: TestApp, names: readonly string[]) =>
  Promise.all(names.map(async (name) => (await store.sessions.find(name))?.status));

const eventsOf = async ({ store }: TestApp, type: string) =>
  (await store.ledger.read(0, 10_000)).filter((entry) => entry.type === type);

const NAMES = ['one', 'two', 'three'];

// Time stands still, so that a slow machine reads every transcript as well.
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

describe('sessions that are lost together', () => {
  it('supersede an earlier derived checkpoint once, and keep the checkpoints that are derived from each of them', async () => {
    const made = openTestApp();
    const { services } = made;
    const lose = async (...names: readonly string[]) => {
      for (const name of names) {
        const caller = client(FOLDER, name);
        await services.startSession(caller, {});
        await services.addSessionNote(caller, { note: { summary: `What ${name} saw.` } });
      }
      made.pass(hours(20));
    };
    await lose('first');
    await lose('second', 'third');
    await services.startSession(client(), {});
    const { memories } = await services.listMemories(client(), { type: 'checkpoint', limit: 10 });
    const active = memories.filter(({ status }) => status === 'active').map(({ content }) => content);
    expect(active).toHaveLength(2);
    for (const name of ['second', 'third']) expect(active.join()).toContain(`What ${name} saw.`);
  });

  it('are written in one commit, each with a derived handoff', async () => {
    const made = openTestApp();
    await killedSessions(made, NAMES);
    const commits: number[] = [];
    const { ledger } = made.store;
    const store: Store = {
      ...made.store,
      ledger: {
        ...ledger,
        commit(changes, options) {
          commits.push(changes.filter(({ kind }) => kind === 'handoff').length);
          return ledger.commit(changes, options);
        },
      },
    };
    await allServices(() => ({ ...made.deps, store })).startSession(client(), {});
    expect(commits.filter((count) => count > 0)).toEqual([NAMES.length]);
    expect(new Set(await statuses(made, NAMES)).has('active')).toBe(false);
  });

  it('leave records that name the branch to which the session switched', async () => {
    const made = openTestApp();
    const kill = await startAndKill(made, new Set(), 'one');
    new Conversation({ home: made.folder, project: FOLDER }, 'one')
      .does('Bash', { command: 'git switch -c tides' }, "Switched to a new branch 'tides'")
      .says('Switched.');
    await kill();
    await made.services.startSession(client(FOLDER, 'next'), {});
    const { items } = await made.store.records.list({ types: ['checkpoint'] }, 5, null);
    expect(items).toMatchObject([{ source: 'derived', branch: 'tides' }]);
  });

  it('are decided again when another process marks them lost at the same time', async () => {
    const made = openTestApp();
    await killedSessions(made, NAMES);
    const { ledger } = made.store;
    let isFirst = true;
    const store: Store = {
      ...made.store,
      ledger: {
        ...ledger,
        async commit(changes, options) {
          if (isFirst) await ledger.commit(changes, options);
          isFirst = false;
          return ledger.commit(changes, options);
        },
      },
    };
    await allServices(() => ({ ...made.deps, store })).startSession(client(), {});
    expect(await eventsOf(made, 'session.lost')).toHaveLength(NAMES.length);
  });

  it('are left to the next start where the time for their transcripts is over', async () => {
    const made = openTestApp();
    await killedSessions(made, NAMES);
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const { transcripts } = made.deps;
    const slow: Deps = {
      ...made.deps,
      transcripts: {
        ...transcripts,
        read(request) {
          now += 500;
          return transcripts.read(request);
        },
      },
    };
    const services = allServices(() => slow);
    await services.startSession(client(), {});
    const lost = await eventsOf(made, 'session.lost');
    await services.startSession(client(), { resume: false });
    expect(lost).toHaveLength(2);
    expect(await eventsOf(made, 'session.lost')).toHaveLength(NAMES.length);
  });
});
