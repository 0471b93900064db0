import { isDeepStrictEqual } from 'node:util';
import type { JournalExam } from '../../../app/ports/doctor.ts';
import { asJournaled, SESSION_EVENT_TYPES, type SessionEvent } from '../../../domain/session/events.ts';
import { fold } from '../../../domain/session/evolve.ts';
import type { Database, Row } from '../driver.ts';
import { sessionFrom } from '../rows.ts';
import { numberOf, rowsOf } from './examine-reader.ts';

/** So many are examined one by one in a quick look; of more, the newest half of that and as many spread over the rest. */
const QUICK_COUNT = 1_000;

function chooseSessions(database: Database, count: number, isFull: boolean): readonly Row[] {
  if (isFull || count <= QUICK_COUNT) return rowsOf(database, 'SELECT * FROM sessions');
  const half = QUICK_COUNT / 2;
  const step = Math.ceil(count / half);
  return rowsOf(
    database,
    `SELECT * FROM sessions WHERE rowid % ${step} = 0
     UNION SELECT * FROM (SELECT * FROM sessions ORDER BY rowid DESC LIMIT ${half})`,
  );
}

const eventFrom = ({ type, at, data }: Row): SessionEvent =>
  ({ type, at, ...JSON.parse(String(data)) }) as unknown as SessionEvent;

const isSessionEvent = ({ type }: Row) => (SESSION_EVENT_TYPES as readonly string[]).includes(String(type));

function agrees(row: Row, events: readonly Row[]): boolean {
  try {
    const folded = fold(events.filter(isSessionEvent).map(eventFrom));
    return isDeepStrictEqual(folded, asJournaled(sessionFrom(row)));
  } catch {
    return false;
  }
}

/** State and journal are written together; folding the one gives the other. */
export function examineJournal(database: Database, isFull: boolean): JournalExam {
  const sessionCount = numberOf(database, 'SELECT count(*) FROM sessions');
  const sessions = chooseSessions(database, sessionCount, isFull);
  const events = database.prepare(
    'SELECT type, at, data FROM journal WHERE workspace = ? AND stream = ? ORDER BY position',
  );
  const disagreeing = sessions
    .filter((row) => !agrees(row, events.all(row.workspace ?? null, row.id ?? null)))
    .map((row) => String(row.id));
  return { sessionCount, examinedCount: sessions.length, disagreeing };
}
