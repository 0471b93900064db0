import { checkText } from '../domain/check-text.ts';
import { invalid } from '../domain/error.ts';
import { digestOf } from '../domain/id.ts';
import type { Instant } from '../domain/instant.ts';
import { type Notice, notice } from '../domain/next-step.ts';
import { recordNotFound } from '../domain/record/errors.ts';
import {
  isLive,
  type RecordCategory,
  type RecordStatus,
  resolveRecord,
  type ThroughlineRecord,
} from '../domain/record/record.ts';
import { inheritMetadata } from '../domain/record/same-text.ts';
import type { TimeContext } from '../domain/session/session.ts';
import type { Caller } from './caller.ts';
import type { ProjectDeps, StoreDeps } from './deps.ts';
import { type MemoryTexts, mapMemoryTexts } from './draft-memory.ts';
import { listDuplicates } from './duplicate-records.ts';
import type { SETTABLE_STATUSES } from './input-constraints.ts';
import { locateProject } from './locate-project.ts';
import { findSessionWriter } from './locate-session.ts';
import { findDuplicateLoops, listOpenLoops } from './open-loops.ts';
import type { Change } from './ports/ledger.ts';
import { redactContent, redactTexts, sumRedactions } from './redact-content.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { addWriteTurn } from './session-draft.ts';
import { supersedeChanges } from './superseded-records.ts';
import { readTime } from './time-context.ts';
import { recordViewer } from './views/entity-views.ts';

interface UpdateMemoryInput {
  readonly id: string;
  readonly content?: string | undefined;
  readonly category?: RecordCategory | undefined;
  readonly importance?: number | undefined;
  readonly project?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly aliases?: readonly string[] | undefined;
  readonly status?: (typeof SETTABLE_STATUSES)[number] | undefined;
  readonly resolution?: string | undefined;
}

export async function getRecord(deps: StoreDeps, id: string): Promise<ThroughlineRecord> {
  const [record] = await deps.store.records.findAll([id]);
  if (record !== undefined) return record;
  throw recordNotFound([id], { field: 'id', problem: 'is unknown' });
}

function withStatus(
  record: ThroughlineRecord,
  status: RecordStatus | undefined,
  resolution: string | null,
  at: Instant,
): ThroughlineRecord {
  const next = status ?? record.status;
  if (status === 'active' && record.expiresAt !== null && record.expiresAt <= at) {
    return withStatus({ ...record, expiresAt: null }, status, resolution, at);
  }
  if (next === record.status) return resolution === null ? record : { ...record, resolution };
  if (next === 'resolved') return { ...record, status: next, resolvedAt: at, resolution };
  if (next === 'active')
    return { ...record, status: next, resolvedAt: null, resolution: null, supersededBy: null };
  return { ...record, status: next, resolution: resolution ?? record.resolution };
}

const sameRecord = (a: ThroughlineRecord, b: ThroughlineRecord) => JSON.stringify(a) === JSON.stringify(b);

async function projectIdOf(
  deps: ProjectDeps,
  caller: Caller,
  input: UpdateMemoryInput,
  record: ThroughlineRecord,
) {
  if (input.project === undefined) return { projectId: record.projectId, changes: [] };
  if (input.project === null) return { projectId: null, changes: [] };
  const located = await locateProject(deps, caller, input.project);
  if (located === undefined) return { projectId: record.projectId, changes: [] };
  return { projectId: located.project.id, changes: located.changes };
}

const isNewHere = (before: ThroughlineRecord, after: ThroughlineRecord, now: Instant) =>
  isLive(after, now) &&
  (!isLive(before, now) || after.digest !== before.digest || after.projectId !== before.projectId);

/** Other records with the same text are superseded. Open loops may stay, since reports merge them. */
async function listRepeated(deps: StoreDeps, record: ThroughlineRecord, now: Instant) {
  if (record.type === 'open_loop') return [];
  return (await listDuplicates(deps, record, now)).filter(({ id }) => id !== record.id);
}

function mergeRepeated(
  record: ThroughlineRecord,
  repeated: readonly ThroughlineRecord[],
  input: UpdateMemoryInput,
): ThroughlineRecord {
  const merged = inheritMetadata(record, repeated);
  return {
    ...merged,
    importance: input.importance ?? merged.importance,
    tags: input.tags === undefined ? merged.tags : record.tags,
    aliases: input.aliases === undefined ? merged.aliases : record.aliases,
  };
}

async function revivalNotices(
  deps: StoreDeps,
  before: ThroughlineRecord,
  after: ThroughlineRecord,
  now: Instant,
): Promise<Notice[]> {
  const notices: Notice[] = [];
  if (before.expiresAt !== null && after.expiresAt === null) {
    notices.push(
      notice(`It had expired at ${before.expiresAt}. It is active again, without an expiry time.`),
    );
  }
  if (before.supersededBy === null || after.supersededBy !== null) return notices;
  const [superseder] = await deps.store.records.findAll([before.supersededBy]);
  if (superseder !== undefined && isLive(superseder, now)) {
    notices.push(notice(`${superseder.id} replaced it and is still active. Now both are active.`));
  }
  return notices;
}

