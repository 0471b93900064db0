import { cursorInvalid } from '../../domain/error.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { createListCursor } from '../list-cursor.ts';
import { locateKnownProject, locateProject } from '../locate-project.ts';
import { findCurrentSession, getSession } from '../locate-session.ts';
import { type CaptureView, captureView } from '../views/entity-views.ts';

type Needs = Pick<Deps, 'clock' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store'>;

export interface ListCapturesInput {
  readonly session_id?: string | undefined;
  readonly project?: string | undefined;
  readonly unreviewed_only?: boolean | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface ListedCaptures {
  readonly captures: readonly CaptureView[];
  readonly next_cursor: string | null;
  readonly remaining: number;
}

const DEFAULT_LIMIT = 20;

const placeIn = (text: string): number => {
  const place = Number(text);
  if (!Number.isSafeInteger(place) || place < 1) throw cursorInvalid();
  return place;
};

/** The named project, otherwise that of the current session or of the folder. A session alone may be of any project. */
async function projectIdOf(deps: Needs, caller: Caller, { session_id, project }: ListCapturesInput) {
  if (project !== undefined) return (await locateKnownProject(deps, caller, project)).project.id;
  if (session_id !== undefined) return undefined;
  const current = await findCurrentSession(deps, caller);
  return current?.projectId ?? (await locateProject(deps, caller, undefined))?.project.id;
}

/** Captures of a session or of a project, newest first. */
export async function listCaptures(
  deps: Needs,
  caller: Caller,
  input: ListCapturesInput,
): Promise<ListedCaptures> {
  const session = input.session_id === undefined ? undefined : await getSession(deps, input.session_id);
  const filter = {
    sessionId: session?.id,
    projectId: await projectIdOf(deps, caller, input),
    isUnreviewed: input.unreviewed_only,
  };
  const cursor = createListCursor('captures', filter);
  const before = input.cursor === undefined ? null : placeIn(cursor.decode(input.cursor));
  const { items, remaining } = await deps.store.captures.list(filter, input.limit ?? DEFAULT_LIMIT, before);
  const last = items.at(-1);
  return {
    captures: items.map(({ capture }) => captureView(capture)),
    next_cursor: remaining > 0 && last !== undefined ? cursor.encode(String(last.seq)) : null,
    remaining,
  };
}
