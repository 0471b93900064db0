import { canonicalJson, canonicalParts, type Digest, derivedId, digestOf } from '../id.ts';
import type { Instant } from '../instant.ts';
import type { RecordType, ThroughlineRecord } from '../record/record.ts';
import type { Session } from '../session/session.ts';

interface HandoffDecision {
  readonly text: string;
  readonly subject: string | null;
  readonly supersedes: readonly string[];
}

export interface HandoffContent {
  readonly checkpoint: string | null;
  readonly decisions: readonly HandoffDecision[];
  readonly openLoops: readonly string[];
  readonly preferences: readonly string[];
  readonly constraints: readonly string[];
  readonly warnings: readonly string[];
  readonly lessons: readonly string[];
  readonly relationalDelta: string | null;
  readonly nextSessionFocus: string | null;
  /** Ids, or exact texts, of loops this session closed. */
  readonly resolvedLoops: readonly string[];
  readonly summaryNotes: string | null;
}

export const EMPTY_HANDOFF: HandoffContent = {
  checkpoint: null,
  decisions: [],
  openLoops: [],
  preferences: [],
  constraints: [],
  warnings: [],
  lessons: [],
  relationalDelta: null,
  nextSessionFocus: null,
  resolvedLoops: [],
  summaryNotes: null,
};

export interface HandoffItem {
  readonly type: RecordType;
  readonly position: number;
  readonly text: string;
  readonly subject: string | null;
  readonly supersedes: readonly string[];
}

/** What the first reply said about the session. A repeated call returns the same. */
export type HandoffAnswer = Pick<Session, 'turnCount' | 'activeMs' | 'orientationScore' | 'gapCount'>;

/** A stored handoff. The records it created carry its id, those it adopted are listed here. */
export interface Handoff {
  readonly id: string;
  readonly sessionId: string;
  readonly projectId: string;
  readonly digest: Digest;
  readonly isDerived: boolean;
  /** Where a derived one comes from; for one written later, the derived one whose place it took. */
  readonly sources: readonly string[];
  /** Counts by type of what it holds, adopted records included. */
  readonly stored: Readonly<Partial<Record<RecordType, number>>>;
  /** Records that existed before, with the same text: it hands them over instead of storing a copy. */
  readonly adoptedIds: readonly string[];
  readonly supersededIds: readonly string[];
  readonly resolvedLoopIds: readonly string[];
  readonly noteId: string | null;
  readonly redacted: Readonly<Record<string, number>>;
  readonly createdAt: Instant;
  /** null: derived, imported, or written before replies were stored. */
  readonly answer: HandoffAnswer | null;
}

export const handoffDigest = (content: HandoffContent): Digest => digestOf(canonicalJson(content));

/** The text whose digest that is, in parts: a handoff may be large. */
export const handoffDigestParts = (content: HandoffContent): Iterable<string> => canonicalParts(content);

export const handoffId = (sessionId: string, digest: Digest): string => derivedId('hnd', sessionId, digest);

/** The same text of the same type is one record. `repeat` separates records of a text that was stored again later. */
export const recordId = (sessionId: string, type: RecordType, text: string, repeat = 0): string =>
  derivedId('rec', sessionId, type, String(repeat), text);

export const belongsToHandoff = (
  record: Pick<ThroughlineRecord, 'id' | 'handoffId'>,
  { id, adoptedIds }: Pick<Handoff, 'id' | 'adoptedIds'>,
): boolean => record.handoffId === id || adoptedIds.includes(record.id);

const plain = (type: RecordType, texts: readonly string[]): HandoffItem[] =>
  texts.map((text, position) => ({ type, position, text, subject: null, supersedes: [] }));

const single = (type: RecordType, text: string | null) => plain(type, text === null ? [] : [text]);

/** The items that become records. Without a checkpoint, the summary is used as one. */
export function handoffItems(content: HandoffContent): HandoffItem[] {
  return [
    ...single('checkpoint', content.checkpoint ?? content.summaryNotes),
    ...content.decisions.map((decision, position) => ({ type: 'decision' as const, position, ...decision })),
    ...plain('open_loop', content.openLoops),
    ...plain('preference', content.preferences),
    ...plain('constraint', content.constraints),
    ...plain('warning', content.warnings),
    ...plain('lesson', content.lessons),
    ...single('relational_delta', content.relationalDelta),
    ...single('next_session_focus', content.nextSessionFocus),
  ];
}

export const isEmptyHandoff = (content: HandoffContent): boolean =>
  handoffItems(content).length === 0 && content.resolvedLoops.length === 0;

type MapText = (text: string, field: string) => string;

/** Every text of a handoff passes through `map`; ids of superseded records do not. */
export function mapHandoffTexts(content: HandoffContent, map: MapText): HandoffContent {
  const one = (field: string, text: string | null) => (text === null ? null : map(text, field));
  const all = (field: string, texts: readonly string[]) =>
    texts.map((text, index) => map(text, `${field}[${index}]`));
  return {
    checkpoint: one('checkpoint', content.checkpoint),
    decisions: content.decisions.map((decision, index) => ({
      ...decision,
      text: map(decision.text, `decisions[${index}]`),
      subject: one(`decisions[${index}].subject`, decision.subject),
    })),
    openLoops: all('open_loops', content.openLoops),
    preferences: all('preferences', content.preferences),
    constraints: all('constraints', content.constraints),
    warnings: all('warnings', content.warnings),
    lessons: all('lessons', content.lessons),
    relationalDelta: one('relational_delta', content.relationalDelta),
    nextSessionFocus: one('next_session_focus', content.nextSessionFocus),
    resolvedLoops: all('resolved_loops', content.resolvedLoops),
    summaryNotes: one('summary_notes', content.summaryNotes),
  };
}

const NAMES: Readonly<Record<RecordType, readonly [string, string]>> = {
  checkpoint: ['checkpoint', 'checkpoints'],
  decision: ['decision', 'decisions'],
  open_loop: ['open loop', 'open loops'],
  preference: ['preference', 'preferences'],
  constraint: ['constraint', 'constraints'],
  warning: ['warning', 'warnings'],
  lesson: ['lesson', 'lessons'],
  relational_delta: ['relational delta', 'relational deltas'],
  next_session_focus: ['focus', 'focuses'],
  memory: ['memory', 'memories'],
};

export type Counts = Readonly<Partial<Record<RecordType, number>>>;

export function countByType(records: readonly Pick<ThroughlineRecord, 'type'>[]): Counts {
  const counts: Partial<Record<RecordType, number>> = {};
  for (const { type } of records) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

export const sumCounts = (counts: Counts): number =>
  Object.values(counts).reduce((sum, count) => sum + (count ?? 0), 0);

/** "1 checkpoint, 3 decisions". */
export const renderCounts = (counts: Counts): string =>
  Object.entries(counts)
    .map(([type, count]) => `${count} ${NAMES[type as RecordType][count === 1 ? 0 : 1]}`)
    .join(', ');
