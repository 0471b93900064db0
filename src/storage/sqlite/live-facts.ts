import { DAMAGED_TEXT } from '../../domain/damage.ts';
import type { WriteStamp } from '../../domain/instant.ts';
import type { FactItem } from '../../domain/orientation/facts.ts';
import type { RecordType } from '../../domain/record/record.ts';
import { RecentValues } from '../../lib/recent-values.ts';
import type { Connection } from './connection.ts';
import { areRecordFactsSound, contentDigest, matches } from './digests.ts';
import type { Row } from './driver.ts';
import { PackedRows } from './packed-rows.ts';
import { parsed, text, textOrNull } from './rows.ts';

/** A text that is cut for the report is checked whole. */
const isSound = (row: Row) =>
  matches(row.digest, () => contentDigest({ content: row.whole ?? row.text ?? '' }));

/** What a fact says of the session of its record. */
type OfSession = Pick<FactItem, 'author' | 'continuedAt'>;

const NO_SESSION: OfSession = { author: null };

const factFrom = (row: Row, session: OfSession): FactItem => {
  const stored = storedFact(row, session);
  const fact = areRecordFactsSound(row) ? stored : { ...stored, subject: null, isSubjectDamaged: true };
  if (isSound(row)) return fact;
  return { ...fact, text: DAMAGED_TEXT, length: DAMAGED_TEXT.length, isDamaged: true };
};

// Thousands of these are read in each report: objects that are copied from others are much slower to read.
const storedFact = (row: Row, { author, continuedAt }: OfSession): FactItem => ({
  id: String(row.id),
  type: String(row.type) as RecordType,
  text: String(row.text),
  length: Number(row.units),
  subject: textOrNull(row.subject),
  importance: Number(row.importance),
  sessionId: textOrNull(row.session_id),
  author,
  source: String(row.source),
  createdAt: String(row.created_at),
  worktree: textOrNull(row.worktree),
  branch: textOrNull(row.branch),
  head: textOrNull(row.head),
  ...(continuedAt === undefined ? {} : { continuedAt }),
});

export interface LiveRecord extends WriteStamp {
  readonly group: string;
  readonly fact: FactItem;
}

const liveRecordFrom = (row: Row, session: OfSession): LiveRecord => ({
  at: String(row.created_at),
  position: Number(row.seq),
  group: String(row.project_id),
  fact: factFrom(row, session),
});

/** A record as it is listed: a version of it, and the session that it is of. */
export interface ListedRecord {
  readonly key: LiveKey;
  readonly sessionId: string | null;
}

type LiveKey = string & { readonly ofLiveRecord: true };

/** A version of a record never changes. Its number and time come with the id, because a deleted record may be stored again. */
const KEY = `concat_ws(' ', r.seq, r.version, r.updated_at, r.id, iif(r.units > ?1, ?1, NULL))`;

/** The first parameter is the number of characters that are read of a text; `which` has the others. */
export const selectListed = (which: string): string =>
  `SELECT json_group_array(key) AS keys, json_group_array(session_id) AS sessions
   FROM (SELECT ${KEY} AS key, CAST(r.session_id AS TEXT) AS session_id FROM records r ${which})`;

export function listedIn(row: Row | undefined): readonly ListedRecord[] {
  const sessionIds = parsed<(string | null)[]>(row?.sessions);
  return parsed<LiveKey[]>(row?.keys).map((key, index) => ({ key, sessionId: sessionIds[index] ?? null }));
}

const ROWS = new PackedRows(
  {
    key: KEY,
    seq: 'r.seq',
    id: 'r.id',
    project_id: 'r.project_id',
    type: 'r.type',
    text: 'substr(r.content, 1, ?1)',
    whole: 'CASE WHEN r.units > ?1 THEN r.content END',
    digest: 'r.digest',
    units: 'r.units',
    subject: 'r.subject',
    tags: 'r.tags',
    aliases: 'r.aliases',
    resolution: 'r.resolution',
    facts_digest: 'r.facts_digest',
    importance: 'r.importance',
    session_id: 'r.session_id',
    source: 'r.source',
    created_at: 'r.created_at',
    worktree: 'r.worktree',
    branch: 'r.branch',
    head: 'r.head',
  },
  (row) => row,
  0,
);

