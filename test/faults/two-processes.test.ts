import { expect, it } from 'vitest';
import { scene } from '../support/faults-home.ts';
import { readNotes } from '../support/faults-notes.ts';
import { findDamage, rowsOf } from '../support/faults-store.ts';
import { StdioClient } from '../support/stdio-client.ts';

const WRITES = 200;

const { home, keep } = scene();

/** All writes at once, none waited for; each must be acknowledged. */
async function writeAll(client: StdioClient, name: string, target: Record<string, unknown> = {}) {
  const summaries = Array.from({ length: WRITES }, (_, index) => `${name} wrote note ${index}`);
  const answers = await Promise.all(
    summaries.map((summary) => client.call('add_session_note', { summary, ...target })),
  );
  const refused = answers.filter(({ isError }) => isError).map(({ structuredContent }) => structuredContent);
  expect(refused).toEqual([]);
  return summaries;
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const turnNumbers = (store: string) =>
  rowsOf(store, 'SELECT number FROM turns ORDER BY session_id, number').map(({ number }) => Number(number));

it(`keeps each of ${WRITES} unawaited writes of two processes, each in its own session`, async () => {
  const { path, work, store } = home();
  const [first, second] = await Promise.all([
    StdioClient.open({ home: path, cwd: work }).then(keep),
    StdioClient.open({ home: path, cwd: work }).then(keep),
  ]);
  const written = await Promise.all([writeAll(first, 'first'), writeAll(second, 'second')]);
  await Promise.all([first.kill(), second.kill()]);

  const reader = keep(await StdioClient.open({ home: path, cwd: work }));
  expect((await readNotes(reader)).sort()).toEqual(written.flat().sort());
  const counts = rowsOf(store, 'SELECT turn_count AS count FROM sessions').map(({ count }) => count);
  expect(counts).toEqual([WRITES, WRITES]);
  expect(turnNumbers(store)).toEqual([...upTo(WRITES), ...upTo(WRITES)]);
  expect(findDamage(store)).toEqual([]);
});

it(`keeps each of ${WRITES} unawaited writes of two processes in one session, with turns numbered without a gap`, async () => {
  const { path, work, store } = home();
  const first = keep(await StdioClient.open({ home: path, cwd: work }));
  const second = keep(await StdioClient.open({ home: path, cwd: work }));
  const { session } = await first.facts('start_session');
  const target = { session_id: session.session_id };
  const startedAt = performance.now();
  const written = await Promise.all([writeAll(first, 'first', target), writeAll(second, 'second', target)]);
  console.info(
    `${2 * WRITES} writes of two processes to one session: ${Math.round(performance.now() - startedAt)} ms`,
  );
  await Promise.all([first.kill(), second.kill()]);

  const reader = keep(await StdioClient.open({ home: path, cwd: work }));
  expect((await readNotes(reader)).sort()).toEqual(written.flat().sort());
  expect(turnNumbers(store)).toEqual(upTo(2 * WRITES));
  const { session_info } = await reader.facts('get_session_state', target);
  expect(session_info.turn_count).toBe(2 * WRITES);
  expect(findDamage(store)).toEqual([]);
});
