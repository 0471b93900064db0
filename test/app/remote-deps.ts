import { expect } from 'vitest';
import { type Caller, HOOK_SURFACE } from '../../src/app/caller.ts';
import { createHookServices } from '../../src/app/hooks/hook-services.ts';
import type { SessionStartCall } from '../../src/app/hooks/session-start.ts';
import { digestOf } from '../../src/domain/id.ts';
import { allServices } from '../../src/main/compose.ts';
import { countRoundTrips } from '../support/count-round-trips.ts';
import { Conversation } from '../support/hook.ts';
import { client, days, openTestApp } from './test-app.ts';

const seconds = (count: number) => count * 1_000;

/** How often one call may wait for the store, whatever the number of records. */
const MAX_TRIPS = {
  end_session: 15,
  boot_report: 12,
  search_memory: 12,
  player_action: 20,
  session_start: 20,
  start_session: 20,
  get_sessions: 12,
};

export function createRemoteDeps() {
  const { deps, folder, pass } = openTestApp();
  const counted = countRoundTrips(deps.store);
  const distant = { ...deps, store: counted.store };
  const expectTrips = async (name: keyof typeof MAX_TRIPS, work: () => Promise<unknown>) => {
    const used = await counted.count(work);
    const listed = counted.trips.map((names) => names.join(' ')).join('\n');
    expect(used, `${name} waited for:\n${listed}`).toBeLessThanOrEqual(MAX_TRIPS[name]);
    return used;
  };
  return { distant, folder, pass, services: allServices(() => distant), expectTrips };
}

export const texts = (count: number, what: string) =>
  Array.from({ length: count }, (_, index) => `${what} ${index}.`);

export const hookOf = (name: string): Caller => ({
  ...client('/repos/ledger', name),
  surface: HOOK_SURFACE,
  process: `box:${name}:1`,
  connection: null,
});

export const startOf = (name: string, transcriptPath: string | null): SessionStartCall => ({
  transcriptPath,
  digest: digestOf(`start of ${name}`),
  source: 'startup',
  budget: 9_000,
});

/** Sessions that nobody ended, with a transcript and records of their own: their clients were killed, or fell silent. */
export async function lostSessions(count: number, isKilled: boolean) {
  const remote = createRemoteDeps();
  const { services, distant, folder, pass } = remote;
  const dead = new Set<string>();
  Object.assign(distant.processes, { isRunning: (key: string) => !dead.has(key) });
  const hooks = createHookServices(() => distant);
  const names = Array.from({ length: count }, (_, index) => `client-${index}`);
  for (const name of names) {
    const { path } = new Conversation({ home: folder, project: '/repos/ledger' }, name)
      .asks(`Build ${name}`)
      .says('It is built.');
    await hooks.onSessionStart(hookOf(name), startOf(name, path));
    await services.storeMemory(client('/repos/ledger', name), { content: `By ${name}`, type: 'warning' });
    pass(seconds(1));
  }
  for (const name of isKilled ? names : []) dead.add(`box:${name}:1`);
  if (!isKilled) pass(days(1));
  const start = () => hooks.onSessionStart(hookOf('next'), startOf('next', null));
  return { ...remote, start };
}
