import type { Change } from '../../app/ports/ledger.ts';
import { isDamagedText } from '../../domain/damage.ts';
import { versionConflict } from '../../domain/error.ts';
import { extractFilePaths } from '../../domain/extract-file-paths.ts';
import { recordEvent } from '../../domain/record/events.ts';
import type { ThroughlineRecord } from '../../domain/record/record.ts';
import { type Insertion, insertRows } from './batches.ts';
import type { ChangeWriters, Commit } from './commit.ts';
import type { Connection } from './connection.ts';
import { areRecordFactsSound, recordFactsDigest } from './digests.ts';
import type { Row } from './driver.ts';
import { Holders, projectIdOf } from './refuse-duplicates.ts';
import { recordAsStored, stateOf } from './rows.ts';
import { sql } from './sql.ts';
import { objectIn } from './stored-json.ts';
import { type Changed, insertRecords, updateRecords } from './write-records.ts';

const NO_TEXT: Pick<ThroughlineRecord, 'content'> = { content: '' };

/** Deletes the row if it still has the version that the decision to forget it rests on, and returns what it was. */
function deleteRow(connection: Connection, workspace: string, { id, version }: ThroughlineRecord): Row {
  const [row] = connection.all`DELETE FROM records
    WHERE workspace = ${workspace} AND id = ${id} AND version = ${version} RETURNING project_id, type, state`;
  if (row === undefined) throw versionConflict('record', id);
  return row;
}

function deleteVersions(connection: Connection, workspace: string, { id }: ThroughlineRecord): string[] {
  const rows = connection.all`DELETE FROM record_versions
    WHERE workspace = ${workspace} AND record_id = ${id} RETURNING body`;
  return rows.map(({ body }) => objectIn(body, NO_TEXT).content);
}

/** File names that only the forgotten text spoke of; what another record or a note of the session names stays. */
function forgetFiles(connection: Connection, workspace: string, sessionId: string, texts: string[]): void {
  for (const path of new Set(texts.flatMap((text) => extractFilePaths(text)))) {
    const ofSession = sql`workspace = ${workspace} AND session_id = ${sessionId}`;
    connection.run`DELETE FROM session_files WHERE ${ofSession} AND path = ${path}
      AND NOT EXISTS (SELECT 1 FROM records WHERE ${ofSession} AND instr(content, ${path}))
      AND NOT EXISTS (SELECT 1 FROM notes WHERE ${ofSession} AND (instr(summary, ${path}) OR instr(body, ${path})))`;
  }
}

export function forgetRecord(commit: Commit, record: ThroughlineRecord): void {
  const { connection, workspace } = commit;
  const row = deleteRow(connection, workspace, record);
  const texts = [record.content, ...deleteVersions(connection, workspace, record)];
  if (record.sessionId !== null) forgetFiles(connection, workspace, record.sessionId, texts);
  // Counted by the row itself: closing a session withholds records without a new version.
  commit.count(String(row.project_id), String(row.type), String(row.state), -1);
}

type RecordChange = Extract<Change, { kind: 'record' }>;
type UnchangedRecord = Extract<Change, { kind: 'unchanged' }>;

const INTO_VERSIONS: Insertion = {
  into: 'INSERT INTO record_versions (workspace, record_id, version, body)',
};

/** A caller that read the placeholder of a damaged text must not write it over the damaged bytes. */
const keepDamaged = (record: ThroughlineRecord, stored: Row | undefined): ThroughlineRecord =>
  stored !== undefined && isDamagedText(record.content) && record.digest === stored.digest
    ? { ...record, content: String(stored.content) }
    : record;

/** The columns that `facts_digest` covers; of damaged ones, the bytes that are left, unless a new value is given. */
function factsOf(record: ThroughlineRecord, stored: Row | undefined): Row {
  const [tags, aliases] = [JSON.stringify(record.tags), JSON.stringify(record.aliases)];
  const { subject, resolution } = record;
  const given = { subject, tags, aliases, resolution };
  if (stored === undefined || areRecordFactsSound(stored) || subject === null || !isDamagedText(subject))
    return { ...given, facts_digest: recordFactsDigest(given) };
  return {
    subject: stored.subject ?? null,
    tags: record.tags.length === 0 ? (stored.tags ?? null) : tags,
    aliases: record.aliases.length === 0 ? (stored.aliases ?? null) : aliases,
    resolution: resolution !== null && isDamagedText(resolution) ? (stored.resolution ?? null) : resolution,
    facts_digest: stored.facts_digest ?? null,
  };
}

