import type { CampaignEvent } from '../../src/campaign/domain/event.ts';
import type { Capture, CaptureContent } from '../../src/domain/capture/capture.ts';
import type { Note } from '../../src/domain/note/note.ts';
import type { ThroughlineRecord } from '../../src/domain/record/record.ts';
import { eventBody } from '../../src/storage/sqlite/campaign-rows.ts';
import { captureBody, pack } from '../../src/storage/sqlite/capture-rows.ts';
import { openDatabase, type SqlValue } from '../../src/storage/sqlite/driver.ts';
import { noteBody } from '../../src/storage/sqlite/notes.ts';
import { stateOf } from '../../src/storage/sqlite/rows.ts';

type Columns = Readonly<Record<string, SqlValue>>;

/** Rows as an earlier version wrote them; today's writer names tables and columns that came later. */
export function insertRows(path: string, table: string, ...rows: readonly Columns[]): void {
  const database = openDatabase(path);
  for (const row of rows) {
    const columns = { workspace: 'default', ...row };
    database
      .prepare(
        `INSERT INTO ${table} (${Object.keys(columns).join(', ')}) VALUES (${Object.keys(columns)
          .map(() => '?')
          .join(', ')})`,
      )
      .run(...Object.values(columns));
  }
  database.close();
}

export const oldRecord = (record: ThroughlineRecord): Columns => ({
  id: record.id,
  project_id: record.projectId ?? '',
  session_id: record.sessionId,
  type: record.type,
  category: record.category,
  importance: record.importance,
  content: record.content,
  units: record.content.length,
  digest: record.digest,
  subject: record.subject,
  state: stateOf(record),
  source: record.source,
  position: record.position,
  created_at: record.createdAt,
  occurred_at: record.occurredAt,
  updated_at: record.updatedAt,
  version: record.version,
  tags: JSON.stringify(record.tags),
  aliases: JSON.stringify(record.aliases),
  supersedes: '[]',
  expires_at: record.expiresAt,
});

export const oldNote = (note: Note): Columns => ({
  id: note.id,
  session_id: note.sessionId,
  project_id: note.projectId,
  summary: note.summary,
  session_number: note.sessionNumber,
  title: note.title,
  occurred_at: note.occurredAt,
  body: noteBody(note),
  visibility: note.visibility,
  created_at: note.createdAt,
  updated_at: note.updatedAt,
  version: note.version,
});

export const oldEvent = (event: CampaignEvent): Columns => ({
  id: event.id,
  project_id: event.campaignId,
  branch_id: event.branchId,
  turn: event.turn,
  is_turn: Number(event.isTurn),
  session_id: event.sessionId,
  type: event.type,
  importance: event.importance,
  visibility: event.visibility,
  at: event.at,
  body: eventBody(event),
});

export const oldCapture = (capture: Capture, content: CaptureContent): Columns => ({
  id: capture.id,
  project_id: capture.projectId,
  session_id: capture.sessionId,
  at: capture.at,
  reason: capture.reason,
  bytes: 1,
  body: captureBody(capture),
  content: pack(content),
});
