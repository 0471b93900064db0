import { digestOf } from '../../../src/domain/id.ts';
import type { ThroughlineRecord } from '../../../src/domain/record/record.ts';

export const T0 = '2026-01-05T09:00:00.000Z';

export const aRecord = (facts: Partial<ThroughlineRecord> = {}): ThroughlineRecord => ({
  id: 'rec_1',
  type: 'open_loop',
  category: 'context',
  importance: 7,
  content: 'Why does the build hang?',
  digest: digestOf(facts.content ?? 'Why does the build hang?'),
  subject: null,
  status: 'active',
  projectId: 'prj_1',
  sessionId: 'ses_1',
  handoffId: null,
  source: 'end_session',
  position: 0,
  worktree: '/w',
  branch: 'main',
  head: 'abc',
  createdAt: T0,
  occurredAt: null,
  updatedAt: T0,
  version: 1,
  tags: [],
  aliases: [],
  supersedes: [],
  supersededBy: null,
  resolvedAt: null,
  resolution: null,
  expiresAt: null,
  isWithheld: false,
  ...facts,
});
