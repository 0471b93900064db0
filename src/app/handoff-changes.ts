import { invalid, notFound } from '../domain/error.ts';
import type { HandoffItem } from '../domain/handoff/handoff.ts';
import { type HandoffContent, handoffItems, recordId } from '../domain/handoff/handoff.ts';
import { digestOf } from '../domain/id.ts';
import type { Instant } from '../domain/instant.ts';
import type { OrientationFacts } from '../domain/orientation/facts.ts';
import { type Replacer, replacedBy } from '../domain/orientation/facts-after.ts';
import { resolveRecord, supersedeRecord } from '../domain/record/lifecycle.ts';
import { newRecord } from '../domain/record/new-record.ts';
import type { RecordType, ThroughlineRecord } from '../domain/record/record.ts';
import type { Moment } from '../domain/session/decide.ts';
import type { Session } from '../domain/session/session.ts';
import { stillDerived } from './derive-handoff.ts';
import { withFreeId } from './fresh-record.ts';
import { withKnownBefore } from './known-before.ts';
import type { Place } from './locate-project.ts';
import { loopTwins } from './loop-twins.ts';
import type { Change } from './ports/ledger.ts';
import { decidedAnew, decidedAnewNotice, supersededRecords } from './replaced-records.ts';
import type { World } from './world.ts';

export interface HandoffWriting {
  readonly session: Session;
  readonly content: HandoffContent;
  readonly handoffId: string;
  readonly facts: OrientationFacts;
  readonly place: Place;
  readonly at: Instant;
  readonly moment: Moment;
}

/** What a handoff does to the records: those it adds, and those it resolves or replaces. */
export interface HandoffChanges {
  readonly added: readonly ThroughlineRecord[];
  /** As they were before; they stop being live. */
  readonly removed: readonly ThroughlineRecord[];
  readonly resolvedLoopIds: readonly string[];
  /** What its writer should know of it. */
  readonly notices: readonly string[];
  readonly changes: readonly Change[];
}

export const NO_CHANGES: HandoffChanges = {
  added: [],
  removed: [],
  resolvedLoopIds: [],
  notices: [],
  changes: [],
};

const recordOf = (item: HandoffItem, { session, handoffId, place, at }: HandoffWriting): ThroughlineRecord =>
  newRecord({
    id: recordId(session.id, item.type, item.position, item.text),
    type: item.type,
    content: item.text,
    subject: item.subject,
    projectId: session.projectId,
    sessionId: session.id,
    handoffId,
    source: 'end_session',
    position: item.position,
    ...place,
    createdAt: at,
    supersedes: item.supersedes,
  });

const sameText = (record: ThroughlineRecord) => `${record.type} ${record.digest}`;

/** The same words twice in one session are one record. */
async function newRecords(world: World, writing: HandoffWriting): Promise<ThroughlineRecord[]> {
  const unique = new Map<string, ThroughlineRecord>();
  for (const item of handoffItems(writing.content)) {
    const record = recordOf(item, writing);
    if (!unique.has(sameText(record))) unique.set(sameText(record), record);
  }
  if (writing.session.handoff === null) return [...unique.values()];
  const fresh: ThroughlineRecord[] = [];
  for (const record of unique.values()) {
    const { projectId, type, digest } = record;
    const live =
      projectId === null ? [] : await world.store.records.listActiveByDigest(projectId, type, [digest]);
    const isThere = live.some(({ sessionId }) => sessionId === writing.session.id);
    if (!isThere) fresh.push(await withFreeId(world, record));
  }
  return fresh;
}

async function superseded(
  world: World,
  added: readonly ThroughlineRecord[],
): Promise<[ThroughlineRecord, string][]> {
  const pairs: [ThroughlineRecord, string][] = [];
  for (const record of added) {
    if (record.supersedes.length === 0) continue;
    const old = await supersededRecords(world, record, 'decisions[].supersedes');
    pairs.push(...old.map((known): [ThroughlineRecord, string] => [known, record.id]));
  }
  return pairs;
}

const replacerOf = ({ id, worktree, activeSince, startedAt }: Session): Replacer => ({
  id,
  worktree,
  since: activeSince ?? startedAt,
});

