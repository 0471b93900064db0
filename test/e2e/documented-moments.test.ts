import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Delivery, Moment } from '../../scripts/conformance-page.ts';
import type { HookEventName } from '../../src/app/ports/client-adapter.ts';
import { ADAPTER_EXAMPLES } from '../clients/adapter-examples.ts';
import {
  connectionOf,
  expectRecorded,
  has,
  keptAtCompaction,
  readConformance,
} from '../support/conformance.ts';
import { exampleAt } from '../support/example-payload.ts';
import { git } from '../support/git.ts';
import { PROGRAM } from '../support/program.ts';
import { runProgram } from '../support/run-program.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** Moments that no real client was played for. The payloads are those of the examples, as the clients document them. */
const DOCUMENTED: Readonly<Record<string, readonly Moment[]>> = {
  qwen: ['compact'],
  cursor: ['start', 'compact', 'end', 'killed'],
  vscode: ['start', 'compact', 'killed'],
};

const IDS = ['3b0f1f52-5f0c-4a67-9b1c-6a1f0c3e7d01', '9c5e2d84-1a3b-4f7e-8d26-0e4b7a9c5f02'];

/** A shell that passes for the client: it runs the hooks one after the other, and is gone then. */
const SHELL = `for file in "$@"; do "$NODE" "$PROGRAM" hook "$CLIENT" "$(basename "$file" | cut -d. -f2)" < "$file"; done; true`;

function openClient(client: string) {
  const top = tempFolder();
  const place = { home: join(top, 'home'), project: join(top, 'lantern') };
  for (const path of [place.home, place.project]) mkdirSync(path);
  git(place.project, 'init', '-q', '-b', 'main');
  const examples = IDS.map((id) => exampleAt(client, place, id));
  const example = exampleAt(client, place, IDS[0] ?? '');

  /** One process of the client, in which these events happen. What the last one that answered gave the model. */
  async function live(nth: number, ...events: readonly HookEventName[]): Promise<string> {
    const files = events.map((event, at) => {
      const file = join(top, `${nth}-${at}.${event}.json`);
      const source = at === 0 ? 'startup' : 'compact';
      const fields = event === 'session-start' ? { source } : {};
      writeFileSync(file, examples[nth]?.payload(event, fields) ?? '');
      return file;
    });
    const child = spawn('sh', ['-c', SHELL, 'sh', ...files], {
      cwd: place.project,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: place.home,
        THROUGHLINE_HOME: place.home,
        THROUGHLINE_HOOK_TIMEOUT_MS: '60000',
        THROUGHLINE_GIT_TIMEOUT_MS: '5000',
        NODE: process.execPath,
        PROGRAM,
        CLIENT: client,
      },
    });
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += String(chunk);
    });
    await once(child, 'close');
    const last = out.trim().split('\n').at(-1) ?? '';
    return last === '' ? '' : example.readContext('session-start', last);
  }

  return {
    live,
    writeTranscript: (nth: number) => examples[nth]?.writeTranscript(),
    lastWords: example.lastWords ?? 'Done.',
    async listed<Item>(key: string, ...args: string[]): Promise<readonly Item[]> {
      const { stdout } = await runProgram([...args, '--json'], place);
      return (JSON.parse(stdout)[key] as Item[]).toReversed();
    },
  };
}

interface StoredSession {
  readonly session_id: string;
  readonly status: string;
  readonly predecessor_id: string | null;
}

const PLAYS: Readonly<Partial<Record<Moment, (client: string) => Promise<readonly Delivery[]>>>> = {
  async start(name) {
    const client = openClient(name);
    const report = await client.live(0, 'session-start');
    const sessions = await client.listed('sessions', 'session', 'list');
    return [...has('orientation', report !== ''), ...has('new session', sessions.length === 1)];
  },
  async compact(name) {
    const client = openClient(name);
    client.writeTranscript(0);
    const isReported = ADAPTER_EXAMPLES[name]?.hooks?.payloads['post-compact'] !== undefined;
    const after = isReported ? (['post-compact', 'session-start'] as const) : [];
    const report = await client.live(0, 'session-start', 'stop', 'pre-compact', ...after);
    return [
      ...has('orientation', isReported && report.includes('This session before the compaction')),
      connectionOf(await client.listed<StoredSession>('sessions', 'session', 'list')),
      ...keptAtCompaction(await client.listed('captures', 'captures')),
    ];
  },
  async end(name) {
    const client = openClient(name);
    client.writeTranscript(0);
    await client.live(0, 'session-start', 'prompt', 'stop', 'session-end');
    const [first] = await client.listed<StoredSession>('sessions', 'session', 'list');
    const report = await client.live(1, 'session-start');
    return [
      ...has('marked as ended', first?.status === 'ended'),
      ...has('handoff', report.includes(client.lastWords)),
    ];
  },
  async killed(name) {
    const client = openClient(name);
    client.writeTranscript(0);
    await client.live(0, 'session-start', 'prompt', 'stop');
    const report = await client.live(1, 'session-start');
    const [first] = await client.listed<StoredSession>('sessions', 'session', 'list');
    return [
      ...has('marked as lost', first?.status === 'lost'),
      ...has('handoff', report.includes(client.lastWords)),
    ];
  },
};

describe.each(Object.keys(DOCUMENTED))('documented payloads of %s', (client) => {
  it.each(DOCUMENTED[client] ?? [])('deliver at %s what the page of clients says', async (moment) => {
    expectRecorded('documented', client, moment, (await PLAYS[moment]?.(client)) ?? []);
  });
});

it('no other moment is called documented, and none that was measured', () => {
  const { documented, measured } = readConformance();
  const recorded = Object.entries(documented).map(([client, played]) => [client, Object.keys(played)]);
  expect(Object.fromEntries(recorded)).toEqual(DOCUMENTED);
  for (const [client, moments] of Object.entries(DOCUMENTED))
    for (const moment of moments) expect(measured[client]?.moments[moment]).toBeUndefined();
});
