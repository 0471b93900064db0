import { invalid } from '../domain/error.ts';
import { type HandoffContent, handoffItems } from '../domain/handoff/handoff.ts';
import { type Replacer, replacedBy } from '../domain/orientation/facts-after.ts';
import {
  type RecordType,
  resolveRecord,
  supersedeRecord,
  type ThroughlineRecord,
} from '../domain/record/record.ts';
import type { Session } from '../domain/session/session.ts';
import { createPause, mapInSlices, startEarly } from '../lib/concurrency.ts';
import type { StoreDeps } from './deps.ts';
import { listActiveDerived } from './derived-record-changes.ts';
import { type HandoffRecord, type HandoffWrite, handoffRecords } from './handoff-records.ts';
import { findDuplicateLoops, findLoops, listOpenLoops } from './open-loops.ts';
import type { Change } from './ports/ledger.ts';
import {
  checkSuperseded,
  excludeSuccessorRecords,
  listDecisionSubjects,
  supersededDecisions,
  withRecordsKnownBefore,
} from './superseded-records.ts';

export interface HandoffChanges {
  readonly added: readonly ThroughlineRecord[];
  /** Active before and after, as they are now. */
  readonly adopted: readonly ThroughlineRecord[];
  readonly removed: readonly ThroughlineRecord[];
  readonly resolvedLoopIds: readonly string[];
  readonly superseded: readonly ThroughlineRecord[];
  readonly changes: readonly Change[];
}

export const NO_CHANGES: HandoffChanges = {
  added: [],
  adopted: [],
  removed: [],
  resolvedLoopIds: [],
  superseded: [],
  changes: [],
};

type Replacement = readonly [old: ThroughlineRecord, by: string];

async function listNamedOrSameText(
  deps: StoreDeps,
  { session }: HandoffWrite,
  handed: readonly HandoffRecord[],
) {
  const ids = new Set(handed.flatMap(({ supersedes }) => supersedes));
  const found = ids.size === 0 ? [] : await deps.store.records.findAll([...ids]);
  const known = new Map(found.map((record) => [record.id, record]));
  return handed.flatMap(({ record, repeated, supersedes }): Replacement[] => {
    if (supersedes.length === 0) return repeated.map((old) => [old, record.id]);
    const named = { ...record, projectId: session.projectId, supersedes };
    const stored = supersedes.flatMap((id) => known.get(id) ?? []);
    const old = checkSuperseded(named, stored, 'decisions[].supersedes');
    return [...repeated, ...old].map((one) => [one, record.id]);
  });
}

const replacerOf = ({ id, worktree, activeSince, startedAt }: Session): Replacer => ({
  id,
  worktree,
  since: activeSince ?? startedAt,
});

/** A handoff adds to what its session left: only a new focus takes the place of the session's own focus, unless the session was resumed since. */
const wasLeftSince = ({ sessionId, createdAt }: ThroughlineRecord, { id, since }: Replacer): boolean =>
  sessionId === id && createdAt >= since;

async function listReplacedByType(
  deps: StoreDeps,
  { session, facts: found }: HandoffWrite,
  handed: readonly ThroughlineRecord[],
): Promise<readonly Replacement[]> {
  const facts = await found;
  const of = (type: RecordType) => handed.find((record) => record.type === type)?.id;
  const checkpoint = of('checkpoint');
  const focus = of('next_session_focus');
  const live = [...facts.checkpoints.items, ...facts.focus.items];
  const replacer = await withRecordsKnownBefore(deps, replacerOf(session), live);
  const items = await excludeSuccessorRecords(deps, session, replacedBy(facts, replacer));
  const old = items.length === 0 ? [] : await deps.store.records.findAll(items.map(({ id }) => id));
  return old.flatMap((record): Replacement[] => {
    const isKept = record.type !== 'checkpoint' && wasLeftSince(record, replacer);
    const by = record.type === 'checkpoint' ? checkpoint : (focus ?? (isKept ? undefined : checkpoint));
    return by === undefined ? [] : [[record, by]];
  });
}

/**
 * Loops are named by id or by exact text; a report shows global ones too. An unknown one must not cost the rest of a handoff: it is
 * left out and reported. A handoff that is repeated does not resolve the loops that it opened itself.
 */
async function resolvedLoops(
  deps: StoreDeps,
  { session, content, resolvedLoops: names, handoffId, time }: HandoffWrite,
): Promise<ThroughlineRecord[]> {
  const pause = createPause();
  const loops = new Map<string, ThroughlineRecord>();
  if (content.resolvedLoops.length === 0) return [];
  const [named, open] = await Promise.all([
    findLoops(deps, session.projectId, names),
    listOpenLoops(deps, session.projectId, time),
  ]);
  await pause();
  for (const given of content.resolvedLoops)
    for (const loop of named.get(given) ?? []) if (loop.handoffId !== handoffId) loops.set(loop.id, loop);
  if (loops.size === 0) return [];
  await pause();
  return [...loops.values(), ...(await findDuplicateLoops(deps, [...loops.values()], open))];
}

