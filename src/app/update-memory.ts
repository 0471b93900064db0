import { invalid } from '../domain/error.ts';
import { digestOf } from '../domain/id.ts';
import type { Instant } from '../domain/instant.ts';
import { type Notice, notice } from '../domain/next-step.ts';
import { resolveRecord, supersedeRecord } from '../domain/record/lifecycle.ts';
import type { RecordCategory, RecordStatus, ThroughlineRecord } from '../domain/record/record.ts';
import { recordNotFound } from '../domain/record/record-not-found.ts';
import { inheritFrom } from '../domain/record/same-text.ts';
import type { Moment } from '../domain/session/decide.ts';
import { checkText } from '../domain/text.ts';
import type { Caller } from './caller.ts';
import type { SETTABLE_STATUSES } from './choices.ts';
import type { Deps } from './deps.ts';
import { locateProject } from './locate-project.ts';
import { findWriter } from './locate-writer.ts';
import { loopTwins } from './loop-twins.ts';
import { type MemoryTexts, mapMemoryTexts } from './memory-texts.ts';
import { momentOf } from './moment.ts';
import type { Change } from './ports/ledger.ts';
import { addFound, type Found, redactContent, redactTexts } from './redact-content.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { isHolding, listSameMemories } from './same-memory.ts';
import { speakerOf, takeWritingTurn } from './take-turn.ts';
import { type RecordView, recordView } from './views/record-view.ts';

type Needs = Pick<Deps, 'clock' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store'>;

export interface UpdateMemoryInput {
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

export interface UpdatedMemory {
  readonly record: RecordView;
  /** false: it was so already, and nothing was written. */
  readonly isChanged: boolean;
  readonly redacted: Found;
  readonly notices: readonly Notice[];
}

export async function getRecord(deps: Pick<Deps, 'store'>, id: string): Promise<ThroughlineRecord> {
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

async function projectIdOf(deps: Needs, caller: Caller, input: UpdateMemoryInput, record: ThroughlineRecord) {
  if (input.project === undefined) return { projectId: record.projectId, changes: [] };
  if (input.project === null) return { projectId: null, changes: [] };
  const located = await locateProject(deps, caller, input.project);
  if (located === undefined) return { projectId: record.projectId, changes: [] };
  return { projectId: located.project.id, changes: located.changes };
}

/** What begins to hold here by this change, in these words, was not said here before. */
const isNewHere = (before: ThroughlineRecord, after: ThroughlineRecord, now: Instant) =>
  isHolding(after, now) &&
  (!isHolding(before, now) || after.digest !== before.digest || after.projectId !== before.projectId);

/** Others that say the same give way to the record that was named. Open loops are shown as one, so they may stay. */
async function listRepeated(
  deps: Pick<Deps, 'store'>,
  record: ThroughlineRecord,
  now: Instant,
): Promise<readonly ThroughlineRecord[]> {
  if (record.type === 'open_loop') return [];
  return (await listSameMemories(deps, record, now)).filter(({ id }) => id !== record.id);
}

/** With what the others were filed under, unless the call says otherwise. */
function mergeRepeated(
  record: ThroughlineRecord,
  repeated: readonly ThroughlineRecord[],
  input: UpdateMemoryInput,
): ThroughlineRecord {
  const merged = inheritFrom(record, repeated);
  return {
    ...merged,
    importance: input.importance ?? merged.importance,
    tags: input.tags === undefined ? merged.tags : record.tags,
    aliases: input.aliases === undefined ? merged.aliases : record.aliases,
  };
}

/** What coming back means: without its expiry, and beside whatever had taken its place. */
async function revivalNotices(
  deps: Pick<Deps, 'store'>,
  before: ThroughlineRecord,
  after: ThroughlineRecord,
  now: Instant,
): Promise<Notice[]> {
  const notices: Notice[] = [];
  if (before.expiresAt !== null && after.expiresAt === null) {
    notices.push(notice(`It had expired at ${before.expiresAt}; it holds again, without expiry.`));
  }
  if (before.supersededBy === null || after.supersededBy !== null) return notices;
  const [superseder] = await deps.store.records.findAll([before.supersededBy]);
  if (superseder !== undefined && isHolding(superseder, now)) {
    notices.push(notice(`${superseder.id}, which had taken its place, still holds: now both do.`));
  }
  return notices;
}

/** An open loop that two sessions opened is one loop: it ends as one. */
async function resolvedTwins(
  deps: Pick<Deps, 'store'>,
  next: ThroughlineRecord,
  before: ThroughlineRecord,
  moment: Moment,
): Promise<readonly ThroughlineRecord[]> {
  const isResolved = next.status === 'resolved' && before.status !== 'resolved';
  if (next.type !== 'open_loop' || !isResolved) return [];
  const twins = await loopTwins(deps, [before], moment);
  return twins.map((twin) => resolveRecord(twin, next.resolution, moment.now));
}

const idsOf = (records: readonly ThroughlineRecord[]) => records.map(({ id }) => id).join(', ');

async function attempt(
  deps: Needs,
  caller: Caller,
  input: UpdateMemoryInput,
  texts: MemoryTexts,
  resolution: string | null,
) {
  const moment = await momentOf(deps);
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
  const after = withStatus(edited, input.status, resolution, moment.now);
  if (sameRecord(after, before)) {
    return { record: recordView(before, moment.now), isChanged: false, notices: [] };
  }
  const changed = { ...after, updatedAt: moment.now, version: before.version + 1 };
  const isNew = isNewHere(before, changed, moment.now);
  const repeated = isNew ? await listRepeated(deps, changed, moment.now) : [];
  const next = mergeRepeated(changed, repeated, input);
  const isOnlyOne = isNew && next.type !== 'open_loop';
  const writer = await findWriter(deps, caller, {});
  const sessionId = writer?.draft.session.id;
  const all: Change[] = [
    ...changes,
    ...repeated.map((one): Change => {
      const superseded = supersedeRecord(one, next.id, moment.now);
      return { kind: 'record', record: superseded, expectedVersion: one.version, sessionId };
    }),
    { kind: 'record', record: next, expectedVersion: before.version, isOnlyOne, sessionId },
  ];
  const twins = await resolvedTwins(deps, next, before, moment);
  for (const twin of twins) {
    all.push({ kind: 'record', record: twin, expectedVersion: twin.version - 1, sessionId });
  }
  if (writer !== undefined && writer.draft.session.status === 'active') {
    const what = `Updated a ${next.type} (${next.id}).`;
    const turn = takeWritingTurn(
      writer.draft,
      { who: speakerOf(caller, writer.draft.session), what },
      moment,
    );
    all.push(...writer.draft.changes(), ...turn);
  }
  await deps.store.ledger.commit(all);
  const notices = await revivalNotices(deps, before, next, moment.now);
  if (repeated.length > 0)
    notices.push(notice(`Superseded by it, because they said the same: ${idsOf(repeated)}.`));
  if (twins.length > 0) notices.push(notice(`Resolved with it, because they say the same: ${idsOf(twins)}.`));
  return { record: recordView(next, moment.now), isChanged: true, notices };
}

/** Change a record; the earlier version is kept. */
export async function updateMemory(
  deps: Needs,
  caller: Caller,
  input: UpdateMemoryInput,
): Promise<UpdatedMemory> {
  const { id: _, ...changes } = input;
  if (Object.values(changes).every((value) => value === undefined)) {
    throw invalid(
      'nothing_to_update',
      'There is nothing to change.',
      'Pass at least one field besides `id`.',
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
  return { ...updated, redacted: addFound(found, alsoFound) };
}