async function replaced(
  world: World,
  { session, facts }: HandoffWriting,
  added: readonly ThroughlineRecord[],
): Promise<[ThroughlineRecord, string][]> {
  const of = (type: RecordType) => added.find((record) => record.type === type)?.id;
  const checkpoint = of('checkpoint');
  const focus = of('next_session_focus') ?? checkpoint;
  const live = [...facts.checkpoints.items, ...facts.focus.items];
  const items = replacedBy(facts, await withKnownBefore(world, replacerOf(session), live));
  const old = await world.store.records.findAll(items.map(({ id }) => id));
  return old.flatMap((record): [ThroughlineRecord, string][] => {
    const by = record.type === 'checkpoint' ? checkpoint : focus;
    return by === undefined ? [] : [[record, by]];
  });
}

async function findLoop(
  world: World,
  projectId: string,
  given: string,
): Promise<readonly ThroughlineRecord[]> {
  const [byId] = await world.store.records.findAll([given]);
  if (byId !== undefined) {
    const isLoop = byId.type === 'open_loop' && byId.projectId === projectId;
    return isLoop ? [byId] : [];
  }
  return world.store.records.listActiveByDigest(projectId, 'open_loop', [digestOf(given)]);
}

/** Loops are named by id or by exact text. One that is resolved already is fine; an unknown one is a mistake. */
async function resolvedLoops(
  world: World,
  { session, content, moment }: HandoffWriting,
): Promise<ThroughlineRecord[]> {
  const loops = new Map<string, ThroughlineRecord>();
  for (const [index, given] of content.resolvedLoops.entries()) {
    const found = await findLoop(world, session.projectId, given);
    if (found.length === 0) {
      throw notFound(
        'open_loop_not_found',
        `resolved_loops[${index}] is neither the id nor the exact text of an open loop of this project: ${JSON.stringify(given.slice(0, 120))}.`,
        'Take ids from the open loops in boot_report; nothing was written.',
        { fields: [{ field: `resolved_loops[${index}]`, problem: 'matches no open loop' }] },
      );
    }
    for (const loop of found) loops.set(loop.id, loop);
  }
  if (loops.size === 0) return [];
  return [...loops.values(), ...(await loopTwins(world, [...loops.values()], moment))];
}

/** What stood in for this handoff as long as nobody had written one. */
async function standIns(
  world: World,
  { session, moment }: HandoffWriting,
  added: readonly ThroughlineRecord[],
): Promise<[ThroughlineRecord, string][]> {
  const by = added[0]?.id;
  if (by === undefined) return [];
  return (await stillDerived(world, session, moment)).map((record) => [record, by]);
}

const MAX_ITEMS = 25_000;

export function checkItemCount(content: HandoffContent): void {
  const count = handoffItems(content).length + content.resolvedLoops.length;
  if (count <= MAX_ITEMS) return;
  throw invalid(
    'handoff_too_large',
    `The handoff has ${count} items; the limit is ${MAX_ITEMS}.`,
    'Leave the essential ones; nothing was written.',
    { fields: [{ field: 'handoff', problem: 'has too many items', limit: MAX_ITEMS }] },
  );
}

export async function handoffChanges(world: World, writing: HandoffWriting): Promise<HandoffChanges> {
  const added = await newRecords(world, writing);
  const isAdded = new Set(added.map(({ id }) => id));
  const before = new Map<string, ThroughlineRecord>();
  const after = new Map<string, ThroughlineRecord>();
  const change = (record: ThroughlineRecord, next: (record: ThroughlineRecord) => ThroughlineRecord) => {
    if (isAdded.has(record.id)) return;
    const current = after.get(record.id) ?? record;
    const changed = next(current);
    if (changed === current) return;
    before.set(record.id, before.get(record.id) ?? record);
    after.set(record.id, changed);
  };
  const loops = await resolvedLoops(world, writing);
  for (const loop of loops) change(loop, (record) => resolveRecord(record, null, writing.at));
  const anew = await decidedAnew(world, replacerOf(writing.session), writing.session.projectId, added);
  const pairs = [
    ...(await superseded(world, added)),
    ...(await replaced(world, writing, added)),
    ...anew,
    ...(await standIns(world, writing, added)),
  ];
  for (const [old, by] of pairs) change(old, (record) => supersedeRecord(record, by, writing.at));
  return {
    added,
    removed: [...before.values()],
    resolvedLoopIds: loops.map(({ id }) => id),
    notices: anew.map(([old, by]) => decidedAnewNotice(old, by)),
    changes: [
      ...added.map((record): Change => ({ kind: 'record', record, expectedVersion: 0 })),
      ...[...after.values()].map(
        (record): Change => ({ kind: 'record', record, expectedVersion: record.version - 1 }),
      ),
    ],
  };
}
