import type { TextKind } from '../../app/ports/search-index.ts';
import type { CampaignEvent } from '../../domain/campaign/event.ts';
import { eventText } from '../../domain/campaign/event-text.ts';
import type { Capture, CaptureContent } from '../../domain/capture/capture.ts';
import { captureTexts } from '../../domain/capture/capture-texts.ts';
import type { Note } from '../../domain/note/note.ts';
import { noteText } from '../../domain/note/note-text.ts';
import { piecesOf } from '../../domain/words/pieces.ts';
import type { SqlValue } from './driver.ts';

/** All it takes to write; a connection has it, and a migration. */
interface Writer {
  run(sql: string, ...values: SqlValue[]): void;
}

interface SearchedText {
  readonly projectId: string;
  readonly sessionId: string | null;
  readonly kind: TextKind;
  readonly ref: string;
  readonly part: number;
  readonly at: string;
  readonly who: string | null;
  readonly isSecret: boolean;
  readonly content: string;
}

/** What was said and is no record, for search alone; what is there already is written anew. */
function putText(writer: Writer, workspace: string, text: SearchedText): void {
  const { kind, ref, part } = text;
  writer.run(
    'DELETE FROM texts WHERE workspace = ? AND kind = ? AND ref = ? AND part = ?',
    workspace,
    kind,
    ref,
    part,
  );
  writer.run(
    `INSERT INTO texts (workspace, project_id, session_id, kind, ref, part, at, who, is_secret, content, pieces)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    workspace,
    text.projectId,
    text.sessionId,
    kind,
    ref,
    part,
    text.at,
    text.who,
    text.isSecret ? 1 : 0,
    text.content,
    piecesOf(text.content),
  );
}

export const putNoteText = (writer: Writer, workspace: string, note: Note): void =>
  putText(writer, workspace, {
    projectId: note.projectId,
    sessionId: note.sessionId,
    kind: 'note',
    ref: note.id,
    part: 0,
    at: note.occurredAt ?? note.createdAt,
    who: null,
    isSecret: note.visibility !== 'public',
    content: noteText(note),
  });

export const putEventText = (writer: Writer, workspace: string, event: CampaignEvent): void =>
  putText(writer, workspace, {
    projectId: event.campaignId,
    sessionId: event.sessionId,
    kind: 'event',
    ref: event.id,
    part: 0,
    at: event.occurredAt ?? event.at,
    who: event.actor,
    isSecret: event.visibility !== 'public',
    content: eventText(event),
  });

export const putTurnText = (
  writer: Writer,
  workspace: string,
  projectId: string,
  turn: { readonly sessionId: string; readonly number: number; readonly at: string; readonly what: string },
): void =>
  putText(writer, workspace, {
    projectId,
    sessionId: turn.sessionId,
    kind: 'turn',
    ref: turn.sessionId,
    part: turn.number,
    at: turn.at,
    who: 'agent',
    isSecret: false,
    content: turn.what,
  });

/** Captures of one session overlap; each line of its transcript is kept once. */
export function putCaptureTexts(
  writer: Writer,
  workspace: string,
  capture: Capture,
  content: CaptureContent,
): void {
  for (const { line, at, who, text } of captureTexts(content))
    putText(writer, workspace, {
      projectId: capture.projectId,
      sessionId: capture.sessionId,
      kind: 'capture',
      ref: capture.sessionId,
      part: line,
      at: at ?? capture.at,
      who,
      isSecret: false,
      content: text,
    });
}

/** The lines that no other capture of the session holds; to be called while the capture is still there. */
export const dropCaptureTexts = (writer: Writer, workspace: string, captureId: string): void =>
  writer.run(
    `DELETE FROM texts WHERE seq IN (
       SELECT t.seq FROM captures c JOIN texts t
         ON t.workspace = c.workspace AND t.kind = 'capture' AND t.ref = c.session_id
        AND t.part BETWEEN json_extract(c.body, '$.firstLine') AND json_extract(c.body, '$.lastLine')
       WHERE c.workspace = ?1 AND c.id = ?2 AND NOT EXISTS (
         SELECT 1 FROM captures o WHERE o.workspace = ?1 AND o.session_id = c.session_id AND o.id <> ?2
           AND t.part BETWEEN json_extract(o.body, '$.firstLine') AND json_extract(o.body, '$.lastLine')))`,
    workspace,
    captureId,
  );
