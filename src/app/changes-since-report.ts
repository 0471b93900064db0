import type { ChangeFact, FactItem } from '../domain/orientation/facts.ts';
import { factItem } from '../domain/orientation/facts-after.ts';
import type { Receipt } from '../domain/orientation/orientation.ts';
import { effectiveStatus, isLive, type ThroughlineRecord } from '../domain/record/record.ts';
import type { Session, TimeContext } from '../domain/session/session.ts';
import { listConversation } from './conversation.ts';
import type { StoreDeps } from './deps.ts';
import type { JournalEntry } from './ports/ledger.ts';

const MAX_OWN = 200;
const MAX_ENTRIES = 2_000;
const MAX_RECEIPTS = 50;
const MAX_CONVERSATION_SESSIONS = 10;

function whatBecame(record: ThroughlineRecord, entry: JournalEntry, time: TimeContext): ChangeFact['what'] {
  const status = effectiveStatus(record, time.now);
  if (status === 'resolved' || status === 'superseded' || status === 'retracted') return status;
  return entry.type === 'record.stored' ? 'new' : 'changed';
}

async function authorsOf(deps: StoreDeps, records: readonly ThroughlineRecord[]) {
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

/** The first entry of each record, without records that the conversation itself changed last: that reply reported it. */
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

/** Changes that others made to the project's records after this journal position, oldest first. */
async function changedSince(
  deps: StoreDeps,
  conversation: readonly Session[],
  position: number,
  time: TimeContext,
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
        !own.has(record.sessionId ?? '') || (!isLive(record, time.now) && record.source !== 'derived'),
    )
    .flatMap((record): ChangeFact[] => {
      const entry = first.get(record.id);
      return entry === undefined
        ? []
        : [
            {
              what: whatBecame(record, entry, time),
              item: factItem(record, authors.get(record.sessionId) ?? null),
            },
          ];
    });
}

/** What the session wrote itself and still holds; constraints have their own place, before everything. */
async function ownItems(deps: StoreDeps, self: Session, time: TimeContext): Promise<readonly FactItem[]> {
  const { items } = await deps.store.records.list(
    { sessionId: self.id, status: { is: 'active', now: time.now }, isNewestFirst: true },
    MAX_OWN,
    null,
  );
  return items
    .filter(({ type, source }) => type !== 'constraint' && source !== 'derived')
    .map((record) => ({
      ...factItem(record, self.agent),
      ...(record.projectId === null || record.projectId === self.projectId ? {} : { isElsewhere: true }),
    }));
}

const isComplete = ({ sections }: Receipt) =>
  (sections.find(({ name }) => name === 'changed')?.leftOut ?? 0) === 0;

/** The last report after which the conversation knew all: what one left out is news until it was shown. */
async function findLastCompleteReceipt(deps: StoreDeps, sessions: readonly Session[]) {
  const all = await Promise.all(
    sessions.map(({ id }) => deps.store.receipts.listOfSession(id, MAX_RECEIPTS)),
  );
  return all
    .map((receipts) => receipts.find(isComplete) ?? receipts.at(-1))
    .find((told) => told !== undefined);
}

/** Returns null for a session that has had no report yet. */
export async function findChangesSinceReport(deps: StoreDeps, self: Session | null, time: TimeContext) {
  if (self === null) return null;
  const conversation = await listConversation(deps, self, MAX_CONVERSATION_SESSIONS);
  const last = await findLastCompleteReceipt(deps, conversation);
  if (last === undefined) return null;
  const [position, ...ownOf] = await Promise.all([
    deps.store.receipts.findPosition(last.id),
    ...conversation.map((one) => ownItems(deps, one, time)),
  ]);
  const own = ownOf.flat();
  return {
    since: last.at,
    sessionId: self.id,
    own: { items: own, total: own.length },
    changed: position === undefined ? [] : await changedSince(deps, conversation, position, time),
  };
}
