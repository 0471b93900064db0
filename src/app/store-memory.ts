import { invalid } from '../domain/error.ts';
import { recordId } from '../domain/handoff/handoff.ts';
import { digestOf } from '../domain/id.ts';
import { HOUR_MS, type Instant, plusMs } from '../domain/instant.ts';
import { supersedeRecord } from '../domain/record/lifecycle.ts';
import {
  RECORD_FILING,
  type RecordCategory,
  type RecordType,
  type ThroughlineRecord,
} from '../domain/record/record.ts';
import { type Moment, momentIn } from '../domain/session/decide.ts';
import { refuseClosed } from '../domain/session/errors.ts';
import { checkText } from '../domain/text.ts';
import { withFreeId } from './fresh-record.ts';
import { type LocatedProject, locateProject } from './locate-project.ts';
import {
  beginningNotices,
  beginWriter,
  findWriter,
  locateWriterProject,
  type Writer,
} from './locate-writer.ts';
import { type MemoryTexts, mapMemoryTexts } from './memory-texts.ts';
import { momentOf } from './moment.ts';
import type { Change } from './ports/ledger.ts';
import { type Found, redactContent } from './redact-content.ts';
import { replacedRecords, supersededRecords } from './replaced-records.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { namedFiles, speakerOf, takeTurn } from './take-turn.ts';
import { type RecordView, recordView } from './views/record-view.ts';
import type { Caller, World } from './world.ts';

export interface StoreMemoryInput {
  readonly content: string;
  readonly category?: RecordCategory | undefined;
  readonly type?: RecordType | undefined;
  readonly subject?: string | undefined;
  readonly importance?: number | undefined;
  /** null is global. */
  readonly project?: string | null | undefined;
  readonly supersedes?: readonly string[] | undefined;
  readonly expires_at?: Instant | undefined;
  readonly ttl_hours?: number | undefined;
  readonly occurred_at?: Instant | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly aliases?: readonly string[] | undefined;
  readonly session_id?: string | undefined;
}

export interface StoredMemory {
  readonly record: RecordView;
  /** false: the same text was there already, and nothing was written. */
  readonly isNew: boolean;
  readonly sessionId: string | null;
  readonly redacted: Found;
  readonly notices: readonly string[];
}

interface Request {
  readonly world: World;
  readonly caller: Caller;
  readonly input: StoreMemoryInput;
  readonly texts: MemoryTexts;
  readonly redacted: Found;
  readonly moment: Moment;
}

function expiryOf({ expires_at, ttl_hours }: StoreMemoryInput, now: Instant): Instant | null {
  if (expires_at !== undefined && ttl_hours !== undefined) {
    throw invalid(
      'arguments_contradict',
      'expires_at and ttl_hours both say when it expires.',
      'Pass one of them; nothing was written.',
      { fields: [{ field: 'ttl_hours', problem: 'cannot go with expires_at' }] },
    );
  }
  if (expires_at !== undefined && expires_at <= now) {
    throw invalid(
      'expiry_in_the_past',
      `expires_at ${expires_at} is over already.`,
      'Pass a later time; nothing was written.',
      {
        fields: [{ field: 'expires_at', problem: 'is in the past' }],
      },
    );
  }
  return ttl_hours === undefined ? (expires_at ?? null) : plusMs(now, ttl_hours * HOUR_MS);
}

/** The session it is said in; only a global memory over a connection without one goes without. */
async function locate({ world, caller, input, moment }: Request): Promise<Writer | null> {
  const target = { session_id: input.session_id };
  const writer = await findWriter(world, caller, target);
  if (writer !== undefined) return writer;
  const named = input.project ?? undefined;
  if (caller.folder === null && input.project === null) return null;
  return beginWriter(world, caller, await locateWriterProject(world, caller, { project: named }), moment);
}

/** Where it holds: globally, in the project it names, else in that of its session. */
async function scopeOf(
  { world, caller, input }: Request,
  writer: Writer | null,
): Promise<LocatedProject | null> {
  if (input.project === null) return null;
  if (input.project === undefined) return writer?.located ?? null;
  const located = await locateProject(world, caller, input.project);
  return located?.project.id === writer?.located.project.id ? (writer?.located ?? null) : (located ?? null);
}

