import { checkText } from '../domain/check-text.ts';
import { type Notice, notice } from '../domain/next-step.ts';
import type { Replacer } from '../domain/orientation/facts-after.ts';
import type { ThroughlineRecord } from '../domain/record/record.ts';
import { refuseClosed } from '../domain/session/errors.ts';
import type { Bound, Caller } from './caller.ts';
import { findConcurrentSessions, NO_CONCURRENT_SESSIONS } from './concurrent-sessions.ts';
import type { WriteDeps } from './deps.ts';
import {
  draftMemory,
  type MemoryTexts,
  mapMemoryTexts,
  type StoreMemoryInput,
  type StoreRequest,
} from './draft-memory.ts';
import {
  differenceNotices,
  listDuplicates,
  supersedeWithExisting,
  withUniqueIds,
} from './duplicate-records.ts';
import { checkoutForWrite, type LocatedProject } from './locate-project.ts';
import {
  adoptClientSession,
  createSessionWriter,
  findSessionWriter,
  locateWriteProject,
  newSessionNotices,
  type SessionWriter,
} from './locate-session.ts';
import type { Change } from './ports/ledger.ts';
import { type RedactionCounts, redactContent } from './redact-content.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { addWriteTurn, fileMentionChanges } from './session-draft.ts';
import {
  listedNotice,
  recordsReplacedBy,
  supersedeChanges,
  supersededDecisionNotice,
  supersededRecords,
} from './superseded-records.ts';
import { readTime } from './time-context.ts';
import { type RecordView, recordViewer } from './views/entity-views.ts';

export interface StoredMemory {
  readonly record: RecordView;
  /** false: the same text was there already, and nothing was written. */
  readonly isNew: boolean;
  readonly sessionId: string | null;
  readonly redacted: RedactionCounts;
  readonly notices: readonly Notice[];
}

/** A person at the command line who names an unknown session is refused. */
const adoptSession = async ({ deps, caller, input }: StoreRequest) =>
  input.startsNoSession
    ? { caller, input, adoptedId: null, isBinding: input.session_id === undefined }
    : adoptClientSession(deps, caller, input);

async function locate({ deps, caller, input, time }: StoreRequest): Promise<SessionWriter | null> {
  const target = { session_id: input.session_id };
  const writer = await findSessionWriter(deps, caller, target);
  if (writer !== undefined) return writer;
  if (input.startsNoSession || (caller.folder === null && input.project === null)) return null;
  const project = caller.folder === null ? (input.project ?? undefined) : undefined;
  return createSessionWriter(deps, caller, await locateWriteProject(deps, caller, { project }), time);
}

async function scopeOf({ deps, caller, input }: StoreRequest, writer: SessionWriter | null) {
  if (input.project === null) return null;
  if (input.project === undefined && writer !== null) return writer.located;
  const located = await locateWriteProject(deps, caller, { project: input.project });
  return located.project.id === writer?.located.project.id ? writer.located : located;
}

/** Without a session the caller is a person, who knows all stored records. */
function replacerOf(writer: SessionWriter | null, { worktree, createdAt }: ThroughlineRecord): Replacer {
  if (writer === null) return { id: '', worktree, since: createdAt };
  const { id, activeSince, startedAt } = writer.draft.session;
  return { id, worktree, since: activeSince ?? startedAt };
}

/** Names what the record superseded by rule; what the call itself named is in the record's `supersedes`. */
function replacedNotices({ id, supersedes }: ThroughlineRecord, replaced: readonly ThroughlineRecord[]) {
  const decisions = replaced.filter(({ type }) => type === 'decision');
  const unnamed = replaced.filter((one) => one.type !== 'decision' && !supersedes.includes(one.id));
  return [
    ...listedNotice(
      unnamed.map((one) => one.id),
      unnamed,
    ),
    ...decisions.map((one) => supersededDecisionNotice(one, id)),
  ];
}

