import { isFilledIn } from '../../../src/app/identity.ts';
import { DAY_MS, plusMs } from '../../../src/domain/instant.ts';
import type {
  FactItem,
  FactList,
  IdentityFact,
  OrientationFacts,
  SessionFact,
} from '../../../src/domain/orientation/facts.ts';
import type { RecordType } from '../../../src/domain/record/record.ts';

export const NOW = '2026-11-15T12:00:00.000Z';
export const PROJECT_ID = 'prj_7m2kq0c4x9s1v5b8n3d6f0g2hj';

export const daysAgo = (days: number) => plusMs(NOW, -days * DAY_MS);

export const idOf = (type: string, index: number) =>
  `rec_${type.replaceAll('_', '').padEnd(22, '0')}${String(index).padStart(4, '0')}`;

export function item(type: RecordType, text: string, over: Partial<FactItem> = {}, index = 0): FactItem {
  return {
    id: idOf(type, index),
    type,
    text,
    length: text.length,
    subject: null,
    importance: 7,
    sessionId: 'ses_4h8x1n6t0w3z5c7v9b2m4k6j8q',
    author: 'claude-code',
    source: 'end_session',
    createdAt: daysAgo(2),
    worktree: null,
    branch: null,
    head: null,
    ...over,
  };
}

export function list(type: RecordType, texts: readonly string[], over: Partial<FactItem> = {}): FactList {
  return { items: texts.map((text, index) => item(type, text, over, index)), total: texts.length };
}

export const many = (
  type: RecordType,
  count: number,
  textOf: (index: number) => string,
  over: Partial<FactItem> = {},
) =>
  list(
    type,
    Array.from({ length: count }, (_, index) => textOf(index)),
    over,
  );

export const identity = (text: string): IdentityFact => ({
  path: '/home/ada/.throughline/identity.md',
  text,
  isCut: false,
  isFilledIn: isFilledIn(text),
  problem: null,
});

export const NONE: FactList = { items: [], total: 0 };

export function session(over: Partial<SessionFact> = {}): SessionFact {
  return {
    id: 'ses_4h8x1n6t0w3z5c7v9b2m4k6j8q',
    status: 'ended',
    title: 'Move the queue to Postgres',
    agent: 'claude-code',
    startedAt: daysAgo(2.2),
    lastSeenAt: daysAgo(2),
    endedAt: daysAgo(2),
    branch: 'main',
    worktree: '/home/ada/lantern',
    transcriptPath: '/home/ada/.claude/projects/-home-ada-lantern/5f0c.jsonl',
    hasHandoff: true,
    isHandoffDerived: false,
    isSuccessorForbidden: false,
    ...over,
  };
}

export function emptyFacts(over: Partial<OrientationFacts> = {}): OrientationFacts {
  return {
    project: { id: PROJECT_ID, name: 'lantern', kind: 'work' },
    isOwnProject: true,
    now: NOW,
    ids: { count: 200, distinctLength: 0 },
    worktree: '/home/ada/lantern',
    constraints: NONE,
    warnings: NONE,
    checkpoints: NONE,
    focus: NONE,
    openLoops: NONE,
    lessons: NONE,
    decisions: NONE,
    preferences: NONE,
    relationalDeltas: NONE,
    lastSession: null,
    memoryCount: 0,
    lostSessions: [],
    recentSessions: [],
    sessionStarts: [],
    delta: null,
    drift: null,
    aliveSessions: [],
    awaitingSuccessor: [],
    identities: [],
    lastTranscriptPath: null,
    unreviewedCaptures: { items: [], total: 0 },
    hookFailures: [],
    hooksMissingFor: null,
    ...over,
  };
}

const here = { worktree: '/home/ada/lantern', branch: 'main' };

/** A project two weeks into its work, with something in every section. */
export function busyFacts(over: Partial<OrientationFacts> = {}): OrientationFacts {
  return emptyFacts({
    constraints: list('constraint', [
      'Never write to the production database from a script; migrations only, reviewed by Ada.',
      'The public API keeps its field names until 3.0.',
      'No customer data in test fixtures, not even anonymised.',
    ]),
    warnings: list('warning', [
      'The staging queue is shared with the billing team: draining it drains theirs.',
      'CI caches node_modules by lockfile hash only; after a Node upgrade clear the cache or builds segfault.',
    ]),
    checkpoints: {
      items: [
        item(
          'checkpoint',
          'Queue writer moved to Postgres behind QUEUE_ENGINE=pg; all 214 unit tests green.\nReader half done: claim() works, release() still holds the row lock over the callback, see reader.ts.\nNext: make release() idempotent, then run the soak test for an hour.',
          here,
        ),
        item(
          'checkpoint',
          'Docs site: navigation rebuilt, search box not wired.\nWaiting for icons.',
          { worktree: '/home/ada/lantern-docs', branch: 'docs/nav', createdAt: daysAgo(9) },
          1,
        ),
      ],
      total: 2,
    },
    focus: list('next_session_focus', ['Finish release() and the soak test before touching anything else.']),
    openLoops: {
      items: [
        item(
          'open_loop',
          'Does the retry budget survive a restart? Nobody has tested it.',
          { createdAt: daysAgo(31) },
          0,
        ),
        item('open_loop', 'Ask the billing team for their own queue.', { createdAt: daysAgo(12) }, 1),
        item('open_loop', 'Two flaky tests in scheduler.test.ts, quarantined.', { createdAt: daysAgo(2) }, 2),
      ],
      total: 3,
    },
    lessons: list('lesson', [
      'LISTEN/NOTIFY alone loses wake-ups when the connection drops: poll every 5 s as well.',
      'Tried SKIP LOCKED with a CTE delete; it deadlocked under 64 workers. Do not repeat.',
    ]),
    decisions: {
      items: [
        item(
          'decision',
          'Postgres as queue, not Redis: one thing less to run, and we need transactions with the orders table.',
          { subject: 'queue engine' },
          0,
        ),
        item(
          'decision',
          'Backoff is exponential with full jitter, cap 5 minutes.',
          { subject: 'retries' },
          1,
        ),
        item('decision', 'Backoff is linear, 30 s steps.', { subject: 'Retries', createdAt: daysAgo(40) }, 2),
      ],
      total: 3,
    },
    preferences: list('preference', [
      'Ada wants small commits with the reason in the body.',
      'No emojis in code or commits.',
    ]),
    relationalDeltas: list('relational_delta', [
      'Ada now trusts refactors without asking first, as long as the tests stay green.',
    ]),
    lastSession: session(),
    aliveSessions: [
      session({
        id: 'ses_9z8y7x6w5v4t3s2r1q0p9n8m7k',
        status: 'active',
        agent: 'codex',
        branch: 'docs/nav',
        worktree: '/home/ada/lantern-docs',
        title: null,
        lastSeenAt: plusMs(NOW, -240_000),
        endedAt: null,
        hasHandoff: false,
      }),
    ],
    identities: [identity('# Who I am\n\nAda, backend engineer. I like plain words and short answers.\n')],
    ...over,
  });
}