/** Of the sessions of some records, each a list in JSON. */
type SessionLists = Readonly<Record<'ids' | 'agents' | 'continuations', string>>;

const NO_SESSIONS: SessionLists = { ids: '[]', agents: '[]', continuations: '[]' };

export const areSameSessions = (a: SessionLists, b: SessionLists): boolean =>
  a.ids === b.ids && a.agents === b.agents && a.continuations === b.continuations;

function sessionsIn(lists: SessionLists): ReadonlyMap<string | null, OfSession> {
  const agents = parsed<(string | null)[]>(lists.agents);
  const continuations = parsed<(string | null)[]>(lists.continuations);
  return new Map(
    parsed<string[]>(lists.ids).map((id, index) => {
      const continuedAt = continuations[index] ?? undefined;
      return [id, { author: agents[index] ?? null, ...(continuedAt === undefined ? {} : { continuedAt }) }];
    }),
  );
}

const seqIn = (key: LiveKey) => Number.parseInt(key, 10);

const isOf = ({ fact }: LiveRecord, { author, continuedAt } = NO_SESSION): boolean =>
  fact.author === author && fact.continuedAt === continuedAt;

/** Of the texts of records. */
const MAX_REMEMBERED_CHARS = 1_000_000;
/** About as much as is kept of a record besides its text. */
const OTHER_CHARS = 500;

/** Remembers records by their versions: most records of a report were in the one before, and to read one takes much longer than to list it. */
export class LiveFacts {
  readonly #connection: Connection;
  readonly #workspace: string;
  readonly #known = new RecentValues<LiveRecord>(MAX_REMEMBERED_CHARS);

  constructor(connection: Connection, workspace: string) {
    this.#connection = connection;
    this.#workspace = workspace;
  }

  /** Records are shared between calls: callers must not change them. */
  read(
    listed: readonly ListedRecord[],
    maxChars: number,
    sessionsOf = this.readSessions(listed),
  ): ReadonlyMap<ListedRecord, LiveRecord> {
    const sessions = sessionsIn(sessionsOf);
    const records = new Map<ListedRecord, LiveRecord>();
    const unknown: ListedRecord[] = [];
    for (const one of listed) {
      const known = this.#known.find(one.key);
      if (known !== undefined && isOf(known, sessions.get(one.sessionId))) records.set(one, known);
      else unknown.push(one);
    }
    if (unknown.length === 0) return records;
    const rows = this.#load(unknown, maxChars);
    for (const one of unknown) {
      const row = rows.get(seqIn(one.key));
      if (row === undefined) continue;
      const record = liveRecordFrom(row, sessions.get(one.sessionId) ?? NO_SESSION);
      records.set(one, record);
      // It may have changed since it was listed.
      if (row.key === one.key) this.#known.set(one.key, record, record.fact.text.length + OTHER_CHARS);
    }
    return records;
  }

  readSessions(listed: readonly ListedRecord[]): SessionLists {
    const ids = [...new Set(listed.map(({ sessionId }) => sessionId))];
    if (ids.length === 0) return NO_SESSIONS;
    const row = this.#connection
      .get`SELECT json_group_array(s.id) AS ids, json_group_array(CAST(s.agent AS TEXT)) AS agents,
        json_group_array(CAST(n.started_at AS TEXT)) AS continuations
      FROM json_each(${JSON.stringify(ids)}) wanted
      CROSS JOIN sessions s ON s.workspace = ${this.#workspace} AND s.id = wanted.value
      LEFT JOIN sessions n ON n.workspace = s.workspace AND n.id = s.successor_id`;
    return { ids: text(row?.ids), agents: text(row?.agents), continuations: text(row?.continuations) };
  }

  #load(unknown: readonly ListedRecord[], maxChars: number): ReadonlyMap<number, Row> {
    const rows = ROWS.read(
      this.#connection,
      'FROM json_each(?2) wanted CROSS JOIN records r ON r.seq = wanted.value',
      maxChars,
      JSON.stringify(unknown.map(({ key }) => seqIn(key))),
    );
    return new Map(rows.map((row) => [Number(row.seq), row]));
  }
}
