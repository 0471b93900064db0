import { foldEntries } from '../../domain/capture/fold-entries.ts';
import { keepRecent } from '../../domain/capture/recent.ts';
import { mapEntryStrings, type TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import { newReading, type TranscriptReading } from '../../domain/capture/transcript-reading.ts';
import type { Project } from '../../domain/project/project.ts';
import type { Moment } from '../../domain/session/decide.ts';
import type { Session } from '../../domain/session/session.ts';
import { lazy } from '../../lib/lazy.ts';
import type { Deps } from '../deps.ts';
import type { OpenFile } from '../ports/files.ts';
import type { TranscriptPiece } from '../ports/transcripts.ts';
import { addFound, redactContent } from '../redact-content.ts';
import { isOwnTranscript } from './is-own-transcript.ts';

type Needs = Pick<Deps, 'filesFor' | 'folders' | 'redactor' | 'store' | 'transcripts'>;

/** What decides whose a transcript is and where its first reading begins. */
interface Origin {
  readonly project: Project | undefined;
  readonly predecessor: Session | undefined;
  /** How far the transcript of the predecessor was read. */
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
 * A session that goes on in the transcript of another begins where that was left; only where nobody knows where that was
 * is it told by the time, which a clock may have wrong.
 */
function firstReading(
  session: Session,
  path: string,
  known: TranscriptReading | undefined,
  { predecessor, before }: Origin,
  { now }: Moment,
): TranscriptReading {
  const { id: sessionId, clientSessionId, startedAt } = session;
  const position = before?.path === path ? before.position : null;
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

/** What the store knows of a transcript before it is opened. */
interface Prepared {
  readonly session: Session;
  readonly stored: TranscriptReading | undefined;
  readonly origin: () => Promise<Origin>;
}

async function readPrepared(
  deps: Needs,
  { session, stored, origin }: Prepared,
  limitMs: number,
  moment: Moment,
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
    const before =
      stored?.path === path ? stored : firstReading(session, path, stored, await origin(), moment);
    return (await readFrom(deps, file, before, client, limitMs, moment)) ?? stored;
  } finally {
    await file.close();
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
  const origin = lazy(() => loadOrigin(deps, session));
  return readPrepared(deps, { session, stored, origin }, limitMs, moment);
}

/** The origin is loaded in any case, so that the sessions of a batch ask together and not each after its file was opened. */
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
  /** No further transcript is begun after this time; the first is always read. */
  readonly totalMs?: number;
}

/** The same for several sessions, by their ids. Those that the time does not reach are left out. */
export async function readAllOn(
  deps: Needs,
  sessions: readonly Session[],
  { limitMs, totalMs = Number.POSITIVE_INFINITY }: ReadingLimits,
  moment: Moment,
): Promise<ReadonlyMap<string, TranscriptReading | undefined>> {
  const all = await Promise.all(sessions.map((session) => prepare(deps, session)));
  const readings = new Map<string, TranscriptReading | undefined>();
  const end = performance.now() + totalMs;
  // One after the other, because each transcript is read within a time of its own.
  for (const one of all) {
    const isFree = one.session.transcriptPath === null || readings.size === 0;
    if (!isFree && performance.now() >= end) continue;
    readings.set(one.session.id, await readPrepared(deps, one, limitMs, moment));
  }
  return readings;
}
