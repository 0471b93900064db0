import type { Instant } from '../../domain/instant.ts';
import { effectiveStatus, type ThroughlineRecord } from '../../domain/record/record.ts';
import type { Searched } from './searched-doc.ts';

/** What a hit says about its record, or about another text in the shape of one. Fields without a value are left out. */
export interface HitRecord {
  readonly id: string;
  readonly type: string;
  readonly project: string | null;
  readonly project_name: string | null;
  readonly status: string;
  readonly created_at: Instant;
  readonly occurred_at?: Instant;
  readonly session_id?: string;
  readonly subject?: string;
  readonly superseded_by?: string;
  readonly resolution?: string;
  readonly expires_at?: Instant;
  /** Only if it is short or was asked for. */
  readonly content?: string;
}

const given = <Name extends string, Value>(name: Name, value: Value | null) =>
  (value === null ? {} : { [name]: value }) as { readonly [name in Name]?: Value };

export const hitRecord = (record: ThroughlineRecord, projectName: string | null, at: Instant): HitRecord => ({
  id: record.id,
  type: record.type,
  project: record.projectId,
  project_name: projectName,
  status: effectiveStatus(record, at),
  created_at: record.createdAt,
  ...given('occurred_at', record.occurredAt),
  ...given('session_id', record.sessionId),
  ...given('subject', record.subject),
  ...given('superseded_by', record.supersededBy),
  ...given('resolution', record.resolution),
  ...given('expires_at', record.expiresAt),
});

/** A text that is not a record, in the shape of one: its type says what it is. */
export const otherHit = (text: Searched, id: string, projectName: string | null): HitRecord => ({
  id,
  type: text.entityKind ?? text.kind,
  project: text.projectId,
  project_name: projectName,
  status: text.isRewound === true ? 'retracted' : 'active',
  created_at: text.at,
  ...given('session_id', text.sessionId),
  ...given('subject', text.subjects[0] ?? null),
});
