import fc from 'fast-check';
import { RECORD_TYPES, type RecordType } from '../../src/domain/record/record.ts';

/** Few texts, so that calls collide; none is part of another, and two are the same loop in other letters. */
export const TEXTS = ['Red kite', 'red kite.', 'Blue whale', 'Grey heron', 'Green newt'] as const;

const anyText = fc.constantFrom(...TEXTS);
const anyTexts = fc.array(anyText, { maxLength: 4 });
const anyWho = fc.nat(2);

/** What a client writes; indexes point into what exists by then. */
export type Writing =
  | {
      readonly do: 'store';
      readonly who: number;
      readonly type: RecordType;
      readonly text: string;
      readonly subject: string | undefined;
      readonly isGlobal: boolean;
    }
  | {
      readonly do: 'update';
      readonly who: number;
      readonly record: number;
      readonly change:
        | { readonly content: string }
        | { readonly status: 'active' | 'resolved' | 'superseded' | 'retracted' }
        | { readonly project: null };
    }
  | { readonly do: 'note'; readonly who: number; readonly text: string; readonly title: string | undefined }
  | {
      readonly do: 'leave';
      readonly who: number;
      readonly mode: 'end' | 'pause';
      /** An earlier session instead of the current one. */
      readonly late: number | null;
      readonly checkpoint: string | null;
      readonly summaryNotes: string | null;
      readonly decisions: readonly { readonly text: string; readonly subject: string | null }[];
      readonly openLoops: readonly string[];
      readonly preferences: readonly string[];
      readonly constraints: readonly string[];
      readonly warnings: readonly string[];
      readonly lessons: readonly string[];
      readonly relationalDelta: string | null;
      readonly nextSessionFocus: string | null;
      /** Which of the open loops there are it resolves, by text. */
      readonly resolved: number | null;
    }
  | { readonly do: 'start'; readonly who: number; readonly isNew: boolean }
  /** The very same call once more. */
  | { readonly do: 'retry'; readonly call: number };

const maybe = <Value>(value: fc.Arbitrary<Value>, freq = 2) => fc.option(value, { nil: null, freq });
const anySubject = fc.constantFrom('birds', 'fish', null, null, null);

const anyStore = fc.record({
  do: fc.constant('store' as const),
  who: anyWho,
  type: fc.constantFrom(...RECORD_TYPES),
  text: anyText,
  subject: anySubject.map((subject) => subject ?? undefined),
  isGlobal: fc.constantFrom(true, false, false, false, false),
});

const anyUpdate = fc.record({
  do: fc.constant('update' as const),
  who: anyWho,
  record: fc.nat(),
  change: fc.oneof(
    fc.record({ content: anyText }),
    fc.record({ status: fc.constantFrom('active', 'resolved', 'superseded', 'retracted') }),
    fc.constant({ project: null }),
  ),
});

const anyNote = fc.record({
  do: fc.constant('note' as const),
  who: anyWho,
  text: anyText,
  title: fc.constantFrom('Session summary', undefined),
});

const anyLeave = fc.record({
  do: fc.constant('leave' as const),
  who: anyWho,
  mode: fc.constantFrom('end', 'pause'),
  late: maybe(fc.nat(), 5),
  checkpoint: maybe(anyText, 4),
  summaryNotes: maybe(anyText),
  decisions: fc.array(fc.record({ text: anyText, subject: anySubject }), { maxLength: 4 }),
  openLoops: anyTexts,
  preferences: anyTexts,
  constraints: anyTexts,
  warnings: anyTexts,
  lessons: anyTexts,
  relationalDelta: maybe(anyText),
  nextSessionFocus: maybe(anyText),
  resolved: maybe(fc.nat()),
});

const anyStart = fc.record({ do: fc.constant('start' as const), who: anyWho, isNew: fc.boolean() });
const anyRetry = fc.record({ do: fc.constant('retry' as const), call: fc.nat() });

const anyWriting: fc.Arbitrary<Writing> = fc.oneof(
  { arbitrary: anyStore, weight: 6 },
  { arbitrary: anyUpdate, weight: 3 },
  { arbitrary: anyNote, weight: 1 },
  { arbitrary: anyLeave, weight: 5 },
  { arbitrary: anyStart, weight: 2 },
  { arbitrary: anyRetry, weight: 4 },
) as fc.Arbitrary<Writing>;

/** With how many seconds pass before each; often none do. */
export const anyWritings = fc.array(
  fc.record({ writing: anyWriting, seconds: fc.constantFrom(0, 0, 1, 60, 200) }),
  { minLength: 4, maxLength: 30 },
);
