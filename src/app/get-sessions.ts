import { cursorInvalid } from '../domain/error.ts';
import { nextStep } from '../domain/next-step.ts';
import type { Note } from '../domain/note/note.ts';
import { ALL_PROJECTS, type Project } from '../domain/project/project.ts';
import type { Session, SessionKind, SessionStatus, TimeContext } from '../domain/session/session.ts';
import { decodeCursor, encodeCursor } from '../lib/cursor.ts';
import { groupBy, jsonSize } from '../lib/lists.ts';
import type { Caller } from './caller.ts';
import type { ProjectDeps, StoreDeps } from './deps.ts';
import { locateKnownProject } from './locate-project.ts';
import { findCurrentSession } from './locate-session.ts';
import type { RecordReader, SessionFilter, SessionKey } from './ports/readers.ts';
import { readTime, silentBefore } from './time-context.ts';
import { type NoteView, noteView, type SessionInfo, sessionInfo, shorten } from './views/entity-views.ts';
import { countsOf, lastCheckpoint } from './views/summarize-session.ts';

export interface SessionsInput {
  readonly project?: string | undefined;
  readonly status?: SessionStatus | undefined;
  readonly kind?: SessionKind | undefined;
  readonly agent?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly query?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface ListedSession extends SessionInfo {
  readonly notes: readonly NoteView[];
  readonly notes_remaining: number;
  readonly checkpoint: string | null;
  readonly loops: { readonly open: number; readonly resolved: number };
}

export interface SessionList {
  readonly sessions: readonly ListedSession[];
  readonly nextCursor: string | null;
  readonly remaining: number;
}

const DEFAULT_LIMIT = 20;
const MAX_CHARS = 17_500;
const CHECKPOINT_CHARS = 2_000;

interface Listing {
  readonly deps: StoreDeps;
  readonly caller: Caller;
}

interface Start {
  readonly after: SessionKey | null;
  readonly inside: { readonly id: string; readonly notesShown: number } | null;
}

function startAt(cursor: string | undefined): Start {
  if (cursor === undefined) return { after: null, inside: null };
  const [startedAt, id, notesShown] = decodeCursor(cursor, 3) ?? [];
  if (typeof startedAt !== 'string' || typeof id !== 'string') throw cursorInvalid();
  const isInside = typeof notesShown === 'number';
  return { after: { startedAt, id }, inside: isInside ? { id, notesShown } : null };
}

const cursorAt = ({ startedAt, id }: SessionKey, notesShown: number | null = null) =>
  encodeCursor(startedAt, id, notesShown);

async function pageFrom(
  deps: StoreDeps,
  { after, inside }: Start,
  filter: SessionFilter,
  limit: number,
  time: TimeContext,
) {
  const first = inside === null ? undefined : await deps.store.sessions.find(inside.id);
  const most = first === undefined ? limit : limit - 1;
  const page = await deps.store.sessions.list(filter, silentBefore(time), most, after);
  return { items: first === undefined ? page.items : [first, ...page.items], remaining: page.remaining };
}

interface Details {
  readonly projects: ReadonlyMap<string, Project>;
  readonly counts: ReadonlyMap<string, readonly RecordCount[]>;
  readonly checkpoints: ReadonlyMap<string, string | null>;
  readonly notes: ReadonlyMap<string, readonly Note[]>;
}

type RecordCount = Awaited<ReturnType<RecordReader['countBySession']>>[number];

async function loadDetails(listing: Listing, sessions: readonly Session[]): Promise<Details> {
  const { projects, records, notes } = listing.deps.store;
  const ids = sessions.map(({ id }) => id);
  const [ofProjects, counts, checkpoints, allNotes] = await Promise.all([
    projects.findAll([...new Set(sessions.map(({ projectId }) => projectId))]),
    records.countBySession(ids),
    Promise.all(sessions.map(async ({ id }) => [id, await lastCheckpoint(listing.deps, id)] as const)),
    notes.listOf(ids),
  ]);
  return {
    projects: new Map(ofProjects.map((project) => [project.id, project])),
    counts: groupBy(counts, ({ sessionId }) => sessionId),
    checkpoints: new Map(checkpoints),
    notes: groupBy(allNotes, ({ sessionId }) => sessionId),
  };
}

function shortCheckpoint({ wording }: Caller, session: string, text: string | null): string | null {
  const rest = nextStep('memory.list', { session, type: 'checkpoint' });
  return text === null ? null : shorten(text, CHECKPOINT_CHARS, wording.step(rest));
}

/** As many whole notes as fit in `room`; the first always does when `mustShowOne`. */
function fitNotes(notes: readonly Note[], room: number, mustShowOne: boolean): readonly NoteView[] {
  const shown: NoteView[] = [];
  let size = 0;
  for (const note of notes) {
    const view = noteView(note);
    size += jsonSize(view);
    if (size > room && !(mustShowOne && shown.length === 0)) break;
    shown.push(view);
  }
  return shown;
}

interface Entry {
  readonly listed: ListedSession;
  readonly size: number;
}

function entryOf(
  caller: Caller,
  details: Details,
  time: TimeContext,
  session: Session,
  notesShown: number,
  room: number,
  isFirst: boolean,
): Entry | undefined {
  const project = details.projects.get(session.projectId);
  if (project === undefined) throw new Error(`session ${session.id} has no project ${session.projectId}`);
  const counts = details.counts.get(session.id) ?? [];
  const loops = (status: string) =>
    counts.find((row) => row.type === 'open_loop' && row.status === status)?.count ?? 0;
  const checkpoint = details.checkpoints.get(session.id) ?? null;
  const head = {
    ...sessionInfo(session, project, time, { checkpoint, counts: countsOf(counts) }),
    checkpoint: shortCheckpoint(caller, session.id, checkpoint),
    loops: { open: loops('active'), resolved: loops('resolved') },
  };
  const notes = (details.notes.get(session.id) ?? []).slice(notesShown);
  const shown = fitNotes(notes, room - jsonSize(head), isFirst);
  const listed = { ...head, notes: shown, notes_remaining: notes.length - shown.length };
  const size = jsonSize(listed);
  const isTooLarge = size > room || (shown.length === 0 && notes.length > 0);
  return isTooLarge && !isFirst ? undefined : { listed, size };
}

async function projectIdOf(deps: ProjectDeps, caller: Caller, project: string | undefined) {
  if (project === ALL_PROJECTS) return undefined;
  const current = await findCurrentSession(deps, caller);
  const named = project ?? (current === undefined ? deps.settings.project : null);
  return named === null ? current?.projectId : (await locateKnownProject(deps, caller, named)).project.id;
}

/** Sessions, newest first, with their notes whole. A page ends early rather than cut a note. */
export async function getSessions(deps: ProjectDeps, caller: Caller, input: SessionsInput) {
  const time = await readTime(deps);
  const projectId = await projectIdOf(deps, caller, input.project);
  const { status, kind, agent, since, until, query } = input;
  const filter = { projectId, status, kind, agent, since, until, query };
  const start = startAt(input.cursor);
  const page = await pageFrom(deps, start, filter, input.limit ?? DEFAULT_LIMIT, time);

  const details = await loadDetails({ deps, caller }, page.items);
  const sessions: ListedSession[] = [];
  let room = MAX_CHARS;
  let last = start.after;
  for (const [index, session] of page.items.entries()) {
    const skipped = index === 0 ? (start.inside?.notesShown ?? 0) : 0;
    const entry = entryOf(caller, details, time, session, skipped, room, index === 0);
    const waiting = page.remaining + page.items.length - index;
    if (entry === undefined) return { sessions, nextCursor: last && cursorAt(last), remaining: waiting };
    sessions.push(entry.listed);
    if (entry.listed.notes_remaining > 0) {
      const seen = skipped + entry.listed.notes.length;
      return { sessions, nextCursor: cursorAt(session, seen), remaining: waiting };
    }
    room -= entry.size;
    last = { startedAt: session.startedAt, id: session.id };
  }
  const nextCursor = page.remaining > 0 && last !== null ? cursorAt(last) : null;
  return { sessions, nextCursor, remaining: page.remaining };
}
