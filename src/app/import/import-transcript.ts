import { clipLine } from '../../domain/capture/clip.ts';
import type { ConversationTimes } from '../../domain/capture/conversation-times.ts';
import { newReading, type TranscriptReading } from '../../domain/capture/transcript-reading.ts';
import { hasCode } from '../../domain/error.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Session } from '../../domain/session/session.ts';
import { importedSessionId, isImported } from '../../domain/session/session.ts';
import { type CaptureDraft, expiredCaptures } from '../capture/draft-capture.ts';
import type { Deps } from '../deps.ts';
import type { Change } from '../ports/ledger.ts';
import type { OpenFile } from '../ports/system.ts';
import { redactTexts } from '../redact-content.ts';
import { SessionDraft } from '../session-draft.ts';
import type { PastFolder, PastTranscript } from './past-transcripts.ts';
import { type Conversation, readConversation, scanConversation } from './read-conversation.ts';

type Needs = Pick<Deps, 'filesFor' | 'redactor' | 'settings' | 'store' | 'transcripts'>;

export interface ImportSource {
  readonly client: string;
  readonly transcript: PastTranscript;
  readonly file: OpenFile;
  readonly folder: PastFolder;
  /** Conversations that ended before are left out. */
  readonly since: Instant | undefined;
  readonly isDryRun: boolean;
  onRead(bytes: number): void;
}

export type ImportOutcome =
  | 'imported'
  | 'continued'
  | 'unchanged'
  | 'recorded'
  /** Another file with the same id was imported. */
  | 'other_file'
  | 'empty'
  | 'older';

export interface ImportedTranscript {
  readonly outcome: ImportOutcome;
  readonly session: Pick<Session, 'id' | 'title' | 'startedAt' | 'endedAt'> | null;
}

/** So many captures go into one commit, and are held in memory before it. */
const MAX_HELD = 10;
const MAX_TITLE = 80;

/** The session in the state in which it ended. */
async function sessionOf(
  { redactor }: Needs,
  { client, transcript, file, folder }: ImportSource,
  { digest, times }: Awaited<ReturnType<typeof scanConversation>>,
): Promise<Omit<Session, 'version'>> {
  const { clientSessionId, changedAt } = transcript;
  const title = digest.title?.text ?? clipLine(digest.requests[0]?.text ?? '', MAX_TITLE);
  const { content } = await redactTexts(redactor, { title, branch: digest.branch });
  const { startedAt, endedAt, activeMs } = times ?? { startedAt: changedAt, endedAt: changedAt, activeMs: 0 };
  return {
    id: importedSessionId(client, clientSessionId),
    projectId: folder.project.id,
    kind: 'work',
    title: content.title || null,
    agent: null,
    client,
    clientSessionId,
    status: 'ended',
    startedAt,
    lastSeenAt: endedAt,
    activeSince: null,
    activeMs,
    pausedAt: null,
    endedAt,
    closedAt: null,
    predecessorId: null,
    successorId: null,
    worktree: folder.worktree,
    branch: content.branch,
    head: null,
    hasHooks: false,
    isImplicit: false,
    turnCount: digest.counts.requests,
    historyChars: 0,
    handoff: null,
    closing: null,
    orientationScore: null,
    gapCount: null,
    transcriptPath: file.path,
  };
}

/** A project that is created by this import is as old as the conversation. */
const datedFrom = (changes: readonly Change[], createdAt: Instant): readonly Change[] =>
  changes.map((change) =>
    change.kind === 'project' && change.expectedVersion === 0
      ? { ...change, project: { ...change.project, createdAt } }
      : change,
  );

const readingChanges = async (
  deps: Needs,
  reading: TranscriptReading,
  captures: readonly CaptureDraft[],
): Promise<readonly Change[]> => [
  ...captures.map(({ change }) => change),
  { kind: 'transcript_reading', reading },
  ...(captures.length === 0 ? [] : await expiredCaptures(deps, { now: reading.updatedAt })),
];

/** The conversation went on after it was imported. */
function continueSession(session: Session, times: ConversationTimes | null): readonly Change[] {
  if (times === null || times.endedAt <= session.lastSeenAt) return [];
  return new SessionDraft(session)
    .apply([
      { type: 'session.resumed', at: times.startedAt, clientSessionId: null, branch: null, head: null },
      { type: 'session.ended', at: times.endedAt },
    ])
    .changes();
}

