import { attempt } from '../../lib/attempt.ts';
import { campaignFrom, entityFrom, eventFrom } from './campaign-rows.ts';
import { areFactsSound, captureFrom, unpack } from './capture-rows.ts';
import type { Connection } from './connection.ts';
import { isContentSound, isTurnSound } from './digests.ts';
import type { Row } from './driver.ts';
import { isNoteSound, noteAsStored } from './notes.ts';
import { formerNamesIn, textsOfEntity } from './put-entity-texts.ts';
import {
  addClosingText,
  addText,
  addTitleText,
  putTurnText,
  type SearchedText,
  textOfEvent,
  textOfNote,
  textsOfCapture,
} from './put-text.ts';
import { sessionFrom } from './rows.ts';
import { raw } from './sql.ts';
import { isStoredObject } from './stored-json.ts';

const PAGE = 200;

function fillFrom(store: Connection, table: string, read: (row: Row) => readonly SearchedText[]): void {
  for (let after = 0; ; ) {
    const rows = store.all`SELECT * FROM ${raw(table)} WHERE seq > ${after} ORDER BY seq LIMIT ${PAGE}`;
    if (rows.length === 0) return;
    // A damaged row is not searchable, and must not keep the others from being so.
    for (const row of rows)
      for (const text of attempt(() => read(row)) ?? []) addText(store, String(row.workspace), text);
    after = Number(rows.at(-1)?.seq);
  }
}

/** Damaged copies go; each is made again from its source, where that is sound. Their index must be rebuilt afterwards. */
export function rebuildTexts(store: Connection, places: readonly number[]): void {
  for (const place of places) {
    const turn = store.get`SELECT t.*, x.project_id FROM texts x
      JOIN turns t ON t.workspace = x.workspace AND t.session_id = x.ref AND t.number = x.part
      WHERE x.seq = ${place} AND x.kind = 'turn'`;
    store.run`DELETE FROM texts WHERE seq = ${place}`;
    if (turn === undefined || !isTurnSound(turn)) continue;
    putTurnText(store, String(turn.workspace), String(turn.project_id), {
      sessionId: String(turn.session_id),
      number: Number(turn.number),
      at: String(turn.at),
      what: String(turn.what),
    });
  }
  addMissingTexts(store);
}

function addSessionTexts(store: Connection): void {
  for (const row of store.all(
    'SELECT * FROM sessions WHERE title IS NOT NULL OR closing_policy IS NOT NULL',
  )) {
    addTitleText(store, String(row.workspace), sessionFrom(row));
    addClosingText(store, String(row.workspace), sessionFrom(row));
  }
}

function addEntityTexts(store: Connection): void {
  for (const game of store.all("SELECT *, '' AS name FROM campaigns")) {
    const workspace = String(game.workspace);
    const campaign = campaignFrom(game);
    const formerNames = formerNamesIn(store, workspace, campaign);
    const rows = store.all`SELECT * FROM entities WHERE workspace = ${workspace} AND project_id = ${campaign.id}`;
    for (const row of rows.filter(({ fields }) => isStoredObject(fields)))
      for (const text of textsOfEntity(entityFrom(row), formerNames.get(String(row.id)) ?? []))
        addText(store, workspace, text);
  }
}

/** Whatever of sessions, notes, games and captures search does not know yet. */
export function addMissingTexts(store: Connection): void {
  addSessionTexts(store);
  addEntityTexts(store);
  fillFrom(store, 'notes', (row) => (isNoteSound(row) ? [textOfNote(noteAsStored(row))] : []));
  fillFrom(store, 'campaign_events', (row) =>
    isStoredObject(row.body) ? [textOfEvent(eventFrom(row))] : [],
  );
  fillFrom(store, 'captures', (row) =>
    areFactsSound(row) && isContentSound(row)
      ? textsOfCapture(captureFrom(row), unpack(String(row.content)))
      : [],
  );
}
