import { hasDamagedSubject, isDamagedRecord } from '../damage.ts';
import type { Instant } from '../instant.ts';
import { isClockAhead } from '../instant.ts';
import { REPLACED_TYPES, type RecordType, type ThroughlineRecord } from '../record/record.ts';
import type { FactItem, FactList, OrientationFacts } from './facts.ts';
import { recordLists } from './record-kinds.ts';

interface HandoffEffect {
  readonly added: readonly ThroughlineRecord[];
  /** Records that were and stay live, as they are now. */
  readonly changed: readonly ThroughlineRecord[];
  /** Records that are no longer live because of it. */
  readonly removed: readonly ThroughlineRecord[];
  /** The agent of the session that leaves it. */
  readonly author: string | null;
  /** When sessions were continued by another one, by id. */
  readonly continuations: ReadonlyMap<string, Instant>;
  /** Records of other sessions that the same commit writes, as they are then. */
  readonly besides: readonly ThroughlineRecord[];
}

const MAX_ITEMS = 500;

export const factItem = (record: ThroughlineRecord, author: string | null): FactItem => ({
  id: record.id,
  type: record.type,
  text: record.content,
  length: record.content.length,
  subject: hasDamagedSubject(record) ? null : record.subject,
  importance: record.importance,
  sessionId: record.sessionId,
  author,
  source: record.source,
  createdAt: record.createdAt,
  worktree: record.worktree,
  branch: record.branch,
  head: record.head,
  ...(isDamagedRecord(record) ? { isDamaged: true } : {}),
  ...(hasDamagedSubject(record) ? { isSubjectDamaged: true } : {}),
});

/** In the order of the list, in which the newest are first and those of one moment are in the order of writing. */
function insert(items: FactItem[], item: FactItem, now: Instant): void {
  const isOlder = ({ createdAt }: FactItem) => createdAt < item.createdAt || isClockAhead(createdAt, now);
  const place = items.findIndex(isOlder);
  items.splice(place < 0 ? items.length : place, 0, item);
}

/** The list as it will be once these records of its type are written. Items keep the order of the store. */
export function withRecords(
  list: FactList,
  written: readonly ThroughlineRecord[],
  authorOf: (record: ThroughlineRecord) => string | null,
  now: Instant,
): FactList {
  if (written.length === 0) return list;
  const { items, total } = list;
  const ids = new Set(written.map(({ id }) => id));
  const all = items.filter(({ id }) => !ids.has(id));
  const active = written.filter(({ status }) => status === 'active');
  for (const record of active) {
    // An item with a time in the future may stand before or after older ones.
    const isBehind = ({ createdAt }: FactItem) =>
      record.type === 'open_loop'
        ? createdAt > record.createdAt
        : createdAt <= record.createdAt || isClockAhead(createdAt, now);
    const place = all.findIndex(isBehind);
    all.splice(place < 0 ? all.length : place, 0, factItem(record, authorOf(record)));
  }
  const storedCount = written.filter(({ version }) => version > 1).length;
  return { items: all, total: total + active.length - storedCount };
}

/** What the next session will find, known before it is written: the score belongs to the same transaction. */
export function factsAfter(facts: OrientationFacts, departure: HandoffEffect): OrientationFacts {
  const { author, continuations, besides } = departure;
  const isActive = ({ status }: ThroughlineRecord) => status === 'active';
  const removed = [...departure.removed, ...besides.filter((record) => !isActive(record))];
  const added = [...besides.filter(isActive), ...departure.added];
  const gone = new Set(removed.map(({ id }) => id));
  const now = new Map(departure.changed.map((record) => [record.id, record]));
  const asNow = (item: FactItem): FactItem => {
    const record = now.get(item.id);
    const continuedAt = continuations.get(item.sessionId ?? '');
    // What is derived from an item is remembered with it, so it is copied only if it changes.
    if (record === undefined && continuedAt === undefined) return item;
    return {
      ...item,
      ...(record === undefined
        ? {}
        : { importance: record.importance, subject: factItem(record, item.author).subject }),
      ...(continuedAt === undefined ? {} : { continuedAt }),
    };
  };
  const changed = (list: FactList, type: RecordType): FactList => {
    const ofType = added.filter((record) => record.type === type);
    const fresh = ofType.slice(0, MAX_ITEMS);
    const items = list.items.filter(({ id }) => !gone.has(id)).map(asNow);
    const isWhole = list.items.length === list.total;
    const total = list.total + ofType.length - removed.filter((record) => record.type === type).length;
    const factsOf = fresh.map((record) => asNow(factItem(record, author)));
    if (type === 'open_loop') return { items: isWhole ? [...items, ...factsOf] : items, total };
    for (const item of factsOf) insert(items, item, facts.now);
    return { items: items.slice(0, MAX_ITEMS), total };
  };
  const ids = { ...facts.ids, count: facts.ids.count + added.length };
  return { ...facts, ids, ...recordLists(({ list, type }) => changed(facts[list], type)) };
}

export interface Replacer {
  readonly id: string;
  readonly worktree: string | null;
  /** Start of its activity. It knows the records from before. */
  readonly since: string;
  /** Ids of what was written before that though its time is later: a clock was ahead. */
  readonly known?: ReadonlySet<string> | undefined;
}

/** Its own earlier ones, and those that were there when it began; what was left beside it, it does not know. */
export const wasKnownTo = (
  { id, sessionId, createdAt }: Pick<FactItem, 'id' | 'sessionId' | 'createdAt'>,
  session: Replacer,
): boolean => sessionId === session.id || createdAt <= session.since || session.known?.has(id) === true;

/** Whether a new checkpoint or focus of this session supersedes this one. Those of concurrent sessions are kept. */
export const isReplacedBy = (item: FactItem, session: Replacer): boolean =>
  REPLACED_TYPES.includes(item.type) && item.worktree === session.worktree && wasKnownTo(item, session);

export const replacedBy = (
  facts: Pick<OrientationFacts, 'checkpoints' | 'focus'>,
  session: Replacer,
): readonly FactItem[] =>
  [...facts.checkpoints.items, ...facts.focus.items].filter((item) => isReplacedBy(item, session));