function draft(request: Request, writer: Writer | null, scope: LocatedProject | null): ThroughlineRecord {
  const { input, texts, moment } = request;
  const session = writer?.draft.session ?? null;
  const at = session === null ? moment.now : momentIn(session, moment);
  const type = input.type ?? 'memory';
  const filing = RECORD_FILING[type];
  const projectId = scope?.project.id ?? null;
  return {
    id: recordId(session?.id ?? projectId ?? '', type, 0, texts.content),
    type,
    category: input.category ?? filing.category,
    importance: input.importance ?? filing.importance,
    content: texts.content,
    digest: digestOf(texts.content),
    subject: texts.subject,
    status: 'active',
    projectId,
    sessionId: session?.id ?? null,
    handoffId: null,
    source: 'store_memory',
    position: 0,
    worktree: session?.worktree ?? null,
    branch: session?.branch ?? null,
    createdAt: at,
    occurredAt: input.occurred_at ?? null,
    updatedAt: at,
    version: 1,
    tags: texts.tags,
    aliases: texts.aliases,
    supersedes: input.supersedes ?? [],
    supersededBy: null,
    resolvedAt: null,
    resolution: null,
    expiresAt: expiryOf(input, moment.now),
    isWithheld: false,
  };
}

/** The same words, of the same type, in the same scope, and still holding. */
async function findSame(
  { world, moment }: Request,
  record: ThroughlineRecord,
): Promise<ThroughlineRecord | undefined> {
  const live = await world.store.records.listActiveByDigest(record.projectId, record.type, [record.digest]);
  return live.find(
    ({ expiresAt, isWithheld }) => !isWithheld && (expiresAt === null || expiresAt > moment.now),
  );
}

async function write(
  request: Request,
  writer: Writer | null,
  scope: LocatedProject | null,
  record: ThroughlineRecord,
) {
  const { world, caller, moment } = request;
  const fresh = await withFreeId(world, record);
  const superseded = await supersededRecords(world, fresh);
  const replaced = writer === null ? [] : await replacedRecords(world, writer.draft.session, fresh, moment);
  const old = new Map([...superseded, ...replaced].map((one) => [one.id, one]));
  const changes: Change[] = [...(writer?.changes ?? [])];
  const isOtherProject = scope !== null && scope.project.id !== writer?.located.project.id;
  if (isOtherProject) changes.push(...scope.changes);
  if (writer !== null) {
    const what = `Stored a ${fresh.type} (${fresh.id}).`;
    const turn = takeTurn(writer.draft, { who: speakerOf(caller, writer.draft.session), what }, moment);
    changes.push(
      ...writer.draft.changes(),
      turn,
      ...namedFiles(writer.draft.session.id, [fresh.content], fresh.createdAt),
    );
  }
  changes.push({ kind: 'record', record: fresh, expectedVersion: 0 });
  for (const one of old.values()) {
    const next = supersedeRecord(one, fresh.id, fresh.createdAt);
    if (next !== one) changes.push({ kind: 'record', record: next, expectedVersion: one.version });
  }
  await world.store.ledger.commit(changes);
  return fresh;
}

async function attempt(request: Request): Promise<StoredMemory> {
  const { caller, redacted, moment } = request;
  const writer = await locate(request);
  if (writer !== null) refuseClosed(writer.draft.session);
  const scope = await scopeOf(request, writer);
  const record = draft(request, writer, scope);
  const same = await findSame(request, record);
  const kept = same ?? (await write(request, writer, scope, record));
  const isBegun = same === undefined && writer !== null;
  if (isBegun && caller.connection !== null && request.input.session_id === undefined) {
    caller.connection.sessionId = writer.draft.session.id;
  }
  return {
    record: recordView(kept, moment.now),
    isNew: same === undefined,
    sessionId: kept.sessionId,
    redacted,
    notices: isBegun ? beginningNotices(writer.draft.session) : [],
  };
}

/** Keep one thing worth keeping; the same words in the same scope are kept once. */
export async function storeMemory(
  world: World,
  caller: Caller,
  input: StoreMemoryInput,
): Promise<StoredMemory> {
  const given: MemoryTexts = {
    content: input.content,
    subject: input.subject ?? null,
    tags: input.tags ?? [],
    aliases: input.aliases ?? [],
  };
  mapMemoryTexts(given, (text, field) => checkText(field, text));
  const { content: texts, found } = await redactContent(world.redactor, given, mapMemoryTexts);
  return retryOnConflict(async () =>
    attempt({ world, caller, input, texts, redacted: found, moment: await momentOf(world) }),
  );
}
