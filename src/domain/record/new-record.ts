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
export const newRecord = (given: Given & Partial<ThroughlineRecord>): ThroughlineRecord => ({
  ...RECORD_FILING[given.type],
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
});
