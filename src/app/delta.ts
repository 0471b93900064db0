import type { ChangeFact, DeltaFacts, FactItem } from '../domain/orientation/facts.ts';
import { itemOf } from '../domain/orientation/facts-after.ts';
import type { Receipt } from '../domain/orientation/receipt.ts';
import { effectiveStatus } from '../domain/record/lifecycle.ts';
import type { ThroughlineRecord } from '../domain/record/record.ts';
import type { Moment } from '../domain/session/decide.ts';
import type { Session } from '../domain/session/session.ts';
import type { Deps } from './deps.ts';
import type { JournalEntry } from './ports/ledger.ts';

const MAX_OWN = 200;
const MAX_ENTRIES = 2_000;
const MAX_RECEIPTS = 50;
const MAX_SITTINGS = 10;

const isLive = (record: ThroughlineRecord, { now }: Moment) =>
  effectiveStatus(record, now) === 'active' && !record.isWithheld;

function whatBecame(record: ThroughlineRecord, entry: JournalEntry, moment: Moment): ChangeFact['what'] {
  const status = effectiveStatus(record, moment.now);
  if (status === 'resolved' || status === 'superseded' || status === 'retracted') return status;
  return entry.type === 'record.stored' ? 'new' : 'changed';
}

async function authorsOf(deps: Pick<Deps, 'store'>, records: readonly ThroughlineRecord[]) {
  const ids = [...new Set(records.flatMap(({ sessionId }) => sessionId ?? []))];
  const sessions = await Promise.all(ids.map((id) => deps.store.sessions.find(id)));
  return new Map<string | null, string | null>(ids.map((id, index) => [id, sessions[index]?.agent ?? null]));
}

const isBy = ({ data }: JournalEntry, sessions: ReadonlySet<string>): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'sessionId' in data &&
  typeof data.sessionId === 'string' &&
  sessions.has(data.sessionId);

/**
 * The first entry of each record. A record that the conversation itself changed last is left out: the reply to that
 * call said what became of it.
 */
function firstByOthers(entries: readonly JournalEntry[], own: ReadonlySet<string>) {
  const first = new Map<string, JournalEntry>();
  const last = new Map<string, JournalEntry>();
  for (const entry of entries) {
    if (!entry.type.startsWith('record.')) continue;
    if (!first.has(entry.stream)) first.set(entry.stream, entry);
    last.set(entry.stream, entry);
  }
  for (const [id, entry] of last) if (isBy(entry, own)) first.delete(id);
  return first;
}

/** What others did to the project's records since the journal stood there, oldest first. */
async function changedSince(
  deps: Pick<Deps, 'store'>,
  conversation: readonly Session[],
  position: number,
  moment: Moment,
) {
  const own = new Set(conversation.map(({ id }) => id));
  const projectId = conversation[0]?.projectId;
  const entries = await deps.store.ledger.read(position, MAX_ENTRIES);
  const first = firstByOthers(entries, own);
  const records = await deps.store.records.findAll([...first.keys()]);
  const authors = await authorsOf(deps, records);
  return records
    .filter((record) => record.projectId === projectId || record.projectId === null)
    .filter(
      (record) =>
        !own.has(record.sessionId ?? '') || (!isLive(record, moment) && record.source !== 'derived'),
    )
    .flatMap((record): ChangeFact[] => {
      const entry = first.get(record.id);
      return entry === undefined
        ? []
        : [
            {
              what: whatBecame(record, entry, moment),
              item: itemOf(record, authors.get(record.sessionId) ?? null),
            },
          ];
    });
}

/** What the session wrote itself and still holds; constraints have their own place, before everything. */
async function ownItems(
  deps: Pick<Deps, 'store'>,
  self: Session,
  moment: Moment,
): Promise<readonly FactItem[]> {
  const { items } = await deps.store.records.list(
    { sessionId: self.id, status: { is: 'active', now: moment.now }, isNewestFirst: true },
    MAX_OWN,
    null,
  );
  return items
    .filter(({ type, source }) => type !== 'constraint' && source !== 'derived')
    .map((record) => ({
      ...itemOf(record, self.agent),
      ...(record.projectId === null || record.projectId === self.projectId ? {} : { isElsewhere: true }),
    }));
}

const toldAll = ({ sections }: Receipt) =>
  (sections.find(({ name }) => name === 'changed')?.leftOut ?? 0) === 0;

/**
 * The sessions of one conversation, newest first: a client that takes up what has ended goes on with all it was told,
 * in a session of its own.
 */
async function conversationOf(deps: Pick<Deps, 'store'>, self: Session): Promise<readonly Session[]> {
  const sessions = [self];
  for (let last = self; last.predecessorId !== null && sessions.length < MAX_SITTINGS; ) {
    const before = await deps.store.sessions.find(last.predecessorId);
    if (before?.clientSessionId === null || before?.clientSessionId !== self.clientSessionId) break;
    sessions.push(before);
    last = before;
  }
  return sessions;
}

/** The last report after which the conversation knew all: what one left out is news until it was shown. */
async function findLastTold(
  deps: Pick<Deps, 'store'>,
  sessions: readonly Session[],
): Promise<Receipt | undefined> {
  const all = await Promise.all(
    sessions.map(({ id }) => deps.store.receipts.listOfSession(id, MAX_RECEIPTS)),
  );
  return all.map((receipts) => receipts.find(toldAll) ?? receipts.at(-1)).find((told) => told !== undefined);
}

/** For a session that was told before; null for one that hears it the first time. */
export async function deltaOf(
  deps: Pick<Deps, 'store'>,
  self: Session | null,
  moment: Moment,
): Promise<DeltaFacts | null> {
  if (self === null) return null;
  const conversation = await conversationOf(deps, self);
  const last = await findLastTold(deps, conversation);
  if (last === undefined) return null;
  const [position, ...ownOf] = await Promise.all([
    deps.store.receipts.findPosition(last.id),
    ...conversation.map((one) => ownItems(deps, one, moment)),
  ]);
  const own = ownOf.flat();
  return {
    since: last.at,
    sessionId: self.id,
    own: { items: own, total: own.length },
    changed: position === undefined ? [] : await changedSince(deps, conversation, position, moment),
  };
}
