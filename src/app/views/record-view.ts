import type { Instant } from '../../domain/instant.ts';
import { effectiveStatus } from '../../domain/record/lifecycle.ts';
import type { ThroughlineRecord } from '../../domain/record/record.ts';

/** A record as every surface shows it. */
export const recordView = (record: ThroughlineRecord, now: Instant) => ({
  id: record.id,
  type: record.type,
  category: record.category,
  importance: record.importance,
  content: record.content,
  status: effectiveStatus(record, now),
  project: record.projectId,
  session_id: record.sessionId,
  source: record.source,
  subject: record.subject,
  created_at: record.createdAt,
  occurred_at: record.occurredAt,
  updated_at: record.updatedAt,
  version: record.version,
  tags: record.tags,
  aliases: record.aliases,
  supersedes: record.supersedes,
  superseded_by: record.supersededBy,
  resolved_at: record.resolvedAt,
  resolution: record.resolution,
  expires_at: record.expiresAt,
});

export type RecordView = ReturnType<typeof recordView>;
