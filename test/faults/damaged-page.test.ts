import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Home, scene } from '../support/faults-home.ts';
import { rowsOf } from '../support/faults-store.ts';
import { StdioClient } from '../support/stdio-client.ts';

const PAGE = 4_096;
const NOTES = 120;
const NEEDLE = 'the needle in the middle';

const { home, keep } = scene();

const openIn = async ({ path, work }: Home) => keep(await StdioClient.open({ home: path, cwd: work }));

async function makeStore(): Promise<{ place: Home; noted: string; other: string }> {
  const place = home();
  const client = await openIn(place);
  const { session } = await client.facts('start_session');
  for (let index = 0; index < NOTES; index += 1) {
    const summary = `Note ${index} ${index === NOTES / 2 ? NEEDLE : 'x'.repeat(400)}`;
    await client.facts('add_session_note', { summary, session_id: session.session_id });
  }
  const other = await client.facts('start_session', { resume: false, project: 'elsewhere' });
  await client.facts('end_session', {
    session_id: other.session.session_id,
    checkpoint: 'Elsewhere all is well.',
  });
  await client.close();
  return { place, noted: session.session_id, other: other.session.session_id };
}

function readsNotes(store: string): boolean {
  try {
    return rowsOf(store, 'SELECT * FROM notes').length === NOTES;
  } catch {
    return false;
  }
}

/** Zeroes the page of the table of notes that holds the needle. Other tables quote it: zeroing those pages is undone. */
function zeroPageOf(store: string): void {
  const whole = readFileSync(store);
  let at = whole.indexOf(NEEDLE);
  while (at !== -1) {
    const start = at - (at % PAGE);
    writeFileSync(store, Buffer.from(whole).fill(0, start, start + PAGE));
    if (!readsNotes(store)) return;
    at = whole.indexOf(NEEDLE, start + PAGE);
  }
  throw new Error('no page of the table of notes holds the needle');
}

it('answers store_damaged where a page is gone, stays alive, and harms nothing else', async () => {
  const { place, noted, other } = await makeStore();
  zeroPageOf(place.store);
  const client = await openIn(place);

  const broken = await client.call('get_sessions', { project: 'work' });
  expect(broken.isError).toBe(true);
  expect(broken.structuredContent.code).toBe('store_damaged');
  expect(broken.structuredContent.hint).not.toBe('');

  const { report } = await client.facts('boot_report', { project: 'elsewhere' });
  expect(report).toContain('Elsewhere all is well.');
  const { session_info } = await client.facts('get_session_state', { session_id: other });
  expect(session_info.status).toBe('ended');
  const { session } = await client.facts('start_session', { resume: false, project: 'elsewhere' });
  await client.facts('end_session', {
    session_id: session.session_id,
    checkpoint: 'Written beside the damage.',
  });
  const again = await client.call('get_sessions', { project: 'work' });
  expect(again.structuredContent.code).toBe('store_damaged');
  const { session_info: state } = await client.facts('get_session_state', { session_id: noted });
  expect(state.turn_count).toBe(NOTES);
  await client.close();

  const later = await openIn(place);
  const { report: next } = await later.facts('boot_report', { project: 'elsewhere' });
  expect(next).toContain('Written beside the damage.');
});

it('is never taken for an empty store when it was cut short with its log left behind by a kill', async () => {
  const { place } = await makeStore();
  const client = await openIn(place);
  await client.facts('add_session_note', { summary: 'still in the log' });
  await client.kill();
  truncateSync(place.store, readFileSync(place.store).length / 2);

  const opening = StdioClient.open({ home: place.path, cwd: place.work }).then(keep);
  const outcome = await opening.then(
    async (next) => JSON.stringify((await next.call('get_sessions')).structuredContent),
    (error) => String(error),
  );
  expect(outcome).toContain('store_damaged');
});
