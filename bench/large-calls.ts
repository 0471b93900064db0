import { join } from 'node:path';
import { seededRandom } from '../test/support/faults-random.ts';
import { ORDINARY_LINES } from '../test/support/ordinary-lines.ts';
import { ROOT } from '../test/support/program.ts';
import { StdioClient } from '../test/support/stdio-client.ts';
import { atMost, type Bench, type Row } from './benchmark.ts';
import { inPlace, rounded } from './measure.ts';
import { anyWord } from './zipf-words.ts';

const COUNT = 20_000;
const SEED = 20_260_801;
/** As much as one line of the protocol takes: 95 texts of the largest size. */
const TEXT_COUNT = 95;
const TEXT_SIZE = 100_000;
/** The server is idle for this long before its event loop is watched, so that starting it and loading the search do not count. */
const SETTLE_MS = 1_500;

type Arguments = Record<string, unknown>;

const many = (textOf: (index: number) => string) =>
  Array.from({ length: COUNT }, (_, index) => textOf(index));
const loops = many((index) => `Loop ${index}: does module ${index % 97} still need its own table of names?`);
const decisions = many((index) => `Decision ${index}: module ${index % 97} keeps its own table of names.`);

/** Texts of the largest size, filled with lines. */
const texts = (line: (index: number) => string): readonly string[] =>
  Array.from({ length: TEXT_COUNT }, (_, number) => {
    const lines: string[] = [];
    for (let size = 0, index = 0; size < TEXT_SIZE; index += 1) {
      const next = line(number * 10_000 + index);
      lines.push(next);
      size += next.length + 1;
    }
    return lines.join('\n').slice(0, TEXT_SIZE).toWellFormed();
  });

function prose(): readonly string[] {
  const random = seededRandom(SEED);
  return texts(() => `${Array.from({ length: 14 }, () => anyWord(random())).join(' ')}.`);
}

const everydayLines = () =>
  texts((index) => `${index} ${ORDINARY_LINES[index % ORDINARY_LINES.length] ?? ''}`);

interface Delay {
  readonly p99: number;
  readonly max: number;
  /** Of all threads of the server. */
  readonly cpuMs: number;
}

/** What the server has measured since the last time. */
async function readDelay(client: StdioClient): Promise<Delay> {
  const before = client.stderr.length;
  client.process.kill('SIGUSR2');
  for (;;) {
    const printed = /event-loop (\{.*\})/.exec(client.stderr.slice(before).join(''));
    if (printed?.[1] !== undefined) return JSON.parse(printed[1]) as Delay;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

interface Measured extends Delay {
  readonly ms: number;
  /** How long a read took that was sent right behind the call. */
  readonly readMs: number;
}

async function measureCall(client: StdioClient, args: Arguments): Promise<Measured> {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  await readDelay(client);
  const began = performance.now();
  const call = client.facts('end_session', args).then(() => performance.now() - began);
  const read = client.facts('get_session_state').then(() => performance.now() - began);
  const [ms, readMs] = await Promise.all([call, read]);
  return { ms, readMs, ...(await readDelay(client)) };
}

const rowsOf = (what: string, goalMs: number, { ms, p99, max, cpuMs, readMs }: Measured): readonly Row[] => [
  {
    area: 'large_calls',
    measure: `end_session with ${what}`,
    value: rounded(ms, 0),
    unit: 'ms',
    bound: atMost(2 * goalMs, goalMs),
    detail: `${rounded(cpuMs, 0)} ms of processor time; a read sent behind it is answered after ${rounded(readMs, 0)} ms`,
  },
  {
    area: 'large_calls',
    measure: `event-loop delay p99 with ${what}`,
    value: rounded(p99, 0),
    unit: 'ms',
    bound: atMost(100, 50),
    detail: `longest ${rounded(max, 0)} ms`,
  },
];

/** A server and a store of its own for one call; `prepare` is what is there before. */
const measured = (args: Arguments, prepare?: Arguments): Promise<Measured> =>
  inPlace(async ({ home, project }) => {
    const watch = join(ROOT, 'bench', 'watch-event-loop.cjs');
    const client = await StdioClient.open({ home, cwd: project, nodeArgs: ['--require', watch] });
    if (prepare !== undefined) await client.facts('end_session', prepare);
    await client.facts('start_session', { resume: false });
    await client.facts('get_session_state');
    const result = await measureCall(client, { checkpoint: 'Half done.', ...args });
    await client.close();
    return result;
  });

export const largeCalls: Bench = {
  name: 'large_calls',
  about: `one handoff of ${COUNT} items or ${(TEXT_COUNT * TEXT_SIZE) / 1e6} MB over stdio, seed ${SEED}`,
  async run(progress) {
    const rows: Row[] = [];
    const add = async (what: string, goalMs: number, args: Arguments, prepare?: Arguments) => {
      progress(what);
      rows.push(...rowsOf(what, goalMs, await measured(args, prepare)));
    };
    const open = { checkpoint: 'Begun.', open_loops: loops };
    await add(`${COUNT} resolved loops`, 5_000, { resolved_loops: loops }, open);
    await add(`${COUNT} decisions`, 4_000, { decisions });
    await add('9.5 MB of prose', 4_000, { lessons: prose() });
    // Lines of which nearly each speaks of tokens and passwords: the most that the rules are ever asked.
    await add('9.5 MB of lines about secrets', 20_000, { lessons: everydayLines() });
    return rows;
  },
};