/** The rows of records that exist already. A new one is written without a look: its insertion finds what is there. */
function readStored(
  connection: Connection,
  workspace: string,
  changes: readonly RecordChange[],
): Map<string, Row> {
  const ids = changes.filter(({ expectedVersion }) => expectedVersion > 0).map(({ record }) => record.id);
  if (ids.length === 0) return new Map();
  const rows = connection.all`SELECT r.* FROM json_each(${JSON.stringify(ids)}) wanted
    CROSS JOIN records r ON r.workspace = ${workspace} AND r.id = wanted.value`;
  return new Map(rows.map((row) => [String(row.id), row]));
}

interface JudgedChange {
  readonly record: ThroughlineRecord;
  readonly facts: Row;
  readonly earlier: ThroughlineRecord | undefined;
  readonly stored: Row | undefined;
  readonly sessionId: string | undefined;
}

const isChanged = (one: JudgedChange): one is JudgedChange & Changed => one.earlier !== undefined;

/** What the changes make of the records, each seen after those before it; refuses where one may not be written. */
function judge(connection: Connection, workspace: string, changes: readonly RecordChange[]): JudgedChange[] {
  const stored = readStored(connection, workspace, changes);
  const only = changes.filter(({ isOnlyOne }) => isOnlyOne === true).map(({ record }) => record);
  const holders = new Holders(connection, workspace, only);
  return changes.map(({ record: given, expectedVersion, isOnlyOne = false, sessionId }) => {
    if (isOnlyOne) holders.refuseSecond(given);
    const row = stored.get(given.id);
    if (Number(row?.version ?? 0) !== expectedVersion) throw versionConflict('record', given.id);
    const record = keepDamaged(given, row);
    const earlier = row === undefined ? undefined : recordAsStored(row);
    holders.take(record, earlier);
    return { record, facts: factsOf(record, row), earlier, stored: row, sessionId };
  });
}

export function putRecords(commit: Commit, changes: readonly RecordChange[]): void {
  const { connection, workspace } = commit;
  const written = judge(connection, workspace, changes);
  const changed = written.filter(isChanged);
  const added = written.filter((one) => !isChanged(one));
  const rowCount =
    updateRecords(connection, workspace, changed) + insertRecords(connection, workspace, added);
  if (rowCount !== written.length) throw versionConflict('batch with record', written[0]?.record.id ?? '');
  insertRows(
    connection,
    INTO_VERSIONS,
    changed.map(({ earlier }) => [workspace, earlier.id, earlier.version, JSON.stringify(earlier)]),
  );
  for (const { record, earlier, sessionId } of written) {
    if (earlier !== undefined)
      commit.count(projectIdOf(earlier.projectId), earlier.type, stateOf(earlier), -1);
    commit.count(projectIdOf(record.projectId), record.type, stateOf(record), 1);
    commit.log(record.id, recordEvent(record, earlier, sessionId));
  }
}

/** A decision may rest on records it does not change. The write lock keeps them as they are until the commit. */
export function checkUnchanged({ connection, workspace }: Commit, changes: readonly UnchangedRecord[]): void {
  const ids = JSON.stringify(changes.map(({ record }) => record.id));
  const rows = connection.all`SELECT r.id, r.version FROM json_each(${ids}) wanted
    CROSS JOIN records r ON r.workspace = ${workspace} AND r.id = wanted.value`;
  const stored = new Map(rows.map((row) => [String(row.id), Number(row.version)]));
  for (const { record } of changes)
    if ((stored.get(record.id) ?? 0) !== record.version) throw versionConflict('record', record.id);
}

export const recordChanges: ChangeWriters<'forget' | 'withhold'> = {
  forget(commit, { record, at }) {
    const { id, digest } = record;
    forgetRecord(commit, record);
    commit.log(id, { type: 'record.deleted', at, id, digest });
  },

  /** What a session closed without successor no longer hands on; the records themselves stay as they are. */
  withhold(commit, { sessionId, types }) {
    const { connection, workspace } = commit;
    for (const type of types) {
      const moved = connection.all`UPDATE records SET state = 'withheld'
        WHERE workspace = ${workspace} AND session_id = ${sessionId} AND type = ${type} AND state = 'active'
        RETURNING project_id`;
      for (const row of moved) {
        commit.count(String(row.project_id), type, 'active', -1);
        commit.count(String(row.project_id), type, 'withheld', 1);
      }
    }
  },
};
