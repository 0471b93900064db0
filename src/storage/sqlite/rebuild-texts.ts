import { eventFrom } from './campaign-rows.ts';
import { areFactsSound, captureFrom, unpack } from './capture-rows.ts';
import type { Connection } from './connection.ts';
import { isContentSound, isTurnSound } from './digests.ts';
import type { Row } from './driver.ts';
import { isNoteSound, noteAsStored } from './notes.ts';
import {
  addClosingText,
  addText,
  putTurnText,
  type SearchedText,
  textOfEvent,
  textOfNote,
  textsOfCapture,
} from './put-text.ts';
import { sessionFrom } from './rows.ts';
import { holdsObject } from './stored-json.ts';

const PAGE = 200;

/** A damaged row is not searchable, and must not keep the others from being so. */
function textsIn(row: Row, read: (row: Row) => readonly SearchedText[]): readonly SearchedText[] {
  try {
    return read(row);
  } catch {
    return [];
  }
}

function fillFrom(store: Connection, table: string, read: (row: Row) => readonly SearchedText[]): void {
  for (let after = 0; ; ) {
    const rows = store.all(`SELECT * FROM ${table} WHERE seq > ? ORDER BY seq LIMIT ${PAGE}`, after);
    if (rows.length === 0) return;
    for (const row of rows)
      for (const text of textsIn(row, read)) addText(store, String(row.workspace), text);
    after = Number(rows.at(-1)?.seq);
  }
}

/** Damaged copies go; each is made again from its source, where that is sound. Their index must be rebuilt afterwards. */
export function rebuildTexts(store: Connection, places: readonly number[]): void {
  for (const place of places) {
    const turn = store.get(
      `SELECT t.*, x.project_id FROM texts x
       JOIN turns t ON t.workspace = x.workspace AND t.session_id = x.ref AND t.number = x.part
       WHERE x.seq = ? AND x.kind = 'turn'`,
      place,
    );
    store.run('DELETE FROM texts WHERE seq = ?', place);
    if (turn === undefined || !isTurnSound(turn)) continue;
    const [sessionId, at, what] = [turn.session_id, turn.at, turn.what].map(String) as [
      string,
      string,
      string,
    ];
    putTurnText(store, String(turn.workspace), String(turn.project_id), {
      sessionId,
      number: Number(turn.number),
      at,
      what,
    });
  }
  addMissingTexts(store);
}

function addClosingTexts(store: Connection): void {
  for (const row of store.all('SELECT * FROM sessions WHERE closing_policy IS NOT NULL'))
    addClosingText(store, String(row.workspace), sessionFrom(row));
}

/** Whatever of notes, closed sessions, events of games and captures search does not know yet. */
export function addMissingTexts(store: Connection): void {
  addClosingTexts(store);
  fillFrom(store, 'notes', (row) => (isNoteSound(row) ? [textOfNote(noteAsStored(row))] : []));
  fillFrom(store, 'campaign_events', (row) => (holdsObject(row.body) ? [textOfEvent(eventFrom(row))] : []));
  fillFrom(store, 'captures', (row) =>
    areFactsSound(row) && isContentSound(row)
      ? textsOfCapture(captureFrom(row), unpack(String(row.content)))
      : [],
  );
}
