import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { LARGE_COUNT, largeHandoff } from '../support/faults-handoff.ts';
import { type Home, scene } from '../support/faults-home.ts';
import { type KillMoment, killDuring, measure, requestLine, type Unkilled } from '../support/faults-kill.ts';
import { seededRandom } from '../support/faults-random.ts';
import { inLanes, roundsOr } from '../support/faults-rounds.ts';
import { findDamage, openStore, rowsOf, summarizeStore } from '../support/faults-store.ts';
import { StdioClient } from '../support/stdio-client.ts';

const ROUNDS = roundsOr(40);
const LEAST_REPEATS = 20;
const LANES = 2;
const SEED = 20_260_724;
const LONGEST_ROUND_MS = 10_000;

const { home, keep } = scene();

type Summary = ReturnType<typeof summarizeStore>;

/** One way to make the call, and what it comes to when nobody kills it. */
interface Way {
  readonly line: string;
  readonly finished: Summary;
  readonly usual: Unkilled;
}

const EARLIER = {
  checkpoint: 'An earlier checkpoint.',
  open_loops: ['An earlier loop that the large handoff closes.'],
  next_session_focus: 'An earlier focus.',
};

/** A small store with a finished session, and one still open to which the handoff can go. */
async function makeTemplate({ path, work }: Home): Promise<string> {
  const client = keep(await StdioClient.open({ home: path, cwd: work }));
  await client.facts('end_session', EARLIER);
  const { session } = await client.facts('start_session', { resume: false });
  await client.close();
  return session.session_id;
}

function copyOf(template: Home, name: string) {
  const path = join(template.root, name);
  mkdirSync(path);
  const store = join(path, 'store.db');
  copyFileSync(template.store, store);
  return { path, store, log: `${store}-wal`, remove: () => rmSync(path, { recursive: true, force: true }) };
}

async function takeMeasure(template: Home, name: string, line: string): Promise<Way> {
  const copy = copyOf(template, name);
  const client = keep(await StdioClient.open({ home: copy.path, cwd: template.work }));
  const usual = await measure(client, line, copy.log);
  await client.close();
  const finished = summarizeStore(copy.store);
  expect(findDamage(copy.store)).toEqual([]);
  copy.remove();
  return { line, finished, usual };
}

/** A third anywhere, a third while the log grows, a third around the commit, the checkpoint and the reply. */
function momentFor(round: number, random: () => number, { elapsedMs, logBytes }: Unkilled): KillMoment {
  if (round % 3 === 0) return { kind: 'time', afterMs: random() * elapsedMs * 1.1 };
  if (round % 3 === 1) return { kind: 'log', bytes: random() * logBytes, afterMs: random() * 10 };
  return {
    kind: 'log',
    bytes: logBytes * (0.97 + random() * 0.03),
    afterMs: random() ** 2 * elapsedMs * 0.12,
  };
}

const sessionsOf = (store: string) => rowsOf(store, 'SELECT session_id FROM handoffs ORDER BY rowid');

it(
  `is all there or not at all when end_session with ${LARGE_COUNT} decisions is killed, and repeating it completes it once`,
  async () => {
    const template = home();
    const open = await makeTemplate(template);
    const handoff = { ...largeHandoff(), resolved_loops: EARLIER.open_loops };
    const untouched = summarizeStore(template.store);
    const ways = [
      await takeMeasure(template, 'unkilled-begun', requestLine('end_session', handoff)),
      await takeMeasure(
        template,
        'unkilled-open',
        requestLine('end_session', { ...handoff, session_id: open, idempotency_key: 'the large one' }),
      ),
    ];
    const decided = ways.map(
      ({ finished }) => finished.records?.find(({ type }) => type === 'decision')?.count,
    );
    expect(decided).toEqual([LARGE_COUNT, LARGE_COUNT]);

    const random = seededRandom(SEED);
    const repeatEvery = Math.max(1, Math.floor(ROUNDS / LEAST_REPEATS));
    const tally = { all: 0, none: 0, acknowledged: 0, repeated: 0 };
    const failures: unknown[] = [];

    const runRound = async (round: number) => {
      const { line, finished, usual } = ways[Math.floor(round / 3) % 2] ?? expect.unreachable();
      const moment = momentFor(round, random, usual);
      const copy = copyOf(template, `round-${round}`);
      const client = keep(await StdioClient.open({ home: copy.path, cwd: template.work }));
      const { isAcknowledged } = await killDuring(client, line, copy.log, moment);
      const fail = (what: string, found?: unknown) =>
        failures.push({ round, moment, isAcknowledged, what, found });

      await openStore(copy.store).close();
      const found = summarizeStore(copy.store);
      const isAll = isDeepStrictEqual(found, finished);
      if (!isAll && !isDeepStrictEqual(found, untouched)) fail('neither all nor nothing', found);
      if (isAcknowledged && !isAll) fail('acknowledged and lost');
      const damage = findDamage(copy.store);
      if (damage.length > 0) fail('damaged', damage);
      tally[isAll ? 'all' : 'none'] += 1;
      if (isAcknowledged) tally.acknowledged += 1;

      if (round % repeatEvery === 0) {
        const before = sessionsOf(copy.store);
        const again = keep(await StdioClient.open({ home: copy.path, cwd: template.work }));
        await measure(again, line, copy.log);
        await again.close();
        tally.repeated += 1;
        const repeated = summarizeStore(copy.store);
        if (!isDeepStrictEqual(repeated, finished)) fail('repeated to something else', repeated);
        if (isAll && !isDeepStrictEqual(sessionsOf(copy.store), before))
          fail('repeated into another session');
      }
      copy.remove();
    };

    const startedAt = performance.now();
    await inLanes(ROUNDS, LANES, runRound);
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    const unkilledMs = ways.map(({ usual }) => Math.round(usual.elapsedMs));
    console.info(
      `killed ${ROUNDS} times in ${seconds} s (unkilled ${unkilledMs} ms): ${JSON.stringify(tally)}`,
    );

    expect(failures).toEqual([]);
    expect(tally.all + tally.none).toBe(ROUNDS);
    expect(Math.min(tally.all, tally.none)).toBeGreaterThan(0);
  },
  Math.max(300_000, ROUNDS * LONGEST_ROUND_MS),
);
