import { cursorInvalid } from '../../domain/error.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { createListCursor } from '../list-cursor.ts';
import { locateProject } from '../locate-project.ts';
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

/** Captures of a session, otherwise of the project, newest first. By default the project is that of the current session. */
export async function listCaptures(
  deps: Needs,
  caller: Caller,
  input: ListCapturesInput,
): Promise<ListedCaptures> {
  const session = input.session_id === undefined ? undefined : await getSession(deps, input.session_id);
  const isUnnamed = session === undefined && input.project === undefined;
  const current = isUnnamed ? await findCurrentSession(deps, caller) : undefined;
  const isLocated = session === undefined && current === undefined;
  const located = isLocated ? await locateProject(deps, caller, input.project) : undefined;
  const filter = {
    sessionId: session?.id,
    projectId: current?.projectId ?? located?.project.id,
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
