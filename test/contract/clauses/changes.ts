import type { Change, JournalEntry } from '../../../src/app/ports/ledger.ts';
import type { Store } from '../../../src/app/ports/store.ts';
import { ThroughlineError } from '../../../src/domain/error.ts';
import type { Handoff } from '../../../src/domain/handoff/handoff.ts';
import { digestOf } from '../../../src/domain/id.ts';
import type { Note } from '../../../src/domain/note/note.ts';
import type { Project } from '../../../src/domain/project/project.ts';
import type { ThroughlineRecord } from '../../../src/domain/record/record.ts';
import type { SessionEvent, SessionStarted } from '../../../src/domain/session/events.ts';
import { replayEvents } from '../../../src/domain/session/events.ts';
import type { Session } from '../../../src/domain/session/session.ts';
import { aRecord } from '../../domain/record/a-record.ts';
import { T0 } from '../../domain/session/session-fixtures.ts';

export const aProject = (facts: Partial<Project> = {}): Project => ({
  id: 'prj_1',
  key: `git:/${facts.id ?? 'prj_1'}/.git`,
  name: 'Ledger',
  kind: 'work',
  anchorPath: '/w/.git',
  fingerprint: '',
  createdAt: T0,
  version: 1,
  ...facts,
});

export const aNote = (facts: Partial<Note> = {}): Note => ({
  id: 'not_1',
  sessionId: 'ses_1',
  projectId: 'prj_1',
  summary: 'We met the dragon.',
  sessionNumber: 3,
  title: 'The lair',
  occurredAt: null,
  events: ['fire', 'flight'],
  charactersPresent: ['Ada'],
  npcsEncountered: [],
  questUpdates: { lair: 'found' },
  combatEncounters: [],
  experienceGained: 300,
  treasureFound: ['a scale'],
  notes: null,
  visibility: 'dm_only',
  createdAt: T0,
  updatedAt: T0,
  version: 1,
  ...facts,
});

export const aHandoff = (facts: Partial<Handoff> = {}): Handoff => ({
  id: 'hnd_1',
  sessionId: 'ses_1',
  projectId: 'prj_1',
  digest: 'sha256:a',
  isDerived: false,
  sources: [],
  stored: { checkpoint: 1, decision: 2 },
  adoptedIds: ['rec_7'],
  supersededIds: ['rec_8'],
  resolvedLoopIds: ['rec_9'],
  noteId: null,
  redacted: { 'github-token': 1 },
  createdAt: T0,
  answer: { turnCount: 3, activeMs: 60_000, orientationScore: 90, gapCount: 1 },
  ...facts,
});

export const project = (facts: Partial<Project> = {}, keys?: readonly string[]): Change => {
  const whole = aProject(facts);
  return {
    kind: 'project',
    project: whole,
    expectedVersion: whole.version - 1,
    keys: keys ?? [whole.key],
  };
};

type Events = readonly [SessionStarted, ...SessionEvent[]];

export function folded(events: Events): Session {
  const session = replayEvents(events);
  if (session === undefined) throw new Error('no events');
  return session;
}

/** The session these events make, of which the first `stored` are in the store already. */
export const session = (events: Events, stored = 0): Change => ({
  kind: 'session',
  session: folded(events),
  expectedVersion: stored,
  events: events.slice(stored),
});

export const record = (facts: Partial<ThroughlineRecord> = {}): Change => {
  const whole = aRecord(facts);
  return { kind: 'record', record: whole, expectedVersion: whole.version - 1 };
};

export const note = (facts: Partial<Note> = {}): Change => {
  const whole = aNote(facts);
  return { kind: 'note', note: whole, expectedVersion: whole.version - 1 };
};

export const handoff = (facts: Partial<Handoff> = {}, idempotencyKey: string | null = null): Change => ({
  kind: 'handoff',
  handoff: aHandoff(facts),
  idempotencyKey,
});

export const turn = (number: number, what = `turn ${number}`, sessionId = 'ses_1'): Change => ({
  kind: 'turn',
  turn: { sessionId, number, at: T0, who: 'ada', what },
});

export const files = (paths: readonly string[], sessionId = 'ses_1'): Change => ({
  kind: 'files',
  sessionId,
  paths,
  at: T0,
});

/** The code of a refused commit, or `committed`. */
export async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'committed';
  } catch (error) {
    if (error instanceof ThroughlineError) return `${error.kind}: ${error.code}`;
    throw error;
  }
}

export const CONFLICT = 'conflict: version_conflict';

export async function readAll(store: Store): Promise<readonly JournalEntry[]> {
  return store.ledger.read(0, 100_000);
}

export const sha = digestOf;
