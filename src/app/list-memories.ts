import { cursorInvalid } from '../domain/cursor-invalid.ts';
import { notFound } from '../domain/error.ts';
import type { RecordCategory, RecordStatus, RecordType, ThroughlineRecord } from '../domain/record/record.ts';
import { decodeCursor, encodeCursor } from '../lib/cursor.ts';
import { jsonSize, takeFitting } from '../lib/take-fitting.ts';
import { getSession } from './locate-writer.ts';
import { scopeOf } from './memory-scope.ts';
import type { RecordFilter } from './ports/windows.ts';
import { type RecordView, recordView } from './views/record-view.ts';
import type { Caller, World } from './world.ts';

export interface ListMemoriesInput {
  readonly ids?: readonly string[] | undefined;
  readonly category?: RecordCategory | undefined;
  readonly type?: RecordType | undefined;
  readonly project?: string | null | undefined;
  readonly status?: RecordStatus | 'all' | undefined;
  readonly session_id?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface MemoryList {
  readonly memories: readonly RecordView[];
  readonly next_cursor: string | null;
  readonly remaining: number;
}

const DEFAULT_LIMIT = 50;
const MAX_CHARS = 18_000;

/** Whole, in the order asked for; as many as one answer may hold. */
async function readWhole(
  world: World,
  ids: readonly string[],
  cursor: string | undefined,
): Promise<MemoryList> {
  const from = cursor === undefined ? 0 : decodeCursor(cursor, 1)?.[0];
  if (typeof from !== 'number') throw cursorInvalid();
  const found = await world.store.records.findAll(ids);
  const missing = ids.filter((id) => !found.some((record) => record.id === id));
  if (missing.length > 0) {
    throw notFound(
      'record_not_found',
      `No record has the id ${missing
        .slice(0, 5)
        .map((id) => JSON.stringify(id))
        .join(', ')}.`,
      'Take ids from boot_report, list_memories or get_session_state.',
      { fields: [{ field: 'ids', problem: 'names a record that does not exist' }] },
    );
  }
  const now = world.clock.now();
  const views = found.slice(from).map((record) => recordView(record, now));
  const memories = takeFitting(views, MAX_CHARS, jsonSize);
  const remaining = views.length - memories.length;
  return { memories, remaining, next_cursor: remaining > 0 ? encodeCursor(from + memories.length) : null };
}

async function listPage(world: World, caller: Caller, input: ListMemoriesInput): Promise<MemoryList> {
  const now = world.clock.now();
  const status = input.status ?? 'active';
  const sessionId =
    input.session_id === undefined ? undefined : (await getSession(world, input.session_id)).id;
  const isOfSession = sessionId !== undefined && input.project === undefined;
  const filter: RecordFilter = {
    sessionId,
    projectIds: isOfSession ? undefined : await scopeOf(world, caller, input.project),
    types: input.type === undefined ? undefined : [input.type],
    categories: input.category === undefined ? undefined : [input.category],
    status: status === 'all' ? undefined : { is: status, now },
    isNewestFirst: true,
  };
  const limit = input.limit ?? DEFAULT_LIMIT;
  const page = await world.store.records.list(filter, limit, input.cursor ?? null);
  const size = (record: ThroughlineRecord) => jsonSize(recordView(record, now));
  const fitting = takeFitting(page.items, MAX_CHARS, size);
  const shown =
    fitting.length === page.items.length
      ? page
      : await world.store.records.list(filter, fitting.length, input.cursor ?? null);
  return {
    memories: shown.items.map((record) => recordView(record, now)),
    next_cursor: shown.nextCursor,
    remaining: shown.remaining,
  };
}

/** Records, newest first, or the named ones whole. */
export const listMemories = (world: World, caller: Caller, input: ListMemoriesInput): Promise<MemoryList> =>
  input.ids === undefined ? listPage(world, caller, input) : readWhole(world, input.ids, input.cursor);