/** An open loop that two sessions opened is one loop: it ends as one. */
async function resolveDuplicateLoops(
  deps: StoreDeps,
  next: ThroughlineRecord,
  before: ThroughlineRecord,
  time: TimeContext,
): Promise<readonly ThroughlineRecord[]> {
  const isResolved = next.status === 'resolved' && before.status !== 'resolved';
  if (next.type !== 'open_loop' || !isResolved) return [];
  const { projectId } = before;
  const open = projectId === null ? [] : await listOpenLoops(deps, projectId, time);
  const duplicates = await findDuplicateLoops(deps, [before], open);
  return duplicates.map((duplicate) => resolveRecord(duplicate, next.resolution, time.now));
}

const idsOf = (records: readonly ThroughlineRecord[]) => records.map(({ id }) => id).join(', ');

async function attempt(
  deps: ProjectDeps,
  caller: Caller,
  input: UpdateMemoryInput,
  texts: MemoryTexts,
  resolution: string | null,
) {
  const time = await readTime(deps);
  const before = await getRecord(deps, input.id);
  const { projectId, changes } = await projectIdOf(deps, caller, input, before);
  const edited: ThroughlineRecord = {
    ...before,
    content: input.content === undefined ? before.content : texts.content,
    digest: input.content === undefined ? before.digest : digestOf(texts.content),
    category: input.category ?? before.category,
    importance: input.importance ?? before.importance,
    tags: input.tags === undefined ? before.tags : texts.tags,
    aliases: input.aliases === undefined ? before.aliases : texts.aliases,
    projectId,
  };
  const after = withStatus(edited, input.status, resolution, time.now);
  if (sameRecord(after, before)) {
    const view = await recordViewer(deps, [before], time.now);
    return { record: view(before), isChanged: false, notices: [] };
  }
  const changed = { ...after, updatedAt: time.now, version: before.version + 1 };
  const isNew = isNewHere(before, changed, time.now);
  const repeated = isNew ? await listRepeated(deps, changed, time.now) : [];
  const next = mergeRepeated(changed, repeated, input);
  const isOnlyOne = isNew && next.type !== 'open_loop';
  const writer = await findSessionWriter(deps, caller, {});
  const sessionId = writer?.draft.session.id;
  const all: Change[] = [
    ...changes,
    ...supersedeChanges(repeated, next.id, time.now, sessionId),
    { kind: 'record', record: next, expectedVersion: before.version, isOnlyOne, sessionId },
  ];
  const duplicates = await resolveDuplicateLoops(deps, next, before, time);
  for (const duplicate of duplicates) {
    all.push({ kind: 'record', record: duplicate, expectedVersion: duplicate.version - 1, sessionId });
  }
  if (writer !== undefined && writer.draft.session.status === 'active') {
    const what = `Updated the ${next.type} (${next.id}).`;
    const turn = addWriteTurn(writer.draft, caller, what, time);
    all.push(...writer.draft.changes(), ...turn);
  }
  await deps.store.ledger.commit(all);
  const notices = await revivalNotices(deps, before, next, time.now);
  if (repeated.length > 0)
    notices.push(notice(`Also superseded, because they have the same text: ${idsOf(repeated)}.`));
  if (duplicates.length > 0)
    notices.push(notice(`Also resolved, because they have the same text: ${idsOf(duplicates)}.`));
  const view = await recordViewer(deps, [next], time.now);
  return { record: view(next), isChanged: true, notices };
}

export async function updateMemory(deps: ProjectDeps, caller: Caller, input: UpdateMemoryInput) {
  const { id: _, ...changes } = input;
  if (Object.values(changes).every((value) => value === undefined)) {
    throw invalid(
      'nothing_to_update',
      'There is nothing to change.',
      'Pass at least one field in addition to `id`.',
      {
        fields: [{ field: 'content', problem: 'or another field is missing' }],
      },
    );
  }
  const given: MemoryTexts = {
    content: input.content ?? ' ',
    subject: null,
    tags: input.tags ?? [],
    aliases: input.aliases ?? [],
  };
  mapMemoryTexts(given, (text, field) =>
    field === 'content' && input.content === undefined ? text : checkText(field, text),
  );
  if (input.resolution !== undefined) checkText('resolution', input.resolution, { max: 10_000 });
  const { content: texts, found } = await redactContent(deps.redactor, given, mapMemoryTexts);
  const { content, found: alsoFound } = await redactTexts(deps.redactor, {
    resolution: input.resolution ?? null,
  });
  const updated = await retryOnConflict(() => attempt(deps, caller, input, texts, content.resolution));
  return { ...updated, redacted: sumRedactions(found, alsoFound) };
}
