import type { Change, JournalEntry, Ledger, Position } from '../../app/ports/ledger.ts';
import { noteEvent } from '../../domain/note/note.ts';
import type { RecordEvent } from '../../domain/record/events.ts';
import { forJournal } from '../../domain/session/events.ts';
import type { Pause } from '../../lib/concurrency.ts';
import { type Part, partsOf } from './batches.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { forgetRecord } from './forget-record.ts';
import { putHandoff } from './handoffs.ts';
import { type Happened, JournalEntries } from './journal-entries.ts';
import { putNote } from './notes.ts';
import { putProject } from './projects.ts';
import { campaignEvent, importEvent, putCampaign, putCampaignImport } from './put-campaign.ts';
import {
  dropCapture,
  putCapture,
  putCaptureReview,
  putCaptureSummary,
  putClientProcess,
  putHookCall,
  putReading,
} from './put-capture.ts';
import { checkUnchanged, putRecords, withholdRecords } from './put-record.ts';
import { putSession, putTurn, upsertSessionFiles } from './put-session.ts';
import { putReceipt } from './receipts.ts';
import { RecordCounts } from './record-counts.ts';
import { objectIn } from './stored-json.ts';
import { changeInBulk, isBulk } from './text-index-bulk.ts';

/** What the changes of a commit add up to, written at its end. */
interface Pending {
  readonly counts: RecordCounts;
  readonly journal: JournalEntries;
}

/** Those that exist already: the text index has to remove what it knows of them. */
const changedCount = (changes: readonly Change[]) =>
  changes.filter((change) => change.kind === 'record' && change.expectedVersion > 0).length;

export function createLedger({ reader, writer, retrying }: Connections, workspace: string): Ledger {
  const { connection } = writer;

  const write = (change: Extract<Part, { kind: 'other' }>['change'], { counts, journal }: Pending): void => {
    const append = (stream: string, happened: Happened) => journal.add(stream, happened);
    switch (change.kind) {
      case 'project':
        putProject(connection, workspace, change);
        if (change.expectedVersion === 0) {
          append(change.project.id, { type: 'project.created', at: change.project.createdAt });
        }
        if (change.renamedAt !== undefined) {
          append(change.project.id, { type: 'project.renamed', at: change.renamedAt });
        }
        return;
      case 'session':
        putSession(connection, workspace, change);
        for (const event of change.events) append(change.session.id, forJournal(event));
        return;
      case 'forget': {
        const { record, at } = change;
        forgetRecord(connection, workspace, record, counts);
        append(record.id, {
          type: 'record.deleted',
          at,
          id: record.id,
          digest: record.digest,
        } as RecordEvent);
        return;
      }
      case 'note':
        putNote(connection, workspace, change);
        append(change.note.id, noteEvent(change.note));
        return;
      case 'turn':
        putTurn(connection, workspace, change.turn);
        return;
      case 'campaign':
        putCampaign(connection, workspace, change);
        append(change.campaign.id, campaignEvent(change));
        return;
      case 'campaign_import':
        putCampaignImport(connection, workspace, change);
        append(change.campaign.id, importEvent(change));
        return;
      case 'receipt': {
        const { id, at, projectId, chars } = change.receipt;
        putReceipt(connection, workspace, change.receipt);
        append(id, { type: 'orientation.delivered', at, projectId, chars } as Happened);
        return;
      }
      case 'capture': {
        const { id, at, sessionId, reason } = change.capture;
        if (putCapture(connection, workspace, change))
          append(id, { type: 'capture.kept', at, sessionId, reason } as Happened);
        return;
      }
      case 'capture_summary':
        putCaptureSummary(connection, workspace, change);
        append(change.captureId, { type: 'capture.summarised', at: change.at });
        return;
      case 'capture_reviewed':
        putCaptureReview(connection, workspace, change);
        append(change.captureId, { type: 'capture.reviewed', at: change.at });
        return;
      case 'capture_dropped':
        dropCapture(connection, workspace, change);
        append(change.captureId, { type: 'capture.dropped', at: change.at });
        return;
      case 'transcript_reading':
        putReading(connection, workspace, change);
        return;
      case 'hook_call':
        putHookCall(connection, workspace, change);
        return;
      case 'client_process':
        putClientProcess(connection, workspace, change);
        return;
      case 'handoff':
        putHandoff(connection, workspace, change);
        return;
      case 'withhold':
        withholdRecords(connection, workspace, change, counts);
        return;
      case 'files':
        upsertSessionFiles(connection, workspace, change);
        return;
    }
  };

  const writePart = (part: Part, pending: Pending): void => {
    switch (part.kind) {
      case 'records':
        for (const event of putRecords(connection, workspace, part.changes, pending.counts))
          pending.journal.add(event.id, event);
        return;
      case 'unchanged':
        checkUnchanged(
          connection,
          workspace,
          part.changes.map(({ record }) => record),
        );
        return;
      case 'other':
        write(part.change, pending);
    }
  };

  const writeAll = async (changes: readonly Change[], pending: Pending, pause: Pause) => {
    for (const part of partsOf(changes)) {
      writePart(part, pending);
      pending.journal.saveIfMany();
      const paused = pause();
      if (paused !== undefined) await paused;
    }
  };

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
          const counts = new RecordCounts(connection, workspace);
          const journal = new JournalEntries(connection, workspace);
          const change = () => writeAll(changes, { counts, journal }, pause);
          if (isBulk(connection, changedCount(changes))) await changeInBulk(connection, pause, change);
          else await change();
          journal.save();
          counts.save();
          return endIn(connection);
        },
        { relaxedDurability },
      );
      if (changes.some(({ kind }) => kind === 'forget')) await writer.truncateWal();
      return position;
    },
  };
}
