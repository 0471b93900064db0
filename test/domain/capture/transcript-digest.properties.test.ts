import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import { reduceEntries } from '../../../src/domain/capture/reduce/reduce-entries.ts';
import { renderDigest } from '../../../src/domain/capture/render-digest.ts';
import { EMPTY_DIGEST, MAX_DIGEST_CHARS } from '../../../src/domain/capture/transcript-digest.ts';
import { mapEntryTexts, type TranscriptEntry } from '../../../src/domain/capture/transcript-entry.ts';
import { checkText } from '../../../src/domain/check-text.ts';
import { anyEntries } from './any-entry.ts';
import { worstEntries } from './worst-entries.ts';

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('a transcript digest', () => {
  it('is the same for any division of its entries into batches, stored in between', () =>
    fc.assert(
      fc.property(anyEntries(), fc.array(fc.nat(60), { maxLength: 5 }), (entries, cuts) => {
        const at = [
          0,
          ...cuts.map((cut) => cut % (entries.length + 1)).sort((a, b) => a - b),
          entries.length,
        ];
        const batches = at.slice(1).map((end, index) => entries.slice(at[index], end));
        const folded = batches.reduce(
          (digest, batch) => reduceEntries(throughJson(digest), batch),
          EMPTY_DIGEST,
        );
        expect(folded).toEqual(reduceEntries(EMPTY_DIGEST, entries));
      }),
    ));

  it('survives JSON', () =>
    fc.assert(
      fc.property(anyEntries(), (entries) => {
        const digest = reduceEntries(EMPTY_DIGEST, entries);
        expect(throughJson(digest)).toEqual(digest);
      }),
    ));

  it('never exceeds its limit, whatever the transcript contains', () => {
    const digest = reduceEntries(EMPTY_DIGEST, worstEntries());
    const length = JSON.stringify(digest).length;
    expect(length).toBeLessThanOrEqual(MAX_DIGEST_CHARS);
    // The bound is a bound, not a wish: the worst there is comes near it.
    expect(length).toBeGreaterThan(MAX_DIGEST_CHARS / 2);
    expect(JSON.stringify(reduceEntries(digest, worstEntries())).length).toBeLessThanOrEqual(
      MAX_DIGEST_CHARS,
    );
  });

  it('gives items that can be stored, each with lines of the transcript', () =>
    fc.assert(
      fc.property(anyEntries(), (entries) => {
        for (const { text, lines } of deriveFromDigest(reduceEntries(EMPTY_DIGEST, entries))) {
          expect(checkText('item', text)).toBe(text);
          expect(lines.every((line) => line >= 1 && line <= entries.length)).toBe(true);
        }
      }),
    ));

  it('contains no text that did not pass through the map', () =>
    fc.assert(
      fc.property(anyEntries(), (entries) => {
        const hidden = entries.map((entry): TranscriptEntry => mapEntryTexts(entry, () => 'XXXX'));
        const known = /sqlite|postgres|cache|tabs|friday|vitest|traceback|left-pad|proto/i;
        expect(JSON.stringify(reduceEntries(EMPTY_DIGEST, hidden))).not.toMatch(known);
      }),
    ));

  it.each(['summary', 'structured'] as const)(
    'is rendered %s within its room, with every line of the transcript quoted',
    (form) => {
      const text = renderDigest(reduceEntries(EMPTY_DIGEST, worstEntries()), form);
      expect(text.length).toBeLessThan(26_000);
      for (const line of text.split('\n')) expect(line).toMatch(/^$|^#{1,2} [A-Z]|^\d+ requests|^- |^ {2}> /);
    },
  );
});
