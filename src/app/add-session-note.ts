import { conflict, notFound } from '../domain/error.ts';
import { type Notice, nextStep } from '../domain/next-step.ts';
import { contentOf, mapNoteTexts, type Note, noteDigest } from '../domain/note/note.ts';
import type { Project } from '../domain/project/project.ts';
import { type Moment, momentIn } from '../domain/session/decide.ts';
import { refuseClosed } from '../domain/session/errors.ts';
import type { Session } from '../domain/session/session.ts';
import { checkText } from '../domain/text.ts';
import type { Bound, Caller } from './caller.ts';
import type { Deps } from './deps.ts';
import {
  beginningNotices,
  beginWriter,
  findWriter,
  getSession,
  locateWriterProject,
  type Writer,
} from './locate-writer.ts';
import { momentOf } from './moment.ts';
import { knownAfter, listNewPeers, peerNotices } from './peer-notices.ts';
import { type Found, redactContent } from './redact-content.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { namedFiles, speakerOf, takeWritingTurn } from './take-turn.ts';
import { draftNote, type GivenNote, wholeNote } from './write-note.ts';

type Needs = Pick<
  Deps,
  'clock' | 'filesFor' | 'folders' | 'ids' | 'readOff' | 'redactor' | 'settings' | 'store' | 'transcripts'
>;

export interface AddNoteInput {
  readonly note: GivenNote;
  readonly note_id?: string | undefined;
  readonly session_id?: string | undefined;
}

export interface AddedNote {
  readonly note: Note;
  readonly session: Session;
  readonly project: Project;
  readonly redacted: Found;
  readonly notices: readonly Notice[];
}

async function getNote(deps: Pick<Deps, 'store'>, id: string): Promise<Note> {
  const note = await deps.store.notes.find(id);
  if (note !== undefined) return note;
  throw notFound(
    'note_not_found',
    `No note has the id ${JSON.stringify(id)}.`,
    'Pass the id of an existing note, or leave out `note_id` to add a new one; nothing was written.',
    { fields: [{ field: 'note_id', problem: 'is unknown' }], next: [nextStep('note.read')] },
  );
}

/** The session the note belongs to; a note that is revised knows its own. */
async function locate(deps: Needs, caller: Caller, input: AddNoteInput, moment: Moment): Promise<Writer> {
  const noted = input.note_id === undefined ? undefined : await getNote(deps, input.note_id);
  const named = input.session_id === undefined ? undefined : await getSession(deps, input.session_id);
  if (noted !== undefined && named !== undefined && named.id !== noted.sessionId) {
    throw conflict(
      'note_in_other_session',
      `Note ${noted.id} belongs to session ${noted.sessionId}, not to ${named.id}.`,
      'Leave out `session_id` to revise the note where it is, or `note_id` to add a new one; nothing was written.',
      { fields: [{ field: 'note_id', problem: 'belongs to another session' }] },
    );
  }
  const writer = await findWriter(
    deps,
    caller,
    noted === undefined ? input : { session_id: noted.sessionId },
  );
  return writer ?? beginWriter(deps, caller, await locateWriterProject(deps, caller, {}), moment);
}

async function nextNote(
  deps: Pick<Deps, 'store'>,
  session: Session,
  input: AddNoteInput,
  at: string,
): Promise<Note> {
  if (input.note_id === undefined) return draftNote(session, input.note, at);
  const stored = await getNote(deps, input.note_id);
  const content = wholeNote({ ...contentOf(stored), ...definedOnly(input.note) });
  return { ...stored, ...content, updatedAt: at, version: stored.version + 1 };
}

const definedOnly = (note: GivenNote) =>
  Object.fromEntries(Object.entries(note).filter(([, value]) => value !== undefined)) as GivenNote;

async function attempt(
  deps: Needs,
  caller: Caller,
  input: AddNoteInput,
  redacted: Found,
): Promise<Bound<AddedNote>> {
  const moment = await momentOf(deps);
  const writer = await locate(deps, caller, input, moment);
  const { draft, located } = writer;
  refuseClosed(draft.session);
  const note = await nextNote(deps, draft.session, input, momentIn(draft.session, moment));
  const stored = await deps.store.notes.find(note.id);
  const isRepeat = stored !== undefined && input.note_id === undefined;
  const isKnown = isRepeat || (stored !== undefined && noteDigest(stored) === noteDigest(note));
  const isBinding = input.session_id === undefined && input.note_id === undefined;
  const outcome = (session: Session, kept: Note, peers: readonly Session[] = []): Bound<AddedNote> => ({
    result: {
      note: kept,
      session,
      project: located.project,
      redacted,
      notices: [...beginningNotices(session, located.project), ...peerNotices(session, peers)],
    },
    binding: { ...(isBinding ? { sessionId: session.id } : {}), ...knownAfter(caller, peers) },
  });
  if (isKnown) return outcome(draft.session, stored);
  const isRevision = stored !== undefined;
  const what = `${isRevision ? 'Note revised' : 'Note'}: ${note.title === null ? '' : `${note.title}: `}${note.summary}`;
  const turn = takeWritingTurn(draft, { who: speakerOf(caller, draft.session), what }, moment);
  await deps.store.ledger.commit([
    ...writer.changes,
    ...draft.changes(),
    ...turn,
    { kind: 'note', note, expectedVersion: note.version - 1 },
    ...(await namedFiles(draft.session.id, [note.summary, ...note.events, note.notes ?? ''], note.updatedAt)),
  ]);
  return outcome(draft.session, note, await listNewPeers(deps, caller, draft.session, moment));
}

/** Add a note to a sitting, or a new version of one. */
export async function addSessionNote(
  deps: Needs,
  caller: Caller,
  input: AddNoteInput,
): Promise<Bound<AddedNote>> {
  const whole = wholeNote(input.note);
  mapNoteTexts(whole, (text, field) => checkText(field, text, { isRequired: field === 'summary' }));
  const { content, found } = await redactContent(deps.redactor, whole, mapNoteTexts);
  const note = Object.fromEntries(
    Object.entries(content).filter(([field]) => input.note[field as keyof GivenNote] !== undefined),
  ) as GivenNote;
  return retryOnConflict(() => attempt(deps, caller, { ...input, note }, found));
}
