import { CLOSING_PART, type TextKind } from '../../app/ports/search-index.ts';
import { type CampaignEvent, eventText } from '../../campaign/domain/event.ts';
import type { Capture, CaptureContent } from '../../domain/capture/capture.ts';
import { captureTexts, transcriptKey } from '../../domain/capture/messages.ts';
import { type Note, noteText } from '../../domain/note/note.ts';
import type { Session } from '../../domain/session/session.ts';
import { piecesOf } from '../../domain/words.ts';
import { contentDigest } from './digests.ts';
import type { SqlValue } from './driver.ts';
import { jsonOrEmpty } from './stored-json.ts';

/** A text that is not a record, as it is stored for search. */
export interface SearchedText {
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

export const textOfNote = (note: Note): SearchedText => ({
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

export const textOfEvent = (event: CampaignEvent): SearchedText => ({
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

/** Captures of one session overlap; each line of its transcript is one text. */
export const textsOfCapture = (capture: Capture, content: CaptureContent): readonly SearchedText[] =>
  captureTexts(content).map(({ line, at, who, text }) => ({
    projectId: capture.projectId,
    sessionId: capture.sessionId,
    kind: 'capture',
    ref: transcriptKey(capture),
    part: line,
    at: at ?? capture.at,
    who,
    isSecret: false,
    content: text,
  }));

/** All it takes to write. */
interface Writer {
  run(sql: string, ...values: SqlValue[]): void;
}

/** Facts of a capture that are no JSON any more hold no lines. */
const facts = (row: string, field: string) => `json_extract(${jsonOrEmpty(`${row}.body`)}, '$.${field}')`;

/** Keeps a text that exists already. */
export const addText = (writer: Writer, workspace: string, text: SearchedText): void =>
  writer.run(
    `INSERT INTO texts (workspace, project_id, session_id, kind, ref, part, at, who, is_secret, content, pieces, digest)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    workspace,
    text.projectId,
    text.sessionId,
    text.kind,
    text.ref,
    text.part,
    text.at,
    text.who,
    text.isSecret ? 1 : 0,
    text.content,
    piecesOf(text.content),
    contentDigest({ content: text.content }),
  );

/** Replaces a text that exists already. */
function putText(writer: Writer, workspace: string, text: SearchedText): void {
  writer.run(
    'DELETE FROM texts WHERE workspace = ? AND kind = ? AND ref = ? AND part = ?',
    workspace,
    text.kind,
    text.ref,
    text.part,
  );
  addText(writer, workspace, text);
}

export const putNoteText = (writer: Writer, workspace: string, note: Note): void =>
  putText(writer, workspace, textOfNote(note));

export const putEventText = (writer: Writer, workspace: string, event: CampaignEvent): void =>
  putText(writer, workspace, textOfEvent(event));

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

/** The reason and the last words of a closed session, if it has any. They never change. */
export function addClosingText(
  writer: Writer,
  workspace: string,
  { id, projectId, closing, closedAt }: Pick<Session, 'id' | 'projectId' | 'closing' | 'closedAt'>,
): void {
  const words = [closing?.reason, closing?.epitaph].filter((text) => text != null && text.trim() !== '');
  if (words.length === 0 || closedAt === null) return;
  addText(writer, workspace, {
    projectId,
    sessionId: id,
    kind: 'turn',
    ref: id,
    part: CLOSING_PART,
    at: closedAt,
    who: null,
    isSecret: false,
    content: words.join('\n'),
  });
}

export function putCaptureTexts(
  writer: Writer,
  workspace: string,
  capture: Capture,
  content: CaptureContent,
): void {
  for (const text of textsOfCapture(capture, content)) putText(writer, workspace, text);
}

/** The lines that no other capture of the session holds; to be called while the capture is still there. */
export const dropCaptureTexts = (writer: Writer, workspace: string, captureId: string): void =>
  writer.run(
    `DELETE FROM texts WHERE seq IN (
       SELECT t.seq FROM captures c JOIN texts t
         ON t.workspace = c.workspace AND t.kind = 'capture'
        AND t.ref = c.session_id || ' ' || coalesce(${facts('c', 'transcriptPath')}, '')
        AND t.part BETWEEN ${facts('c', 'firstLine')} AND ${facts('c', 'lastLine')}
       WHERE c.workspace = ?1 AND c.id = ?2 AND NOT EXISTS (
         SELECT 1 FROM captures o WHERE o.workspace = ?1 AND o.session_id = c.session_id AND o.id <> ?2
           AND ${facts('o', 'transcriptPath')} IS ${facts('c', 'transcriptPath')}
           AND ${facts('o', 'messageCount')} > 0
           AND t.part BETWEEN ${facts('o', 'firstLine')} AND ${facts('o', 'lastLine')}))`,
    workspace,
    captureId,
  );
