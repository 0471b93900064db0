import { type Notice, notice } from '../domain/next-step.ts';
import type { Replacer } from '../domain/orientation/facts-after.ts';
import { supersedeRecord } from '../domain/record/lifecycle.ts';
import type { ThroughlineRecord } from '../domain/record/record.ts';
import { refuseClosed } from '../domain/session/errors.ts';
import { checkText } from '../domain/text.ts';
import type { Bound, Caller } from './caller.ts';
import type { Deps } from './deps.ts';
import { draftMemory, type StoreMemoryInput, type StoreRequest } from './draft-memory.ts';
import { withFreeIds } from './fresh-record.ts';
import { type LocatedProject, placeOfWriting } from './locate-project.ts';
import {
  beginningNotices,
  beginWriter,
  findWriter,
  locateWriterProject,
  type Writer,
} from './locate-writer.ts';
import { type MemoryTexts, mapMemoryTexts } from './memory-texts.ts';
import { momentOf } from './moment.ts';
import { knownAfter, listNewPeers, peerNotices } from './peer-notices.ts';
import type { Change } from './ports/ledger.ts';
import { type Found, redactContent } from './redact-content.ts';
import { decidedAnewNotice, replacedRecords, supersededRecords } from './replaced-records.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { listSameMemories, supersedeByKnown, unlikeNotices } from './same-memory.ts';
import { listedNotice } from './superseded-notices.ts';
import { namedFiles, speakerOf, takeWritingTurn } from './take-turn.ts';
import { type RecordView, recordView } from './views/record-view.ts';

type Needs = Pick<
  Deps,
  'clock' | 'filesFor' | 'folders' | 'ids' | 'readOff' | 'redactor' | 'settings' | 'store' | 'transcripts'
>;

export interface StoredMemory {
  readonly record: RecordView;
  /** false: the same text was there already, and nothing was written. */
  readonly isNew: boolean;
  readonly sessionId: string | null;
  readonly redacted: Found;
  readonly notices: readonly Notice[];
}

/** The session it is said in, begun if need be: where the caller works, whichever project the record is for. */
async function locate({ deps, caller, input, moment }: StoreRequest): Promise<Writer | null> {
  const target = { session_id: input.session_id };
  const writer = await findWriter(deps, caller, target);
  if (writer !== undefined) return writer;
  if (input.beginsNoSession || (caller.folder === null && input.project === null)) return null;
  const project = caller.folder === null ? (input.project ?? undefined) : undefined;
  return beginWriter(deps, caller, await locateWriterProject(deps, caller, { project }), moment);
}

/** Where it holds: globally, in the project it names, else in that of its session or folder. */
async function scopeOf(
  { deps, caller, input }: StoreRequest,
  writer: Writer | null,
): Promise<LocatedProject | null> {
  if (input.project === null) return null;
  if (input.project === undefined && writer !== null) return writer.located;
  const located = await locateWriterProject(deps, caller, { project: input.project });
  return located.project.id === writer?.located.project.id ? writer.located : located;
}

/** Without a session it is a person who says so, and who knows all that was said before. */
function replacerOf(writer: Writer | null, { worktree, createdAt }: ThroughlineRecord): Replacer {
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
    ...decisions.map((one) => decidedAnewNotice(one, id)),
  ];
}

async function write(
  request: StoreRequest,
  writer: Writer | null,
  scope: LocatedProject | null,
  record: ThroughlineRecord,
) {
  const { deps, caller, moment } = request;
  const [fresh = record] = await withFreeIds(deps, [record]);
  const superseded = await supersededRecords(deps, fresh);
  const session = writer?.draft.session ?? null;
  const replaced = await replacedRecords(deps, session, replacerOf(writer, fresh), fresh, moment);
  const old = new Map([...superseded, ...replaced].map((one) => [one.id, one]));
  const changes: Change[] = [...(writer?.changes ?? [])];
  const isOtherProject = scope !== null && scope.project.id !== writer?.located.project.id;
  if (isOtherProject) changes.push(...scope.changes);
  if (writer !== null) {
    const what = `Stored ${/^[aeiou]/.test(fresh.type) ? 'an' : 'a'} ${fresh.type} (${fresh.id}).`;
    const turn = takeWritingTurn(
      writer.draft,
      { who: speakerOf(caller, writer.draft.session), what },
      moment,
    );
    changes.push(
      ...writer.draft.changes(),
      ...turn,
      ...(await namedFiles(writer.draft.session.id, [fresh.content], fresh.createdAt)),
    );
  }
  const sessionId = session?.id;
  changes.push({ kind: 'record', record: fresh, expectedVersion: 0, isOnlyOne: true, sessionId });
  for (const one of old.values()) {
    const next = supersedeRecord(one, fresh.id, fresh.createdAt);
    if (next !== one) changes.push({ kind: 'record', record: next, expectedVersion: one.version, sessionId });
  }
  await deps.store.ledger.commit(changes);
  return { kept: fresh, notices: replacedNotices(fresh, replaced) };
}

function beginningOf(writer: Writer | null, scope: LocatedProject | null): Notice[] {
  if (writer === null) return [];
  const { project } = writer.located;
  const notices = beginningNotices(writer.draft.session, project);
  if (notices.length === 0 || scope === null || scope.project.id === project.id) return notices;
  const { name } = scope.project;
  return [...notices, notice(`The record itself is kept in the project ${JSON.stringify(name)}.`)];
}

async function attempt(request: StoreRequest): Promise<Bound<StoredMemory>> {
  const { caller, redacted, moment } = request;
  const writer = await locate(request);
  if (writer !== null) refuseClosed(writer.draft.session);
  const scope = await scopeOf(request, writer);
  const place = await placeOfWriting(request.deps, caller, writer?.draft.session ?? null);
  const record = draftMemory(request, writer, scope, place);
  const [known] = await listSameMemories(request.deps, record, moment.now);
  const same = known && (await supersedeByKnown(request, known, writer?.draft.session.id));
  const written = same === undefined ? await write(request, writer, scope, record) : undefined;
  const kept = same ?? written?.kept ?? record;
  const session = same === undefined && writer !== null ? writer.draft.session : null;
  const peers = session === null ? [] : await listNewPeers(request.deps, caller, session, moment);
  const isBinding = session !== null && request.input.session_id === undefined;
  return {
    result: {
      record: recordView(kept, moment.now),
      isNew: same === undefined,
      sessionId: kept.sessionId,
      redacted,
      notices:
        same !== undefined
          ? unlikeNotices(request, same)
          : [
              ...beginningOf(writer, scope),
              ...(written?.notices ?? []),
              ...(session === null ? [] : peerNotices(session, peers)),
            ],
    },
    binding: { ...(isBinding ? { sessionId: session.id } : {}), ...knownAfter(caller, peers) },
  };
}

/** Keep one thing worth keeping; the same words in the same scope are kept once. */
export async function storeMemory(
  deps: Needs,
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
    attempt({ deps, caller, input, texts, redacted: found, moment: await momentOf(deps) }),
  );
}
