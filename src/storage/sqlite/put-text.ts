import type { Turn } from '../../app/ports/ledger.ts';
import { CLOSING_PART, type TextKind } from '../../app/ports/search-index.ts';
import { type CampaignEvent, eventText } from '../../campaign/domain/event.ts';
import type { Capture, CaptureContent } from '../../domain/capture/capture.ts';
import { captureTexts, transcriptKey } from '../../domain/capture/messages.ts';
import { type Note, noteText } from '../../domain/note/note.ts';
import type { Session } from '../../domain/session/session.ts';
import { piecesOf } from '../../domain/words.ts';
import type { Connection } from './connection.ts';
import { contentDigest } from './digests.ts';
import { raw, type SqlPart } from './sql.ts';
import { jsonOrEmpty } from './stored-json.ts';

export interface SearchedText {
  readonly projectId: string;
  readonly sessionId: string | null;
  readonly kind: TextKind;
  readonly ref: string;
  readonly part?: number;
  readonly at: string;
  readonly who?: string | null;
  readonly isSecret?: boolean;
  readonly content: string;
  /** What the text is about, if it has a name: the name and former ones. */
  readonly names?: readonly string[];
  readonly entityKind?: string;
}

export const textOfNote = (note: Note): SearchedText => ({
  projectId: note.projectId,
  sessionId: note.sessionId,
  kind: 'note',
  ref: note.id,
  at: note.occurredAt ?? note.createdAt,
  isSecret: note.visibility !== 'public',
  content: noteText(note),
});

export const textOfEvent = (event: CampaignEvent): SearchedText => ({
  projectId: event.campaignId,
  sessionId: event.sessionId,
  kind: 'event',
  ref: event.id,
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
    content: text,
  }));

/** Facts of a capture that are no JSON any more hold no lines. */
const captureFact = (row: string, field: string): SqlPart =>
  raw(`json_extract(${jsonOrEmpty(`${row}.body`)}, '$.${field}')`);

export function addText(connection: Connection, workspace: string, text: SearchedText): void {
  const { projectId, sessionId, kind, ref, part = 0, at, who = null, isSecret = false, content } = text;
  connection.run`INSERT INTO texts
      (workspace, project_id, session_id, kind, ref, part, at, who, is_secret, content, pieces, digest,
       names, entity_kind)
    VALUES (${workspace}, ${projectId}, ${sessionId}, ${kind}, ${ref}, ${part}, ${at}, ${who}, ${Number(isSecret)},
      ${content}, ${piecesOf(content)}, ${contentDigest({ content })},
      ${JSON.stringify(text.names ?? [])}, ${text.entityKind ?? null})
    ON CONFLICT DO NOTHING`;
}

export function putText(connection: Connection, workspace: string, text: SearchedText): void {
  connection.run`DELETE FROM texts
    WHERE workspace = ${workspace} AND kind = ${text.kind} AND ref = ${text.ref} AND part = ${text.part ?? 0}`;
  addText(connection, workspace, text);
}

export const putTurnText = (
  connection: Connection,
  workspace: string,
  projectId: string,
  turn: Pick<Turn, 'sessionId' | 'number' | 'at' | 'what'>,
): void =>
  putText(connection, workspace, {
    projectId,
    sessionId: turn.sessionId,
    kind: 'turn',
    ref: turn.sessionId,
    part: turn.number,
    at: turn.at,
    who: 'agent',
    content: turn.what,
  });

/** A title never changes. */
export function addTitleText(
  connection: Connection,
  workspace: string,
  { id, projectId, title, startedAt }: Pick<Session, 'id' | 'projectId' | 'title' | 'startedAt'>,
): void {
  if (title === null || title.trim() === '') return;
  addText(connection, workspace, {
    projectId,
    sessionId: id,
    kind: 'session',
    ref: id,
    at: startedAt,
    content: title,
  });
}

/** The reason and the last words of a closed session, if it has any. They never change. */
export function addClosingText(
  connection: Connection,
  workspace: string,
  { id, projectId, closing, closedAt }: Pick<Session, 'id' | 'projectId' | 'closing' | 'closedAt'>,
): void {
  const words = [closing?.reason, closing?.epitaph].filter((text) => text != null && text.trim() !== '');
  if (words.length === 0 || closedAt === null) return;
  addText(connection, workspace, {
    projectId,
    sessionId: id,
    kind: 'turn',
    ref: id,
    part: CLOSING_PART,
    at: closedAt,
    content: words.join('\n'),
  });
}

/** The lines that no other capture of the session holds; to be called while the capture is still there. */
export function dropCaptureTexts(connection: Connection, workspace: string, captureId: string): void {
  connection.run`DELETE FROM texts WHERE seq IN (
    SELECT t.seq FROM captures c JOIN texts t
      ON t.workspace = c.workspace AND t.kind = 'capture'
     AND t.ref = c.session_id || ' ' || coalesce(${captureFact('c', 'transcriptPath')}, '')
     AND t.part BETWEEN ${captureFact('c', 'firstLine')} AND ${captureFact('c', 'lastLine')}
    WHERE c.workspace = ${workspace} AND c.id = ${captureId} AND NOT EXISTS (
      SELECT 1 FROM captures o WHERE o.workspace = c.workspace AND o.session_id = c.session_id AND o.id <> c.id
        AND ${captureFact('o', 'transcriptPath')} IS ${captureFact('c', 'transcriptPath')}
        AND ${captureFact('o', 'messageCount')} > 0
        AND t.part BETWEEN ${captureFact('o', 'firstLine')} AND ${captureFact('o', 'lastLine')}))`;
}
