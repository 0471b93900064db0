import fc from 'fast-check';
import type { HandoffContent } from '../../../src/domain/handoff/handoff.ts';

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const list = fc.array(words, { maxLength: 4 });
const orNull = fc.option(words, { nil: null });

export const anyHandoff: fc.Arbitrary<HandoffContent> = fc.record({
  checkpoint: orNull,
  decisions: fc.array(fc.record({ text: words, subject: orNull, supersedes: list }), { maxLength: 3 }),
  openLoops: list,
  preferences: list,
  constraints: list,
  warnings: list,
  lessons: list,
  relationalDelta: orNull,
  nextSessionFocus: orNull,
  resolvedLoops: list,
  summaryNotes: orNull,
});
