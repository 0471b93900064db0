import { lastMessages } from '../../domain/capture/messages.ts';
import { newReading, type TranscriptReading } from '../../domain/capture/transcript-reading.ts';
import { checkText } from '../../domain/check-text.ts';
import { denied, notFound, ThroughlineError } from '../../domain/error.ts';
import { type Notice, nextStep } from '../../domain/next-step.ts';
import { refuseClosed } from '../../domain/session/errors.ts';
import type { Session, TimeContext } from '../../domain/session/session.ts';
import type { Bound, Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { adoptClientSession, newSessionNotices, openSessionWriter } from '../locate-session.ts';
import type { Change } from '../ports/ledger.ts';
import type { OpenFile } from '../ports/system.ts';
import { redactTexts } from '../redact-content.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import type { SessionDraft } from '../session-draft.ts';
import { addWriteTurn } from '../session-draft.ts';
import { readTime } from '../time-context.ts';
import { type CaptureView, captureView } from '../views/entity-views.ts';
import { draftCapture, expiredCaptures } from './draft-capture.ts';
import { isOwnTranscript, readNextPiece, resumeReading } from './read-transcript.ts';

type Needs = Pick<
  Deps,
  | 'clientsWithHooks'
  | 'clock'
  | 'filesFor'
  | 'folders'
  | 'ids'
  | 'isClientSessionId'
  | 'readOff'
  | 'redactor'
  | 'settings'
  | 'store'
  | 'transcripts'
>;
type ReadNamedNeeds = Pick<Deps, 'filesFor' | 'folders' | 'redactor' | 'store' | 'transcripts'>;

export interface CaptureNowInput {
  readonly reason?: string | undefined;
  readonly session_id?: string | undefined;
  readonly transcript_path?: string | undefined;
  readonly last_messages?: number | undefined;
  readonly max_chars?: number | undefined;
}

const MAX_REASON = 1_000;
const MAX_PATH = 4_096;
const READ_MS = 5_000;
const LAST_MESSAGES = 80;
const MAX_CHARS = 120_000;

const field = 'transcript_path';

/** A refused call does not store the session that it would begin, so the refusal must not name that session. */
const ofOtherProject = (named: string, { session, isNew }: SessionDraft) =>
  denied(
    'transcript_of_other_project',
    `${JSON.stringify(named)} is a transcript of a different project than ${isNew ? 'the current one' : `that of session ${session.id}`}.`,
    "Leave out `transcript_path` for the session's own, or work in the folder of that project; nothing was stored.",
    { fields: [{ field, problem: 'belongs to another project' }] },
  );

/** undefined if there is no such file. */
const openNamed = (
  deps: Pick<Deps, 'filesFor'>,
  { worktree }: Session,
  named: string,
): Promise<OpenFile | undefined> =>
  deps
    .filesFor(worktree)
    .openFile(named, { field })
    .catch((error: unknown) => {
      if (error instanceof ThroughlineError && error.kind === 'not_found') return undefined;
      throw error;
    });

/**
 * A path that the caller names is read from its beginning, and the stored reading of the session's own transcript stays
 * unchanged.
 */
async function readNamed(
  deps: ReadNamedNeeds,
  caller: Caller,
  draft: SessionDraft,
  named: string,
  time: TimeContext,
): Promise<TranscriptReading | undefined> {
  const { session } = draft;
  const file = await openNamed(deps, session, named);
  if (file === undefined) return undefined;
  try {
    const client = session.client ?? caller.client ?? '';
    if (!(await isOwnTranscript(deps, session, file, client))) throw ofOtherProject(named, draft);
    const { path } = file;
    const { id: sessionId } = session;
    const fresh = newReading({ sessionId, path, position: null, since: null, updatedAt: time.now });
    return await readNextPiece(deps, file, fresh, client, READ_MS, time);
  } finally {
    await file.close();
  }
}

const nothingIn = (named: string) =>
  notFound(
    'transcript_not_found',
    `${JSON.stringify(named)} does not exist, or contains no readable messages.`,
    'Pass the path of a transcript that exists, or leave out `transcript_path`; nothing was stored.',
    { fields: [{ field, problem: 'names no transcript' }] },
  );

const clientToConnect = (
  { clientsWithHooks }: Pick<Deps, 'clientsWithHooks'>,
  { client }: Session,
): string | undefined => clientsWithHooks.find((name) => name === client) ?? clientsWithHooks[0];

const withoutTranscript = ({ session, isNew }: SessionDraft): string => {
  if (isNew) return 'There is no open session here and no known transcript.';
  return session.transcriptPath === null
    ? `Session ${session.id} has no transcript, because its client reported none.`
    : `The transcript of session ${session.id} has no readable content.`;
};

function noTranscript(deps: Pick<Deps, 'clientsWithHooks'>, draft: SessionDraft) {
  const install = nextStep('client.install', { client: clientToConnect(deps, draft.session) });
  const [hint, next] = draft.isNew
    ? [
        'Pass `session_id` of a session that has a transcript, or pass `transcript_path`,',
        [nextStep('session.list')],
      ]
    : ['Pass `transcript_path`,', []];
  return notFound(
    'transcript_not_found',
    withoutTranscript(draft),
    `${hint} or connect the hooks of the client. Nothing was stored.`,
    { fields: [{ field, problem: 'is unknown' }], next: [...next, install] },
  );
}

/** Captures the last part of the transcript now, as before a compaction. */
export async function captureNow(
  deps: Needs,
  given: Caller,
  input: CaptureNowInput,
): Promise<Bound<{ readonly capture: CaptureView; readonly notices: readonly Notice[] }>> {
  if (input.reason !== undefined) checkText('reason', input.reason, { max: MAX_REASON });
  if (input.transcript_path !== undefined) checkText(field, input.transcript_path, { max: MAX_PATH });
  const { content } = await redactTexts(deps.redactor, { note: input.reason ?? null });
  return retryOnConflict(async () => {
    const time = await readTime(deps);
    const target = { session_id: input.session_id };
    const { caller, input: adopted, adoptedId } = await adoptClientSession(deps, given, target);
    const writer = await openSessionWriter(deps, caller, adopted, time);
    const { draft } = writer;
    const { session } = draft;
    refuseClosed(session);
    const named = input.transcript_path;
    const reading =
      named === undefined
        ? await resumeReading(deps, session, READ_MS, time)
        : await readNamed(deps, caller, draft, named, time);
    if (reading === undefined || reading.recent.length === 0)
      throw named === undefined ? noTranscript(deps, draft) : nothingIn(named);
    const recent = lastMessages(
      reading.recent,
      input.last_messages ?? LAST_MESSAGES,
      input.max_chars ?? MAX_CHARS,
    );
    const why = { reason: 'asked' as const, note: content.note, handoffId: null };
    const { path } = (await redactTexts(deps.redactor, { path: reading.path })).content;
    const { capture, change } = draftCapture(session, { ...reading, recent, path }, why, time);
    const what = `Stored a capture of the last ${recent.length} messages.`;
    const turn = addWriteTurn(draft, caller, what, time);
    const own: Change[] = named === undefined ? [{ kind: 'transcript_reading', reading }] : [];
    await deps.store.ledger.commit([
      ...writer.changes,
      ...draft.changes(),
      ...turn,
      ...own,
      change,
      ...(await expiredCaptures(deps, time)),
    ]);
    // If the same capture was stored before, it is returned in its present state.
    const kept = (await deps.store.captures.find(capture.id)) ?? capture;
    const notices = newSessionNotices(draft.session, writer.located.project, adoptedId);
    return { result: { capture: captureView(kept), notices }, binding: { sessionId: draft.session.id } };
  });
}
