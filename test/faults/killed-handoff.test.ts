import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { LARGE_COUNT, largeHandoff } from '../support/faults-handoff.ts';
import { type Home, scene } from '../support/faults-home.ts';
import { type KillMoment, killDuring, measure, requestLine } from '../support/faults-kill.ts';
import { seededRandom } from '../support/faults-random.ts';
import { isFullRun, roundsOr, runConcurrently } from '../support/faults-rounds.ts';
import { findDamage, openStore, rowsOf, summarizeStore } from '../support/faults-store.ts';
import { copyOf, type Summary, tryWay, type Way } from '../support/faults-template.ts';
import { StdioClient } from '../support/stdio-client.ts';

/** `FAULT_ROUNDS=200` for the full run, with a larger handoff. */
const ROUNDS = roundsOr(6);
const COUNT = isFullRun ? 20_000 : LARGE_COUNT;
/** More than SQLite keeps in memory, so that a kill can fall between the first page written and the commit. */
const LEAST_LOG_BYTES = 4_000_000;
/** Of both ways to make the call. */
const LEAST_REPEATS = isFullRun ? 20 : 3;
const LANES = 2;
const SEED = 20_260_724;
const LONGEST_ROUND_MS = 10_000;

const { home, keep } = scene();

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

/** Without a session, so that the call begins one; and for the open one, with a key. */
async function tryWays(template: Home, open: string): Promise<Way[]> {
  const handoff = { ...largeHandoff(COUNT), resolved_loops: EARLIER.open_loops };
  const named = { ...handoff, session_id: open, idempotency_key: 'the large one' };
  return [
    await tryWay(template, 'unkilled-begun', requestLine('end_session', handoff)),
    await tryWay(template, 'unkilled-named', requestLine('end_session', named)),
  ];
}

/** A third anywhere, a third while the log grows, a third around the commit, the checkpoint and the reply. */
function momentFor(round: number, usualMs: number, logBytes: number): KillMoment {
  const random = seededRandom(SEED + round);
  if (round % 3 === 0) return { kind: 'time', afterMs: random() * usualMs * 1.1 };
  if (round % 3 === 1) return { kind: 'log', bytes: random() * logBytes, afterMs: random() * 10 };
  const afterMs = random() ** 2 * usualMs * 0.15;
  return { kind: 'log', bytes: logBytes * (0.97 + random() * 0.03), afterMs };
}

const sessionsOf = (store: string) => rowsOf(store, 'SELECT session_id FROM handoffs ORDER BY rowid');

const differences = (found: Summary, expected: Summary) =>
  Object.keys(expected).filter((name) => !isDeepStrictEqual(found[name], expected[name]));

const title = `is all there or not at all when end_session with ${COUNT} decisions is killed, and repeating it completes it once`;

const test = async () => {
  const template = home();
  const open = await makeTemplate(template);
  const untouched = summarizeStore(template.store);
  const ways = await tryWays(template, open);
  const usualMs = Math.min(...ways.map(({ usual }) => usual.elapsedMs));
  for (const { finished, usual } of ways) {
    const decisions = finished.records?.find(({ type }) => type === 'decision');
    expect(decisions?.count).toBe(COUNT);
    expect(usual.logBytes).toBeGreaterThan(LEAST_LOG_BYTES);
  }

  const repeatEvery = Math.max(1, Math.floor(ROUNDS / LEAST_REPEATS));
  const tally = { all: 0, none: 0, acknowledged: 0, repeated: 0 };
  const failures: unknown[] = [];

  const runRound = async (round: number) => {
    const { line, finished, usual } = ways[Math.floor(round / 3) % ways.length] ?? expect.unreachable();
    const moment = momentFor(round, usualMs, usual.logBytes);
    const copy = copyOf(template, `round-${round}`);
    const { isAcknowledged } = await killDuring(keep(await copy.open()), line, copy.log, moment);
    const fail = (what: string, details?: unknown) =>
      failures.push({ round, moment, isAcknowledged, what, details });

    await openStore(copy.store).close();
    const found = summarizeStore(copy.store);
    const isAll = isDeepStrictEqual(found, finished);
    if (!isAll && !isDeepStrictEqual(found, untouched))
      fail('neither all nor nothing', differences(found, finished));
    if (isAcknowledged && !isAll) fail('acknowledged and lost');
    const damage = findDamage(copy.store);
    if (damage.length > 0) fail('damaged', damage);
    tally[isAll ? 'all' : 'none'] += 1;
    if (isAcknowledged) tally.acknowledged += 1;

    if (round % repeatEvery === 0) {
      const before = sessionsOf(copy.store);
      const again = keep(await copy.open());
      await measure(again, line, copy.log);
      await again.close();
      tally.repeated += 1;
      const missed = differences(summarizeStore(copy.store), finished);
      if (missed.length > 0) fail('repeated to something else', missed);
      if (isAll && !isDeepStrictEqual(sessionsOf(copy.store), before)) fail('repeated into another session');
    }
    copy.remove();
  };

  const startedAt = performance.now();
  await runConcurrently(ROUNDS, LANES, runRound);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.info(
    `${ROUNDS} kills in ${seconds} s, ${Math.round(usualMs)} ms unkilled: ${JSON.stringify(tally)}`,
  );

  // On which side of the commit a kill falls is luck; the line above says how many fell on each.
  expect(failures).toEqual([]);
  expect(tally.all + tally.none).toBe(ROUNDS);
};

it(title, test, Math.max(900_000, ROUNDS * LONGEST_ROUND_MS));
