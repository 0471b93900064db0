import fc from 'fast-check';
import { DAMAGED_TEXT } from '../../../src/domain/damage.ts';
import { DAY_MS, plusMs } from '../../../src/domain/instant.ts';
import type {
  DeltaFacts,
  FactItem,
  FactList,
  OrientationFacts,
  SessionFact,
} from '../../../src/domain/orientation/facts.ts';
import type { RecordType } from '../../../src/domain/record/record.ts';
import { anyDrift } from './any-drift.ts';
import { anyText } from './any-text.ts';
import { emptyFacts, idOf, item, NOW, session } from './fact-fixtures.ts';

const anyAge = fc.integer({ min: 0, max: 900 });
const anyName = fc.option(fc.oneof(anyText, fc.constantFrom('claude-code', 'main', '/home/ada/lantern')), {
  nil: null,
});

const anyItem = (type: RecordType): fc.Arbitrary<FactItem> =>
  fc
    .record({
      text: anyText,
      days: anyAge,
      author: anyName,
      subject: anyName,
      worktree: anyName,
      branch: anyName,
      isDamaged: fc.constantFrom(false, false, false, false, true),
    })
    .map(({ days, text, isDamaged, ...names }) =>
      item(type, isDamaged ? DAMAGED_TEXT : text, {
        ...names,
        ...(isDamaged ? { isDamaged } : {}),
        createdAt: plusMs(NOW, -days * DAY_MS),
      }),
    );

export function anyList(type: RecordType, max = 80): fc.Arbitrary<FactList> {
  const anyItems = fc.oneof(
    { weight: 3, arbitrary: fc.array(anyItem(type), { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.array(anyItem(type), { maxLength: max, size: 'max' }) },
  );
  return fc.tuple(anyItems, fc.constantFrom(0, 0, 0, 1, 999_000)).map(([items, more]) => ({
    items: items.map((each, index) => ({ ...each, id: idOf(type, index) })),
    total: items.length === 0 ? 0 : items.length + more,
  }));
}

const anySession: fc.Arbitrary<SessionFact> = fc
  .record({
    status: fc.constantFrom('active', 'paused', 'lost', 'ended', 'closed'),
    title: anyName,
    agent: anyName,
    branch: anyName,
    worktree: anyName,
    transcriptPath: anyName,
    hasHandoff: fc.boolean(),
    isHandoffDerived: fc.boolean(),
  })
  .map((over) => session(over));

const anyDelta: fc.Arbitrary<DeltaFacts> = fc
  .record({
    own: fc.array(fc.oneof(anyItem('lesson'), anyItem('memory')), { maxLength: 12 }),
    changed: fc.array(
      fc.record({
        what: fc.constantFrom('new', 'resolved', 'superseded', 'retracted', 'changed'),
        item: anyItem('decision'),
      }),
      { maxLength: 12 },
    ),
    days: anyAge,
  })
  .map(({ own, changed, days }) => ({
    since: plusMs(NOW, -days * DAY_MS),
    sessionId: 'ses_4h8x1n6t0w3z5c7v9b2m4k6j8q',
    own: { items: own.map((each, index) => ({ ...each, id: idOf('own', index) })), total: own.length },
    changed: changed as DeltaFacts['changed'],
  }));

const anyCaptures = fc
  .tuple(fc.integer({ min: 0, max: 6 }), fc.constantFrom(0, 0, 900))
  .map(([count, more]) => ({
    items: Array.from({ length: count }, (_, index) => ({
      id: idOf('capture', index),
      sessionId: `ses_${index}`,
    })),
    total: count === 0 ? 0 : count + more,
  }));

const anyFailures = fc.array(
  fc
    .record({ event: fc.constantFrom('stop', 'session-start'), message: anyText, days: anyAge })
    .map(({ days, ...over }) => ({
      ...over,
      at: plusMs(NOW, -days * DAY_MS),
      client: 'claude-code',
      folder: null,
      code: 'store_busy',
    })),
  { maxLength: 3 },
);

export const anyFacts: fc.Arbitrary<OrientationFacts> = fc
  .record({
    project: fc.record({
      id: fc.constant('prj_7m2kq0c4x9s1v5b8n3d6f0g2hj'),
      name: anyText,
      kind: fc.constantFrom('work', 'game'),
    }),
    worktree: fc.constantFrom(null, '/home/ada/lantern'),
    constraints: anyList('constraint'),
    warnings: anyList('warning'),
    checkpoints: anyList('checkpoint'),
    focus: anyList('next_session_focus', 8),
    openLoops: anyList('open_loop'),
    lessons: anyList('lesson'),
    decisions: anyList('decision'),
    preferences: anyList('preference'),
    relationalDeltas: anyList('relational_delta', 8),
    lastSession: fc.option(anySession, { nil: null }),
    memoryCount: fc.constantFrom(0, 0, 1, 12_000),
    lostSessions: fc.array(anySession, { maxLength: 5 }),
    recentSessions: fc.array(anySession, { maxLength: 4 }),
    sessionStarts: fc
      .array(anyAge, { maxLength: 100 })
      .map((ages) => ages.sort((a, b) => a - b).map((days) => plusMs(NOW, -days * DAY_MS))),
    delta: fc.option(anyDelta, { nil: null }),
    drift: anyDrift,
    aliveSessions: fc.array(anySession, { maxLength: 5 }),
    awaitingSuccessor: fc.array(anySession, { maxLength: 2 }),
    identities: fc.array(
      fc.record({
        path: anyText,
        text: anyText,
        isCut: fc.boolean(),
        isFilledIn: fc.boolean(),
        problem: fc.constantFrom(null, null, 'it\n## Gaps (0)'),
      }),
      { maxLength: 2 },
    ),
    lastTranscriptPath: anyName,
    unreviewedCaptures: anyCaptures,
    hookFailures: anyFailures,
    hooksMissingFor: fc.constantFrom(null, 'claude-code'),
  })
  .map((over) => emptyFacts(over as Partial<OrientationFacts>));

export const anyBudget = fc.oneof(
  fc.integer({ min: 500, max: 40_000 }),
  fc.integer({ min: 500, max: 2_000 }),
  fc.constantFrom(500, 999, 1_000, 1_600, 5_999, 6_000, 8_000, 40_000),
);
