import { eventFrom } from '../sqlite/campaign-rows.ts';
import { captureFrom } from '../sqlite/capture-rows.ts';
import type { Row } from '../sqlite/driver.ts';
import { unpack } from '../sqlite/pack.ts';
import { putCaptureTexts, putEventText, putNoteText } from '../sqlite/put-text.ts';
import { noteFrom } from '../sqlite/rows.ts';
import type { Migrated } from './migration.ts';

const PAGE = 200;

function forEachRow(store: Migrated, table: string, work: (row: Row) => void): void {
  for (let after = 0; ; ) {
    const rows = store.all(`SELECT * FROM ${table} WHERE seq > ? ORDER BY seq LIMIT ${PAGE}`, after);
    if (rows.length === 0) return;
    for (const row of rows) work({ ...row });
    after = Number(rows.at(-1)?.seq);
  }
}

/** Notes, events of games and captures from before search looked at them. */
export function fillTexts(store: Migrated): void {
  forEachRow(store, 'notes', (row) => putNoteText(store, String(row.workspace), noteFrom(row)));
  forEachRow(store, 'campaign_events', (row) => putEventText(store, String(row.workspace), eventFrom(row)));
  forEachRow(store, 'captures', (row) =>
    putCaptureTexts(store, String(row.workspace), captureFrom(row), unpack(String(row.content))),
  );
}
