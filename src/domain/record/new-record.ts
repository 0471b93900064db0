import { digestOf } from '../id.ts';
import { RECORD_FILING, type ThroughlineRecord } from './record.ts';

type Given = Pick<
  ThroughlineRecord,
  | 'id'
  | 'type'
  | 'content'
  | 'projectId'
  | 'sessionId'
  | 'source'
  | 'worktree'
  | 'branch'
  | 'head'
  | 'createdAt'
>;

/** A record as it begins: filed by its type and active, unless the caller says otherwise. */
export function newRecord(given: Given & Partial<ThroughlineRecord>): ThroughlineRecord {
  const { category, importance } = RECORD_FILING[given.type];
  // What is given last and nothing spread before it: otherwise V8 makes the object fifteen times slower.
  return {
    category,
    importance,
    digest: digestOf(given.content),
    subject: null,
    status: 'active',
    handoffId: null,
    position: 0,
    occurredAt: null,
    updatedAt: given.createdAt,
    version: 1,
    tags: [],
    aliases: [],
    supersedes: [],
    supersededBy: null,
    resolvedAt: null,
    resolution: null,
    expiresAt: null,
    isWithheld: false,
    ...given,
  };
}