/** Reads on from a stored reading to the end of the file. Each commit leaves a position from which it can go on. */
async function readRest(
  deps: Needs,
  conversation: Conversation,
  session: Session,
  from: TranscriptReading,
): Promise<boolean> {
  const { ledger } = deps.store;
  let held: CaptureDraft[] = [];
  let last = { reading: from, times: null as ConversationTimes | null };
  for await (const step of readConversation(deps, conversation, last)) {
    held.push(...step.captures);
    last = step;
    if (held.length < MAX_HELD) continue;
    await ledger.commit(await readingChanges(deps, step.reading, held));
    held = [];
  }
  const rest = continueSession(session, last.times);
  const isRead = last.reading !== from;
  if (isRead) await ledger.commit([...rest, ...(await readingChanges(deps, last.reading, held))]);
  return isRead;
}

const beginning = ({ transcript, file }: ImportSource, sessionId: string): TranscriptReading =>
  newReading({
    sessionId,
    path: file.path,
    position: null,
    since: null,
    updatedAt: transcript.changedAt,
  });

async function importNew(deps: Needs, source: ImportSource): Promise<ImportedTranscript> {
  const { client, file, folder, since, isDryRun, onRead } = source;
  const conversation = { client, file, projectId: folder.project.id, onRead };
  const held: CaptureDraft[] = [];
  const sessionId = importedSessionId(client, source.transcript.clientSessionId);
  let last = { reading: beginning(source, sessionId), times: null as ConversationTimes | null };
  if (!isDryRun) {
    for await (const step of readConversation(deps, conversation, last)) {
      held.push(...step.captures);
      last = step;
      if (held.length >= MAX_HELD) break;
    }
  }
  const whole = await scanConversation(deps, conversation, last);
  const session = await sessionOf(deps, source, whole);
  if (whole.digest.counts.requests === 0) return { outcome: 'empty', session: null };
  if (since !== undefined && session.lastSeenAt < since) return { outcome: 'older', session };
  if (isDryRun) return { outcome: 'imported', session };
  const draft = new SessionDraft(undefined).apply([
    { type: 'session.imported', at: session.lastSeenAt, session },
  ]);
  await deps.store.ledger.commit([
    ...datedFrom(folder.changes, session.startedAt),
    ...draft.changes(),
    ...(await readingChanges(deps, last.reading, held)),
  ]);
  await readRest(deps, conversation, draft.session, last.reading);
  return { outcome: 'imported', session };
}

const isGone = ({ filesFor }: Needs, path: string | null): Promise<boolean> =>
  filesFor(null)
    .openFile(path ?? '', { field: 'transcript' })
    .then((file) => file.close())
    .then(
      () => false,
      (error) => hasCode(error, 'file_not_found'),
    );

/** The reading keeps the first path: with the line, it is the key under which each message is stored. */
async function moveTranscript({ store }: Needs, session: Session, path: string): Promise<Session> {
  const draft = new SessionDraft(session);
  draft.apply([{ type: 'transcript.recorded', at: session.lastSeenAt, path }]);
  await store.ledger.commit(draft.changes());
  return draft.session;
}

async function importRest(deps: Needs, source: ImportSource, session: Session): Promise<ImportedTranscript> {
  const { client, file, isDryRun, onRead } = source;
  // From here on the client's hooks record the conversation.
  if (session.successorId !== null) return { outcome: 'recorded', session };
  const isMoved = session.transcriptPath !== file.path;
  if (isMoved && !(await isGone(deps, session.transcriptPath))) return { outcome: 'other_file', session };
  const conversation = { client, file, projectId: session.projectId, onRead };
  const from = (await deps.store.captures.findReading(session.id)) ?? beginning(source, session.id);
  if (isDryRun) {
    const { digest } = await scanConversation(deps, conversation, { reading: from, times: null });
    return { outcome: digest === from.digest ? 'unchanged' : 'continued', session };
  }
  const placed = isMoved ? await moveTranscript(deps, session, file.path) : session;
  const isRead = await readRest(deps, conversation, placed, from);
  return { outcome: isRead ? 'continued' : 'unchanged', session: placed };
}

/** Imports one conversation, or what was added to it since. What hooks have recorded is left as it is. */
export async function importTranscript(deps: Needs, source: ImportSource): Promise<ImportedTranscript> {
  const { sessions } = deps.store;
  const { clientSessionId } = source.transcript;
  const imported = await sessions.find(importedSessionId(source.client, clientSessionId));
  if (imported !== undefined) return importRest(deps, source, imported);
  const recorded = (await sessions.find(clientSessionId)) ?? (await findOfFile(deps, source));
  if (recorded === undefined) return importNew(deps, source);
  return isImported(recorded)
    ? importRest(deps, source, recorded)
    : { outcome: 'recorded', session: recorded };
}

/** The session that was made of this file before its client changed or removed the id in it. */
const findOfFile = ({ store }: Needs, { file, folder }: ImportSource) =>
  store.sessions.findOfTranscript(file.path, folder.project.id);