async function listReplacedDerived(
  deps: StoreDeps,
  { session, time }: HandoffWrite,
  handed: readonly ThroughlineRecord[],
): Promise<readonly Replacement[]> {
  const by = handed[0]?.id;
  if (by === undefined) return [];
  return (await listActiveDerived(deps, session, time)).map((record): Replacement => [record, by]);
}

const MAX_ITEMS = 25_000;

export function checkItemCount(content: HandoffContent): void {
  const count = handoffItems(content).length + content.resolvedLoops.length;
  if (count <= MAX_ITEMS) return;
  throw invalid(
    'handoff_too_large',
    `The handoff has ${count} items; the limit is ${MAX_ITEMS}.`,
    'Pass fewer items; nothing was written.',
    { fields: [{ field: 'handoff', problem: 'has too many items', limit: MAX_ITEMS }] },
  );
}

class RecordEdits {
  readonly before = new Map<string, ThroughlineRecord>();
  readonly after = new Map<string, ThroughlineRecord>();

  edit(record: ThroughlineRecord, change: (record: ThroughlineRecord) => ThroughlineRecord): void {
    const current = this.after.get(record.id) ?? record;
    const changed = change(current);
    if (changed === current) return;
    // Several edits in one commit are one version.
    this.before.set(record.id, this.before.get(record.id) ?? record);
    this.after.set(record.id, { ...changed, version: record.version + 1 });
  }

  isSuperseded(id: string): boolean {
    return this.after.get(id)?.status === 'superseded';
  }

  changes(sessionId: string): Change[] {
    return [...this.after.values()].map((record) => ({
      kind: 'record',
      record,
      expectedVersion: record.version - 1,
      sessionId,
    }));
  }
}

async function listReplacements(
  deps: StoreDeps,
  writing: HandoffWrite,
  handed: readonly HandoffRecord[],
  subjects: ReturnType<typeof listDecisionSubjects> | undefined,
) {
  const { session } = writing;
  const records = handed.map(({ record }) => record);
  const isHanded = new Set(records.map(({ id }) => id));
  const subjected = handed.filter(({ isSubjectNew }) => isSubjectNew).map(({ record }) => record);
  const [named, ...byRule] = await Promise.all([
    listNamedOrSameText(deps, writing, handed),
    listReplacedByType(deps, writing, records),
    supersededDecisions(deps, session, replacerOf(session), session.projectId, subjected, subjects),
    listReplacedDerived(deps, writing, records),
  ]);
  return [...named, ...byRule.flat().filter(([old]) => !isHanded.has(old.id))];
}

export async function handoffChanges(deps: StoreDeps, writing: HandoffWrite): Promise<HandoffChanges> {
  const pause = createPause();
  const resolving = resolvedLoops(deps, writing);
  const hasSubjects = writing.content.decisions.some(({ subject }) => subject !== null);
  const subjects = hasSubjects
    ? startEarly(listDecisionSubjects(deps, writing.session.projectId))
    : undefined;
  const [loops, handed] = await Promise.all([resolving, handoffRecords(deps, writing, resolving)]);
  const edits = new RecordEdits();
  await mapInSlices(loops, (loop) => edits.edit(loop, (record) => resolveRecord(record, null, writing.at)));
  await pause();
  for (const { record, adopted } of handed) if (adopted !== null) edits.edit(adopted, () => record);
  for (const [old, by] of await listReplacements(deps, writing, handed, subjects)) {
    if (!edits.isSuperseded(by)) edits.edit(old, (record) => supersedeRecord(record, by, writing.at));
  }
  await pause();
  const added = handed.filter(({ adopted }) => adopted === null).map(({ record }) => record);
  const adopted = handed.filter((one) => one.adopted !== null).map(({ record }) => record);
  const untouched = adopted.filter(({ id }) => !edits.after.has(id));
  const gone = [...edits.after.values()].filter(({ status }) => status !== 'active');
  return {
    added,
    adopted,
    removed: gone.flatMap(({ id }) => edits.before.get(id) ?? []),
    resolvedLoopIds: loops.map(({ id }) => id),
    superseded: gone.filter(({ status }) => status === 'superseded'),
    changes: [
      // Superseded records come first: a second active record with the same text is refused.
      ...edits.changes(writing.session.id),
      ...untouched.map((record): Change => ({ kind: 'unchanged', record })),
      ...added.map(
        (record): Change => ({
          kind: 'record',
          record,
          expectedVersion: 0,
          isOnlyOne: record.type !== 'open_loop',
          sessionId: writing.session.id,
        }),
      ),
    ],
  };
}
