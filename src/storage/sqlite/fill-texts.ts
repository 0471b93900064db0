import { eventFrom } from './campaign-rows.ts';
import { captureFrom } from './capture-rows.ts';
import type { Connection } from './connection.ts';
import type { Row } from './driver.ts';
import { unpack } from './pack.ts';
import { addText } from './put-text.ts';
import { noteFrom } from './rows.ts';
import { type SearchedText, textOfEvent, textOfNote, textsOfCapture } from './searched-text.ts';

const PAGE = 200;

/** A row that can no longer be read says nothing to a search, and keeps nobody from the others. */
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

/** Whatever of notes, events of games and captures search does not know yet. */
export function fillTexts(store: Connection): void {
  fillFrom(store, 'notes', (row) => [textOfNote(noteFrom(row))]);
  fillFrom(store, 'campaign_events', (row) => [textOfEvent(eventFrom(row))]);
  fillFrom(store, 'captures', (row) => textsOfCapture(captureFrom(row), unpack(String(row.content))));
}
