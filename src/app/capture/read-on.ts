import { foldEntries } from '../../domain/capture/fold-entries.ts';
import { keepRecent } from '../../domain/capture/recent.ts';
import { mapEntryStrings, type TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import { newReading, type TranscriptReading } from '../../domain/capture/transcript-reading.ts';
import type { Moment } from '../../domain/session/decide.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Deps } from '../deps.ts';
import type { OpenFile } from '../ports/files.ts';
import type { TranscriptPiece } from '../ports/transcripts.ts';
import { addFound, redactContent } from '../redact-content.ts';
import { isOwnTranscript } from './is-own-transcript.ts';

type Needs = Pick<Deps, 'filesFor' | 'folders' | 'redactor' | 'store' | 'transcripts'>;

/**
 * A session that goes on in the transcript of another begins where that was left; only where nobody knows where that was
 * is it told by the time, which a clock may have wrong.
 */
async function firstReading(
  deps: Pick<Deps, 'store'>,
  session: Session,
  path: string,
  known: TranscriptReading | undefined,
  { now }: Moment,
): Promise<TranscriptReading> {
  const { id: sessionId, predecessorId, clientSessionId, startedAt } = session;
  const before = predecessorId === null ? undefined : await deps.store.captures.findReading(predecessorId);
  const position = before?.path === path ? before.position : null;
  const predecessor = predecessorId === null ? undefined : await deps.store.sessions.find(predecessorId);
  const isInherited = clientSessionId !== null && predecessor?.clientSessionId === clientSessionId;
  const since = known?.since ?? (isInherited && position === null ? startedAt : null);
  return newReading({ sessionId, path, position, since, updatedAt: now });
}

const mapTexts = (entries: readonly TranscriptEntry[], map: (text: string, field: string) => string) =>
  entries.map((entry) => mapEntryStrings(entry, (text) => map(text, entry.kind)));

async function withPiece(
  deps: Pick<Deps, 'redactor'>,
  reading: TranscriptReading,
  piece: TranscriptPiece,
  { now }: Moment,
): Promise<TranscriptReading> {
  const { since } = reading;
  const known = piece.isAnew ? newReading(reading) : reading;
  const own = piece.entries.filter(({ at }) => since === null || at === null || at >= since);
  const { content: entries, found } = await redactContent(deps.redactor, own, mapTexts);
  return {
    ...known,
    position: piece.position,
    gist: foldEntries(known.gist, entries),
    recent: keepRecent(known.recent, entries),
    skippedBytes: known.skippedBytes + piece.skippedBytes,
    redacted: addFound(known.redacted, found),
    updatedAt: now,
  };
}

/** undefined where there is nothing to be read. */
export async function readFrom(
  deps: Pick<Deps, 'redactor' | 'transcripts'>,
  file: OpenFile,
  before: TranscriptReading,
  client: string,
  limitMs: number,
  moment: Moment,
): Promise<TranscriptReading | undefined> {
  const piece = await deps.transcripts.read({ client, file, from: before.position, limitMs });
  return piece === undefined ? undefined : withPiece(deps, before, piece, moment);
}

/** The transcript that the client named, where it may be opened. */
async function openOwn(
  deps: Pick<Deps, 'filesFor'>,
  { transcriptPath, worktree }: Session,
): Promise<OpenFile | null> {
  if (transcriptPath === null) return null;
  try {
    return await deps.filesFor(worktree).openFile(transcriptPath, { field: 'transcript_path' });
  } catch {
    return null;
  }
}

/**
 * What a session's transcript shows, read on from where it was left. Without a transcript, or where it cannot be read,
 * what is known already; undefined where that is nothing.
 */
export async function readOn(
  deps: Needs,
  session: Session,
  limitMs: number,
  moment: Moment,
): Promise<TranscriptReading | undefined> {
  const stored = await deps.store.captures.findReading(session.id);
  if (session.client === null) return stored;
  const file = await openOwn(deps, session);
  if (file === null) return stored;
  try {
    const { path } = file;
    if (stored?.path !== path && !(await isOwnTranscript(deps, session, file, session.client))) return stored;
    const before = stored?.path === path ? stored : await firstReading(deps, session, path, stored, moment);
    return (await readFrom(deps, file, before, session.client, limitMs, moment)) ?? stored;
  } finally {
    await file.close();
  }
}
