import { checkText } from '../domain/check-text.ts';
import { conflict, notFound } from '../domain/error.ts';
import { type Notice, nextStep } from '../domain/next-step.ts';
import {
  completeNote,
  draftNote,
  mapNoteTexts,
  type Note,
  type NoteInput,
  noteContentOf,
  noteDigest,
} from '../domain/note/note.ts';
import type { Project } from '../domain/project/project.ts';
import { sessionTime } from '../domain/session/decide.ts';
import { refuseClosed } from '../domain/session/errors.ts';
import type { Session, TimeContext } from '../domain/session/session.ts';
import type { Bound, Caller } from './caller.ts';
import { findConcurrentSessions, NO_CONCURRENT_SESSIONS } from './concurrent-sessions.ts';
import type { StoreDeps, WriteDeps } from './deps.ts';
import { adoptClientSession, getSession, newSessionNotices, openSessionWriter } from './locate-session.ts';
import { type RedactionCounts, redactContent } from './redact-content.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { addWriteTurn, fileMentionChanges } from './session-draft.ts';
import { readTime } from './time-context.ts';
import { type NoteView, noteView } from './views/entity-views.ts';

interface AddNoteInput {
  readonly note: NoteInput;
  readonly note_id?: string | undefined;
  readonly session_id?: string | undefined;
}

interface AddedNote {
  readonly note: Note;
  readonly session: Session;
  readonly project: Project;
  readonly redacted: RedactionCounts;
  readonly notices: readonly Notice[];
}

async function getNote(deps: StoreDeps, id: string, field = 'note_id'): Promise<Note> {
  const note = await deps.store.notes.find(id);
  if (note !== undefined) return note;
  throw notFound(
    'note_not_found',
    `No note has the id ${JSON.stringify(id)}.`,
    field === 'id'
      ? 'Pass the id of an existing note.'
      : 'Pass the id of an existing note, or leave out `note_id` to add a new one; nothing was written.',
    { fields: [{ field, problem: 'is unknown' }], next: [nextStep('note.read')] },
  );
}

/** One note, whole. */
export const readNote = async (
  deps: StoreDeps,
  _caller: Caller,
  { id }: { readonly id: string },
): Promise<NoteView> => noteView(await getNote(deps, id, 'id'));

/** The session of the note: for a revision that of the stored note. */
async function locate(deps: WriteDeps, caller: Caller, input: AddNoteInput, time: TimeContext) {
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
  return openSessionWriter(deps, caller, { session_id: noted?.sessionId ?? input.session_id }, time);
}

async function nextNote(deps: StoreDeps, session: Session, input: AddNoteInput, at: string): Promise<Note> {
  if (input.note_id === undefined) return draftNote(session, input.note, at);
  const stored = await getNote(deps, input.note_id);
  const content = completeNote({ ...noteContentOf(stored), ...input.note });
  return { ...stored, ...content, updatedAt: at, version: stored.version + 1 };
}

async function attempt(deps: WriteDeps, given: Caller, request: AddNoteInput, redacted: RedactionCounts) {
  const time = await readTime(deps);
  // An existing note is of an existing session.
  const { caller, input, adoptedId, ...adoption } =
    request.note_id === undefined
      ? await adoptClientSession(deps, given, request)
      : { caller: given, input: request, adoptedId: null, isBinding: false };
  const writer = await locate(deps, caller, input, time);
  const { draft, located } = writer;
  refuseClosed(draft.session);
  const note = await nextNote(deps, draft.session, input, sessionTime(draft.session, time));
  const stored = await deps.store.notes.find(note.id);
  const isRepeat = stored !== undefined && input.note_id === undefined;
  const isKnown = isRepeat || (stored !== undefined && noteDigest(stored) === noteDigest(note));
  const isBinding = adoption.isBinding && input.note_id === undefined;
  const outcome = (session: Session, kept: Note, concurrent = NO_CONCURRENT_SESSIONS): Bound<AddedNote> => ({
    result: {
      note: kept,
      session,
      project: located.project,
      redacted,
      notices: [...newSessionNotices(session, located.project, adoptedId), ...concurrent.notices],
    },
    binding: { ...(isBinding ? { sessionId: session.id } : {}), ...concurrent.binding },
  });
  if (isKnown) return outcome(draft.session, stored);
  const isRevision = stored !== undefined;
  const what = `${isRevision ? 'Note revised' : 'Note'}: ${note.title === null ? '' : `${note.title}: `}${note.summary}`;
  const turn = addWriteTurn(draft, caller, what, time);
  await deps.store.ledger.commit([
    ...writer.changes,
    ...draft.changes(),
    ...turn,
    { kind: 'note', note, expectedVersion: note.version - 1 },
    ...(await fileMentionChanges(
      draft.session.id,
      [note.summary, ...note.events, note.notes ?? ''],
      note.updatedAt,
    )),
  ]);
  return outcome(draft.session, note, await findConcurrentSessions(deps, caller, draft.session, time));
}

export async function addSessionNote(
  deps: WriteDeps,
  caller: Caller,
  input: AddNoteInput,
): Promise<Bound<AddedNote>> {
  const whole = completeNote(input.note);
  mapNoteTexts(whole, (text, field) => checkText(field, text, { isRequired: field === 'summary' }));
  const { content, found } = await redactContent(deps.redactor, whole, mapNoteTexts);
  const note = Object.fromEntries(
    Object.entries(content).filter(([field]) => input.note[field as keyof NoteInput] !== undefined),
  ) as NoteInput;
  return retryOnConflict(() => attempt(deps, caller, { ...input, note }, found));
}
