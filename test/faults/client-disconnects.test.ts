import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Home, scene } from '../support/faults-home.ts';
import { readNotes } from '../support/faults-notes.ts';
import { processesMarked } from '../support/faults-processes.ts';
import { StdioClient } from '../support/stdio-client.ts';

const RUNS = 2;
const LAST_CALLS = 5;
/** How long it takes is measured by the benchmark; here it must only not stay. */
const GIVE_UP_MS = 60_000;

const { home, keep } = scene();

interface Parting {
  readonly how: string;
  leave(client: StdioClient): void;
}

const PARTINGS: readonly Parting[] = [
  { how: 'stdin ends', leave: ({ process }) => void process.stdin.end() },
  { how: 'stdin is torn off', leave: ({ process }) => void process.stdin.destroy() },
  { how: 'it is sent SIGTERM', leave: ({ process }) => void process.kill('SIGTERM') },
  { how: 'it is sent SIGINT', leave: ({ process }) => void process.kill('SIGINT') },
  { how: 'it is sent SIGHUP', leave: ({ process }) => void process.kill('SIGHUP') },
  {
    how: 'nobody reads its stdout any more',
    leave(client) {
      client.process.stdout.destroy();
      client.send({ jsonrpc: '2.0', id: 9_999, method: 'tools/list', params: {} });
    },
  },
  {
    how: 'its client vanishes with all three streams',
    leave({ process: { stdin, stdout, stderr } }) {
      for (const stream of [stdout, stderr, stdin]) stream.destroy();
    },
  },
];

async function leaveAndWait({ path, work }: Home, mark: string, { leave }: Parting): Promise<void> {
  const client = keep(await StdioClient.open({ home: path, cwd: work, env: { FAULT_MARK: mark } }));
  await client.facts('add_session_note', { summary: `a note of ${client.process.pid}` });
  const gone = once(client.process, 'exit');
  leave(client);
  await Promise.race([gone, pause(GIVE_UP_MS, undefined, { ref: false })]);
  expect(client.process.exitCode ?? client.process.signalCode).toBe(0);
}

describe.each(PARTINGS)('when $how', (parting) => {
  it('the server exits with code 0 and leaves no process behind', async () => {
    const place = home();
    const mark = `fault-${randomUUID()}`;
    for (let run = 0; run < RUNS; run += 1) await leaveAndWait(place, mark, parting);
    if (process.platform === 'linux') expect(processesMarked(mark)).toEqual([]);
  });
});

it('keeps what it acknowledged when stdin ends right behind a call', async () => {
  const { path, work } = home();
  const acknowledged: string[] = [];
  for (let run = 0; run < LAST_CALLS; run += 1) {
    const client = keep(await StdioClient.open({ home: path, cwd: work }));
    const summary = `said in leaving, ${run}`;
    const answer = client.call('add_session_note', { summary }).catch(() => undefined);
    await client.close();
    if ((await answer)?.structuredContent.note_id !== undefined) acknowledged.push(summary);
  }
  const kept = await readNotes(keep(await StdioClient.open({ home: path, cwd: work })));
  console.info(`${acknowledged.length} of ${LAST_CALLS} acknowledged, ${kept.length} kept`);
  expect(acknowledged.filter((summary) => !kept.includes(summary))).toEqual([]);
});
