import type { Change, JournalEntry, Ledger, Position } from '../../app/ports/ledger.ts';
import type { Pause } from '../../lib/concurrency.ts';
import { type OtherChange, type Part, partsOf } from './batches.ts';
import { captureChanges } from './captures.ts';
import { type ChangeWriters, Commit } from './commit.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { handoffChanges } from './handoffs.ts';
import { noteChanges } from './notes.ts';
import { projectChanges } from './projects.ts';
import { campaignChanges } from './put-campaign.ts';
import { checkUnchanged, putRecords, recordChanges } from './put-record.ts';
import { sessionChanges } from './put-session.ts';
import { receiptChanges } from './receipts.ts';
import { objectIn } from './stored-json.ts';
import { changeInBulk, isBulk } from './text-index-bulk.ts';

const WRITERS: ChangeWriters<OtherChange['kind']> = {
  ...projectChanges,
  ...sessionChanges,
  ...recordChanges,
  ...noteChanges,
  ...handoffChanges,
  ...receiptChanges,
  ...captureChanges,
  ...campaignChanges,
};

function writePart(commit: Commit, part: Part): void {
  if (part.kind === 'records') putRecords(commit, part.changes);
  else if (part.kind === 'unchanged') checkUnchanged(commit, part.changes);
  else (WRITERS[part.change.kind] as (commit: Commit, change: OtherChange) => void)(commit, part.change);
}

async function writeAll(commit: Commit, changes: readonly Change[], pause: Pause): Promise<void> {
  for (const part of partsOf(changes)) {
    writePart(commit, part);
    commit.saveIfMany();
    const paused = pause();
    if (paused !== undefined) await paused;
  }
}

/** Those that exist already: the text index has to remove what it knows of them. */
const changedCount = (changes: readonly Change[]) =>
  changes.filter((change) => change.kind === 'record' && change.expectedVersion > 0).length;

export function createLedger({ reader, writer, retrying }: Connections, workspace: string): Ledger {
  const { connection } = writer;

  /** Of all workspaces: they share the sequence. */
  const endIn = (from: Connection): Position =>
    Number(from.get('SELECT max(position) AS position FROM journal')?.position ?? 0);

  const reading: Omit<Ledger, 'commit'> = {
    async end() {
      return endIn(reader);
    },
    async lastAt() {
      // From the end, by position: the index by stream would have the whole workspace sorted on every call.
      const row = reader.get`SELECT at FROM journal NOT INDEXED
        WHERE workspace = ${workspace} ORDER BY position DESC LIMIT 1`;
      return row && String(row.at);
    },
    async read(position: Position, limit: number) {
      // By position: the index by stream would have the whole workspace read and sorted for each page.
      const rows = reader.all`SELECT position, at, stream, type, data FROM journal NOT INDEXED
        WHERE workspace = ${workspace} AND position > ${position} ORDER BY position LIMIT ${limit}`;
      return rows.map(
        (row): JournalEntry => ({
          position: Number(row.position),
          at: String(row.at),
          stream: String(row.stream),
          type: String(row.type),
          data: objectIn(row.data, {}),
        }),
      );
    },
  };

  return {
    ...retrying(reading),
    async commit(changes, { relaxedDurability = false } = {}) {
      const position = await writer.transaction(
        async (pause) => {
          const commit = new Commit(connection, workspace);
          const change = () => writeAll(commit, changes, pause);
          if (isBulk(connection, changedCount(changes))) await changeInBulk(connection, pause, change);
          else await change();
          commit.save();
          return endIn(connection);
        },
        { relaxedDurability },
      );
      if (changes.some(({ kind }) => kind === 'forget')) await writer.truncateWal();
      return position;
    },
  };
}
