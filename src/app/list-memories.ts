import { cursorInvalid, invalid } from '../domain/error.ts';
import { recordNotFound } from '../domain/record/errors.ts';
import type { RecordCategory, RecordStatus, RecordType } from '../domain/record/record.ts';
import { CURSOR_LISTS } from '../domain/record/sources.ts';
import { jsonSize, takeFitting } from '../lib/lists.ts';
import type { Caller } from './caller.ts';
import type { Deps, ProjectDeps } from './deps.ts';
import { createListCursor } from './list-cursor.ts';
import { getSession, scopeOf } from './locate-session.ts';
import type { RecordFilter } from './ports/readers.ts';
import { type RecordView, recordViewer } from './views/entity-views.ts';

interface ListMemoriesInput {
  readonly ids?: readonly string[] | undefined;
  readonly category?: RecordCategory | undefined;
  readonly type?: RecordType | undefined;
  readonly project?: string | null | undefined;
  readonly status?: RecordStatus | 'all' | undefined;
  readonly session_id?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

interface MemoryList {
  readonly memories: readonly RecordView[];
  readonly next_cursor: string | null;
  readonly remaining: number;
}

const DEFAULT_LIMIT = 50;
const MAX_CHARS = 18_000;

const FILTERS = ['category', 'type', 'project', 'status', 'session_id'] as const;

/** An id names one record, wherever it is: a filter beside it could only contradict it. */
function refuseFilters(input: ListMemoriesInput): void {
  const given = FILTERS.filter((field) => input[field] !== undefined);
  if (given.length === 0) return;
  throw invalid(
    'arguments_contradict',
    `\`ids\` names the records to read; ${given.map((field) => `\`${field}\``).join(', ')} would choose among them.`,
    'Pass `ids` alone to read those records whole, or leave it out to list by filters.',
    { fields: given.map((field) => ({ field, problem: 'cannot go with `ids`' })) },
  );
}

function offsetIn(place: string, count: number): number {
  const offset = /^\d{1,9}$/.test(place) ? Number(place) : 0;
  if (offset < 1 || offset >= count) throw cursorInvalid();
  return offset;
}

async function readByIds(
  deps: Pick<Deps, 'clock' | 'store'>,
  ids: readonly string[],
  input: ListMemoriesInput,
): Promise<MemoryList> {
  refuseFilters(input);
  const cursor = createListCursor(CURSOR_LISTS.recordsById, ids);
  const from = input.cursor === undefined ? 0 : offsetIn(cursor.decode(input.cursor), ids.length);
  const found = await deps.store.records.findAll(ids);
  const missing = ids.filter((id) => !found.some((record) => record.id === id));
  if (missing.length > 0) {
    throw recordNotFound(missing, { field: 'ids', problem: 'names a record that does not exist' });
  }
  const now = deps.clock.now();
  const views = found.slice(from).map(await recordViewer(deps, found, now));
  const memories = takeFitting(views.slice(0, input.limit), MAX_CHARS, jsonSize);
  const remaining = views.length - memories.length;
  const next = String(from + memories.length);
  return { memories, remaining, next_cursor: remaining > 0 ? cursor.encode(next) : null };
}

async function listPage(deps: ProjectDeps, caller: Caller, input: ListMemoriesInput): Promise<MemoryList> {
  const now = deps.clock.now();
  const status = input.status ?? 'active';
  const sessionId =
    input.session_id === undefined ? undefined : (await getSession(deps, input.session_id)).id;
  const isOfSession = sessionId !== undefined && input.project === undefined;
  const scope = {
    sessionId,
    projectIds: isOfSession ? undefined : await scopeOf(deps, caller, input.project),
    types: input.type === undefined ? undefined : [input.type],
    categories: input.category === undefined ? undefined : [input.category],
  };
  const filter: RecordFilter = {
    ...scope,
    status: status === 'all' ? undefined : { is: status, now },
    isNewestFirst: true,
  };
  const cursor = createListCursor(CURSOR_LISTS.records, { ...scope, status });
  const after = input.cursor === undefined ? null : cursor.decode(input.cursor);
  const limit = input.limit ?? DEFAULT_LIMIT;
  const page = await deps.store.records.list(filter, limit, after);
  const view = await recordViewer(deps, page.items, now);
  const fitting = takeFitting(page.items, MAX_CHARS, (record) => jsonSize(view(record)));
  const shown =
    fitting.length === page.items.length
      ? page
      : await deps.store.records.list(filter, fitting.length, after);
  return {
    memories: shown.items.map(view),
    next_cursor: shown.nextCursor && cursor.encode(shown.nextCursor),
    remaining: shown.remaining,
  };
}

export const listMemories = (deps: ProjectDeps, caller: Caller, input: ListMemoriesInput) =>
  input.ids === undefined ? listPage(deps, caller, input) : readByIds(deps, input.ids, input);
