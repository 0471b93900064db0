import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type ConformanceFacts,
  type Delivery,
  MOMENTS,
  type Moment,
  type Played,
} from '../../scripts/conformance-page.ts';
import { ROOT } from './program.ts';

const PATH = join(ROOT, 'test', 'support', 'conformance.json');
const isUpdate = process.env.UPDATE_CONFORMANCE === '1';

export const readConformance = (): ConformanceFacts => JSON.parse(readFileSync(PATH, 'utf8'));

const inOrder = (played: Played): Played =>
  Object.fromEntries(MOMENTS.flatMap((moment) => (played[moment] ? [[moment, played[moment]]] : [])));

/** With every list in one line, as the formatter wants it. */
const withLists = (json: string) =>
  json.replace(/\[[^\]]*\]/g, (list) => JSON.stringify(JSON.parse(list)).replaceAll(',', ', '));

/** Compares what was played with the committed facts; with UPDATE_CONFORMANCE=1 records it there first. */
export function expectRecorded(
  kind: 'measured' | 'documented',
  client: string,
  moment: Moment,
  seen: readonly Delivery[],
  version = '',
): void {
  const facts = readConformance();
  const old = kind === 'measured' ? facts.measured[client]?.moments : facts.documented[client];
  if (isUpdate) {
    const moments = inOrder({ ...old, [moment]: seen });
    const entry = kind === 'measured' ? { version, moments } : moments;
    const all = { ...facts, [kind]: { ...facts[kind], [client]: entry } };
    writeFileSync(PATH, `${withLists(JSON.stringify(all, null, 2))}\n`);
  } else expect(seen, 'run it again with UPDATE_CONFORMANCE=1 and read the diff').toEqual(old?.[moment]);
}

interface StoredSession {
  readonly session_id: string;
  readonly status: string;
  readonly predecessor_id: string | null;
}

interface StoredCapture {
  readonly reason: string;
  readonly has_client_summary: boolean;
}

/** The newest orientation in the first request after the moment; null without one. */
export interface Turn {
  readonly id: string;
  readonly report: string | null;
}

/** One client with Throughline installed. A moment that the client does not have, or that cannot be played, is absent. */
export interface ConformancePlay {
  /** One prompt in a conversation of its own, which the client ends. */
  turn(prompt: string, answer: string): Promise<Turn>;
  /** One prompt in a conversation of its own, in which the client is killed. */
  kill(prompt: string): Promise<void>;
  /** Each: a prompt, its answer, then the moment, and another prompt after it. */
  resume?(prompt: string, answer: string, next: string): Promise<Turn>;
  clear?(prompt: string, answer: string, next: string): Promise<Turn>;
  fork?(prompt: string, answer: string, next: string): Promise<Turn>;
  /** A prompt in a conversation that the client compacts before its last request. */
  compact?(prompt: string): Promise<Turn>;
  listSessions(): Promise<readonly StoredSession[]>;
  /** Our own command line; what it prints. */
  throughline(...args: string[]): Promise<string>;
}

const ASKED = 'Write the tide table';
const ANSWERED = 'The table stands. The rounding of half tides is left.';
const NEXT = 'And the rounding';

export const has = (delivery: Delivery, isSeen: boolean | undefined): readonly Delivery[] =>
  isSeen === true ? [delivery] : [];

/** How the newest session is connected with the one before. */
export function connectionOf([first, second]: readonly StoredSession[]): Delivery {
  if (second === undefined) return 'same session';
  return second.predecessor_id === first?.session_id
    ? 'session that follows'
    : 'session that does not follow';
}

/** Captures of a compaction, and whether one has the client's own summary. */
export function keptAtCompaction(captures: readonly StoredCapture[]): readonly Delivery[] {
  const kept = captures.filter(({ reason }) => reason === 'compaction');
  return [
    ...has('capture', kept.length > 0),
    ...has(
      'summary',
      kept.some(({ has_client_summary }) => has_client_summary),
    ),
  ];
}

type Moments = Readonly<Record<Moment, (play: ConformancePlay) => Promise<readonly Delivery[]>>>;

async function played(turn: Promise<Turn> | undefined): Promise<Turn> {
  if (turn === undefined) throw new Error('The client cannot play this moment.');
  return turn;
}

/** What the newest request shows of a session before, and how the two are connected. */
const continued = async (play: ConformancePlay, { report }: Turn): Promise<readonly Delivery[]> => [
  ...has('orientation', report?.includes(ANSWERED)),
  connectionOf(await play.listSessions()),
];

const PLAYS: Moments = {
  async start(play) {
    const { report } = await play.turn(ASKED, ANSWERED);
    const sessions = await play.listSessions();
    return [...has('orientation', report !== null), ...has('new session', sessions.length === 1)];
  },
  resume: async (play) => continued(play, await played(play.resume?.(ASKED, ANSWERED, NEXT))),
  clear: async (play) => continued(play, await played(play.clear?.(ASKED, ANSWERED, NEXT))),
  fork: async (play) => continued(play, await played(play.fork?.(ASKED, ANSWERED, NEXT))),
  async compact(play) {
    const { report } = await played(play.compact?.(ASKED));
    const isOriented = report?.includes('This session before the compaction') && report.includes(ASKED);
    const { captures } = JSON.parse(await play.throughline('captures', '--json'));
    return [
      ...has('orientation', isOriented),
      connectionOf(await play.listSessions()),
      ...keptAtCompaction(captures),
    ];
  },
  async end(play) {
    await play.turn(ASKED, ANSWERED);
    const [{ status } = { status: '' }] = await play.listSessions();
    const { report } = await play.turn('Where are we?', 'Here.');
    return [...has('marked as ended', status === 'ended'), ...has('handoff', report?.includes(ANSWERED))];
  },
  async killed(play) {
    await play.kill(ASKED);
    const { report } = await play.turn('Where are we?', 'Here.');
    const [first] = await play.listSessions();
    return [...has('marked as lost', first?.status === 'lost'), ...has('handoff', report?.includes(ASKED))];
  },
};

/** As the script that fetched the client passes it. */
function versionOf(client: string): string {
  const variable = `REAL_CLIENT_${client.toUpperCase().replaceAll('-', '_')}_VERSION`;
  const version = process.env[variable];
  if (version === undefined) throw new Error(`${variable} is not set.`);
  return version;
}

/** Plays these moments with the real client, and compares what is delivered with the committed facts. `skipped`: why not here. */
export function describeConformance(
  client: string,
  moments: readonly Moment[],
  open: () => Promise<ConformancePlay>,
  skipped: Readonly<Partial<Record<Moment, string | undefined>>> = {},
): void {
  describe('what the page of clients says of', () => {
    for (const moment of moments) {
      const reason = skipped[moment];
      it.skipIf(reason !== undefined)(`${moment} is delivered${reason ? ` (${reason})` : ''}`, async () => {
        const seen = await PLAYS[moment](await open());
        expectRecorded('measured', client, moment, seen, versionOf(client));
      });
    }

    it('any other moment was not measured', () => {
      const { version, moments: recorded = {} } = readConformance().measured[client] ?? {};
      expect(version).toBe(versionOf(client));
      expect(Object.keys(recorded)).toEqual(MOMENTS.filter((moment) => moments.includes(moment)));
    });
  });
}