async function write(
  request: StoreRequest,
  writer: SessionWriter | null,
  scope: LocatedProject | null,
  record: ThroughlineRecord,
) {
  const { deps, caller, time } = request;
  const [fresh = record] = await withUniqueIds(deps, [record]);
  const superseded = await supersededRecords(deps, fresh);
  const session = writer?.draft.session ?? null;
  const replaced = await recordsReplacedBy(deps, session, replacerOf(writer, fresh), fresh, time);
  const old = new Map([...superseded, ...replaced].map((one) => [one.id, one]));
  const changes: Change[] = [...(writer?.changes ?? [])];
  const isOtherProject = scope !== null && scope.project.id !== writer?.located.project.id;
  if (isOtherProject) changes.push(...scope.changes);
  if (writer !== null) {
    const what = `Stored ${/^[aeiou]/.test(fresh.type) ? 'an' : 'a'} ${fresh.type} (${fresh.id}).`;
    const turn = addWriteTurn(writer.draft, caller, what, time);
    changes.push(
      ...writer.draft.changes(),
      ...turn,
      ...(await fileMentionChanges(writer.draft.session.id, [fresh.content], fresh.createdAt)),
    );
  }
  const sessionId = session?.id;
  // First, because one of them may have the same text.
  changes.push(...supersedeChanges(old.values(), fresh.id, fresh.createdAt, sessionId));
  changes.push({ kind: 'record', record: fresh, expectedVersion: 0, isOnlyOne: true, sessionId });
  await deps.store.ledger.commit(changes);
  return { kept: fresh, notices: replacedNotices(fresh, replaced) };
}

function beginningOf(writer: SessionWriter | null, scope: LocatedProject | null, adoptedId: string | null) {
  if (writer === null) return [];
  const { project } = writer.located;
  const notices = newSessionNotices(writer.draft.session, project, adoptedId);
  if (notices.length === 0 || scope === null || scope.project.id === project.id) return notices;
  const { name } = scope.project;
  return [...notices, notice(`The record itself is kept in the project ${JSON.stringify(name)}.`)];
}

async function attempt(given: StoreRequest): Promise<Bound<StoredMemory>> {
  const { adoptedId, isBinding: mayBind, ...adopted } = await adoptSession(given);
  const request = { ...given, ...adopted };
  const { caller, redacted, time } = request;
  const writer = await locate(request);
  if (writer !== null) refuseClosed(writer.draft.session);
  const scope = await scopeOf(request, writer);
  const place = await checkoutForWrite(request.deps, caller, writer?.draft.session ?? null);
  const record = draftMemory(request, writer, scope, place);
  const duplicates = await listDuplicates(request.deps, record, time.now);
  const known = duplicates.find(({ id }) => !record.supersedes.includes(id));
  const same = known && (await supersedeWithExisting(request, known, writer?.draft.session.id));
  const written = same === undefined ? await write(request, writer, scope, record) : undefined;
  const kept = same ?? written?.kept ?? record;
  const session = same === undefined && writer !== null ? writer.draft.session : null;
  const concurrent =
    session === null
      ? NO_CONCURRENT_SESSIONS
      : await findConcurrentSessions(request.deps, caller, session, time);
  const isBinding = session !== null && mayBind;
  return {
    result: {
      record: (await recordViewer(request.deps, [kept], time.now))(kept),
      isNew: same === undefined,
      sessionId: kept.sessionId,
      redacted,
      notices:
        same !== undefined
          ? differenceNotices(request, same)
          : [...beginningOf(writer, scope, adoptedId), ...(written?.notices ?? []), ...concurrent.notices],
    },
    binding: { ...(isBinding ? { sessionId: session.id } : {}), ...concurrent.binding },
  };
}

export async function storeMemory(
  deps: WriteDeps,
  caller: Caller,
  input: StoreMemoryInput,
): Promise<Bound<StoredMemory>> {
  const given: MemoryTexts = {
    content: input.content,
    subject: input.subject ?? null,
    tags: input.tags ?? [],
    aliases: input.aliases ?? [],
  };
  mapMemoryTexts(given, (text, field) => checkText(field, text, { isRequired: field === 'content' }));
  const { content: texts, found } = await redactContent(deps.redactor, given, mapMemoryTexts);
  return retryOnConflict(async () =>
    attempt({ deps, caller, input, texts, redacted: found, time: await readTime(deps) }),
  );
}
