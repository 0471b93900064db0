import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ClientAdapter, HookEventName } from '../src/app/ports/client-adapter.ts';
import type { ClientPlace } from '../src/app/ports/client-settings.ts';
import { hasHooks } from '../src/app/ports/client-settings.ts';
import { CLIENTS } from '../src/clients/index.ts';
import { commandsIn } from '../src/clients/opencode/plugin-text.ts';
import { exampleAt } from '../test/support/example-payload.ts';
import { git } from '../test/support/git.ts';
import { PROGRAM } from '../test/support/program.ts';
import { StdioClient } from '../test/support/stdio-client.ts';
import { atMost, type Bench } from './benchmark.ts';
import { fillStore, SEED } from './fill-store.ts';
import { handoff } from './handoff.ts';
import { type BenchPlace, inPlace, ratiosOf, rounded, timed } from './measure.ts';

const RECORDS = 100_000;
const ROUNDS = 21;

/** A small repository whose last session left a checkpoint. */
async function prepare(place: BenchPlace, progress: (line: string) => void): Promise<void> {
  git(place.project, 'init', '-q', '-b', 'main');
  git(place.project, 'commit', '-q', '--allow-empty', '-m', 'first');
  await fillStore(place, RECORDS, progress);
  const client = await StdioClient.open({ home: place.home, cwd: place.project });
  await client.facts('end_session', handoff(0));
  await client.close();
}

/** A handler as the settings have it: with arguments apart, or as one line for a shell. */
const wordsOf = ({ command, args }: { command: string; args?: readonly string[] }): readonly string[] =>
  args === undefined ? ['sh', '-c', command] : [command, ...args];

/** How the client runs one of our hooks, from what `throughline install` writes into its settings. */
async function installedHook(adapter: ClientAdapter, place: BenchPlace, event: string) {
  const settings: ClientPlace = {
    platform: 'linux',
    homeDir: place.home,
    projectDir: place.project,
    env: {},
    program: { command: process.execPath, args: [PROGRAM], flags: [] },
    instructions: '',
  };
  const parts = (await adapter.settings()).listParts(settings, 'user');
  const text = parts.find(({ what }) => hasHooks(what))?.add('').text ?? '';
  const inPlugin = commandsIn(text).find(([name]) => name === event)?.[1];
  if (inPlugin !== undefined) return inPlugin;
  const [entry] = JSON.parse(text).hooks[event];
  return wordsOf(entry.hooks?.[0] ?? entry);
}

/**
 * Milliseconds of one process, as the client runs a hook: in its own environment. The reference runs in the same one, because
 * variables such as NODE_EXTRA_CA_CERTS alone can double the time that node takes to start.
 */
const runMs = ([command = '', ...args]: readonly string[], { home, project }: BenchPlace, input: string) =>
  timed(async () => {
    const env = { ...process.env, HOME: home, THROUGHLINE_HOME: home };
    const child = spawn(command, args, { cwd: project, env, stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin.on('error', () => undefined).end(input);
    await once(child, 'close');
  });

/** The two hooks that people wait for: the first one of a conversation, and the one after each answer. */
async function hooksOf(adapter: ClientAdapter, place: BenchPlace) {
  const { name, title, hooks } = adapter;
  const events = Object.entries(hooks?.events ?? {});
  const wordsFor = async (own: HookEventName) => {
    const [native] = events.find(([, meant]) => meant === own) ?? [];
    return native === undefined ? undefined : installedHook(adapter, place, native);
  };
  const first = events.some(([, own]) => own === 'session-start') ? 'session-start' : 'prompt';
  const [start, stop] = [await wordsFor(first), await wordsFor('stop')];
  if (start === undefined || stop === undefined) throw new Error(`${name} has no such hooks.`);
  const talk = exampleAt(name, place, randomUUID());
  talk.writeTranscript();
  await runMs(start, place, talk.payload(first, { source: 'startup' }));
  let turns = 1;
  return [
    {
      measure: `session start of ${title}, multiple of node -e 0`,
      run: () =>
        runMs(start, place, exampleAt(name, place, randomUUID()).payload(first, { source: 'startup' })),
    },
    {
      measure: `turn end of ${title}, multiple of node -e 0`,
      run: () => {
        turns += 1;
        talk.writeTranscript(turns);
        return runMs(stop, place, talk.payload('stop', { round: turns }));
      },
    },
  ];
}

export const hook: Bench = {
  name: 'hook',
  about: `hooks as the clients run them, a small git repository, ${RECORDS} records, seed ${SEED}, ${ROUNDS} rounds, turn by turn with node -e 0`,
  run: (progress) =>
    inPlace(async (place) => {
      await prepare(place, progress);
      const clients = CLIENTS.adapters.filter(({ hooks }) => hooks !== undefined);
      const hooks = (await Promise.all(clients.map((adapter) => hooksOf(adapter, place)))).flat();
      const ratios = await ratiosOf(
        ROUNDS,
        hooks.map(({ run }) => run),
        () => runMs([process.execPath, '-e', '0'], place, ''),
      );
      return hooks.map(({ measure }, index) => {
        const { ratio = Number.NaN, work = 0, reference = 0 } = ratios[index] ?? {};
        return {
          area: 'hook',
          measure,
          value: rounded(ratio),
          unit: '×',
          bound: atMost(1.7, 1.3),
          detail: `${rounded(work, 0)} ms against ${rounded(reference, 0)} ms`,
        };
      });
    }),
};
