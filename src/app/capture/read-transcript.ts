import { keepRecent } from '../../domain/capture/messages.ts';
import { reduceEntries } from '../../domain/capture/reduce/reduce-entries.ts';
import { EMPTY_DIGEST, type TranscriptDigest } from '../../domain/capture/transcript-digest.ts';
import { mapEntryStrings, type TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import { newReading, type TranscriptReading } from '../../domain/capture/transcript-reading.ts';
import { plusMs } from '../../domain/instant.ts';
import type { Project } from '../../domain/project/project.ts';
import type { Session, TimeContext } from '../../domain/session/session.ts';
import { isInside } from '../../lib/allowed-path.ts';
import { lazy } from '../../lib/lazy.ts';
import type { Deps } from '../deps.ts';
import type { OpenFile } from '../ports/system.ts';
import type { TranscriptPiece } from '../ports/transcripts.ts';
import { redactContent, sumRedactions } from '../redact-content.ts';
import { withSubagents } from './read-subagents.ts';

/** Whether the conversation took place in the session's project. Transcripts of other projects are not read. */
export async function isOwnTranscript(
  deps: Pick<Deps, 'folders' | 'store' | 'transcripts'>,
  session: Session,
  file: OpenFile,
  client: string,
  findProject = () => deps.store.projects.find(session.projectId),
): Promise<boolean> {
  const folder = await deps.transcripts.folderOf({ client, file });
  if (folder === null) return true;
  if (session.worktree !== null && isInside(session.worktree, folder)) return true;
  const project = await findProject();
  return project !== undefined && deps.folders.identify(folder)?.key === project.key;
}

type Needs = Pick<Deps, 'filesFor' | 'folders' | 'redactor' | 'store' | 'transcripts'>;

/** What decides whose transcript it is and where the first reading starts. */
interface Origin {
  readonly project: Project | undefined;
  readonly predecessor: Session | undefined;
  /** The reading of the predecessor's transcript. */
  readonly before: TranscriptReading | undefined;
}

const NO_ORIGIN: Origin = { project: undefined, predecessor: undefined, before: undefined };

async function loadOrigin(
  { store }: Pick<Deps, 'store'>,
  { projectId, predecessorId }: Session,
): Promise<Origin> {
  const [project, predecessor, before] = await Promise.all([
    store.projects.find(projectId),
    predecessorId === null ? undefined : store.sessions.find(predecessorId),
    predecessorId === null ? undefined : store.captures.findReading(predecessorId),
  ]);
  return { project, predecessor, before };
}

/**
 * A session that continues the transcript of another one starts at that one's position. If the position is unknown, the
 * start time decides, which depends on the clock.
 */
function firstReading(
  session: Session,
  path: string,
  known: TranscriptReading | undefined,
  { predecessor, before }: Origin,
  { now }: TimeContext,
): TranscriptReading {
  const { id: sessionId, clientSessionId, startedAt } = session;
  const position = before?.path === path ? before.position : null;
  const isInherited = clientSessionId !== null && predecessor?.clientSessionId === clientSessionId;
  const since = known?.since ?? (isInherited && position === null ? startedAt : null);
  return newReading({ sessionId, path, position, since, updatedAt: now });
}

const mapTexts = (entries: readonly TranscriptEntry[], map: (text: string, field: string) => string) =>
  entries.map((entry) => mapEntryStrings(entry, (text) => map(text, entry.kind)));

/** Whether a file that was replaced shows all that was known before. */
const isAsRich = (fresh: TranscriptDigest['counts'], known: TranscriptDigest['counts']): boolean =>
  fresh.requests >= known.requests && fresh.replies >= known.replies;

/**
 * What a reading goes on from. A file that was replaced is read from its beginning; if it shows less than before, it was
 * truncated, or a new one was begun: what is known stays, and only what is later is added to it.
 */
function readingBefore(
  reading: TranscriptReading,
  { isRestarted, entries }: TranscriptPiece,
  isKnownKept: boolean,
): { readonly known: TranscriptReading; readonly skippedLines: number } {
  const { digest, position } = reading;
  if (!isRestarted) return { known: reading, skippedLines: 0 };
  const lastAt = digest.last?.at ?? null;
  const isNewer = () => isAsRich(reduceEntries(EMPTY_DIGEST, entries).counts, digest.counts);
  if (lastAt === null || (!isKnownKept && isNewer())) return { known: newReading(reading), skippedLines: 0 };
  return { known: { ...reading, since: plusMs(lastAt, 1) }, skippedLines: position?.line ?? 0 };
}

/**
 * The reading after the next piece, with its recent messages as they were, and the entries of the piece without secrets. Pass
 * `isKnownKept` if all messages were stored: in a file that was replaced, they may stand on other lines, and would be stored again.
 */
export async function reducePiece(
  deps: Pick<Deps, 'redactor'>,
  reading: TranscriptReading,
  piece: TranscriptPiece,
  { now, isKnownKept = false }: Pick<TimeContext, 'now'> & { readonly isKnownKept?: boolean },
): Promise<{ readonly reading: TranscriptReading; readonly entries: readonly TranscriptEntry[] }> {
  const { known, skippedLines } = readingBefore(reading, piece, isKnownKept);
  const { since } = known;
  const own = piece.entries
    .filter(({ at }) => since === null || at === null || at >= since)
    .map((entry) => ({ ...entry, line: entry.line + skippedLines }));
  const { content: entries, found } = await redactContent(deps.redactor, own, mapTexts);
  const next = {
    ...known,
    position: { ...piece.position, line: piece.position.line + skippedLines },
    digest: reduceEntries(known.digest, entries),
    skippedBytes: known.skippedBytes + piece.skippedBytes,
    redacted: sumRedactions(known.redacted, found),
    updatedAt: now,
  };
  return { reading: next, entries };
}

async function appendPiece(
  deps: Pick<Deps, 'redactor'>,
  before: TranscriptReading,
  piece: TranscriptPiece,
  time: TimeContext,
): Promise<TranscriptReading> {
  const { reading, entries } = await reducePiece(deps, before, piece, time);
  return { ...reading, recent: keepRecent(reading.recent, entries) };
}

/** Reads on from the last position and returns the new state; undefined if there is nothing new to read. */
export async function readNextPiece(
  deps: Pick<Deps, 'redactor' | 'transcripts'>,
  file: OpenFile,
  before: TranscriptReading,
  client: string,
  limitMs: number,
  time: TimeContext,
): Promise<TranscriptReading | undefined> {
  const piece = await deps.transcripts.read({ client, file, from: before.position, limitMs });
  return piece === undefined ? undefined : appendPiece(deps, before, piece, time);
}

/** The transcript that the client named, if it can be opened. */
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

interface Prepared {
  readonly session: Session;
  readonly stored: TranscriptReading | undefined;
  readonly origin: () => Promise<Origin>;
}

async function readPrepared(
  deps: Needs,
  { session, stored, origin }: Prepared,
  limitMs: number,
  time: TimeContext,
): Promise<TranscriptReading | undefined> {
  const { client } = session;
  if (client === null) return stored;
  const file = await openOwn(deps, session);
  if (file === null) return stored;
  try {
    const { path } = file;
    const findProject = async () => (await origin()).project;
    if (stored?.path !== path && !(await isOwnTranscript(deps, session, file, client, findProject)))
      return stored;
    const before = stored?.path === path ? stored : firstReading(session, path, stored, await origin(), time);
    return (await readNextPiece(deps, file, before, client, limitMs, time)) ?? stored;
  } finally {
    await file.close();
  }
}

/**
 * Continues reading the session's transcript. If there is none, or it cannot be read, returns the stored reading, if
 * any.
 */
export async function resumeReading(
  deps: Needs,
  session: Session,
  limitMs: number,
  time: TimeContext,
): Promise<TranscriptReading | undefined> {
  const stored = await deps.store.captures.findReading(session.id);
  const origin = lazy(() => loadOrigin(deps, session));
  return readPrepared(deps, { session, stored, origin }, limitMs, time);
}

/** Loads the origin in any case, so that a batch of sessions makes its calls to the store together. */
async function prepare(deps: Pick<Deps, 'store'>, session: Session): Promise<Prepared> {
  const [stored, origin] = await Promise.all([
    deps.store.captures.findReading(session.id),
    session.transcriptPath === null ? NO_ORIGIN : loadOrigin(deps, session),
  ]);
  return { session, stored, origin: async () => origin };
}

export interface ReadingLimits {
  /** For each transcript. */
  readonly limitMs: number;
  /** No further transcript is started after this time; the first is always read. */
  readonly totalMs?: number;
}

/** Readings by session id. Sessions that were not reached in time are left out. */
export async function resumeReadings(
  deps: Needs,
  sessions: readonly Session[],
  { limitMs, totalMs = Number.POSITIVE_INFINITY }: ReadingLimits,
  time: TimeContext,
): Promise<ReadonlyMap<string, TranscriptReading | undefined>> {
  const all = await Promise.all(sessions.map((session) => prepare(deps, session)));
  const readings = new Map<string, TranscriptReading | undefined>();
  const end = performance.now() + totalMs;
  // Sequential, because each transcript has its own time limit.
  for (const one of all) {
    const isFree = one.session.transcriptPath === null || readings.size === 0;
    if (!isFree && performance.now() >= end) continue;
    const reading = await readPrepared(deps, one, limitMs, time);
    readings.set(one.session.id, reading && (await withSubagents(deps, one.session, reading, limitMs / 2)));
  }
  return readings;
}
