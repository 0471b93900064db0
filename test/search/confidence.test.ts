import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Clues, confidenceFrom } from '../../src/search/confidence.ts';
import { CUTOFF, REQUEST_CONFIDENCE } from '../../src/search/weights.ts';

const clues = (some: Partial<Clues>): Clues => ({
  evidence: 0,
  lead: 0,
  subject: 0,
  share: 0,
  missingNames: 0,
  unknownWords: 0,
  lacksAttribute: false,
  isOtherKind: false,
  isTask: false,
  isExact: false,
  length: 0,
  noteShare: 0,
  noteLength: 0,
  ...some,
});
const confidence = (some: Partial<Clues>) => confidenceFrom(clues(some));

describe('confidenceFrom', () => {
  it('is enough for a text that contains all that was asked, even if many texts do', () => {
    expect(confidence({ evidence: 0.02, share: 1 })).toBeGreaterThanOrEqual(CUTOFF.minScore);
    expect(confidence({ evidence: 0.02, share: 0.6 })).toBeLessThan(CUTOFF.minScore);
  });

  it('is enough for a subject that no other note has, though most of the query is unexplained', () => {
    expect(confidence({ evidence: 1, lead: 1, subject: 1, share: 0.1 })).toBeGreaterThan(CUTOFF.minScore);
    expect(confidence({ evidence: 1, lead: 0, subject: 0, share: 0.1 })).toBeLessThan(CUTOFF.minScore);
  });

  it('is not enough without the attribute that was asked for, or with an answer of another kind', () => {
    const good = { evidence: 1.5, lead: 1, subject: 1, share: 0.5 };
    expect(confidence(good)).toBeGreaterThan(CUTOFF.high);
    expect(confidence({ ...good, lacksAttribute: true })).toBeLessThan(CUTOFF.minScore);
    expect(confidence({ ...good, isOtherKind: true })).toBeLessThan(CUTOFF.high);
  });

  it('is larger for a task, which uses other words than a note', () => {
    const weak = { evidence: 0.8, lead: 0.6, share: 0.4 };
    expect(confidence(weak)).toBeLessThan(CUTOFF.minScore);
    expect(confidence({ ...weak, isTask: true })).toBeGreaterThan(confidence(weak));
  });

  it('in a long request needs more of it the longer it is, and neither its names nor its attribute', () => {
    const inRequest = (some: Partial<Clues>) => confidenceFrom(clues(some), REQUEST_CONFIDENCE);
    const about = { evidence: 2, lead: 0.8, subject: 0.8, share: 0.1 };
    expect(inRequest({ ...about, length: Math.log(60) })).toBeGreaterThan(CUTOFF.minScore);
    expect(inRequest({ ...about, length: Math.log(300) })).toBeLessThan(
      inRequest({ ...about, length: Math.log(60) }),
    );
    expect(inRequest({ ...about, lacksAttribute: true, missingNames: 3, unknownWords: 2 })).toBe(
      inRequest(about),
    );
  });

  it('rises with what speaks for a note and falls with what speaks against it', () => {
    const amount = fc.double({ min: 0, max: 2, noNaN: true });
    fc.assert(
      fc.property(
        amount,
        amount,
        amount,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (evidence, lead, subject, share) => {
          const before = confidence({ evidence, lead, subject, share });
          expect(before).toBeGreaterThan(0);
          expect(before).toBeLessThan(1);
          expect(confidence({ evidence: evidence + 0.1, lead, subject, share })).toBeGreaterThan(before);
          for (const against of [
            { missingNames: 1 },
            { unknownWords: 1 },
            { lacksAttribute: true },
            { isOtherKind: true },
          ])
            expect(confidence({ evidence, lead, subject, share, ...against })).toBeLessThan(before);
        },
      ),
    );
  });
});
