import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveFromGist } from '../../../src/domain/capture/derive-from-gist.ts';
import { foldEntries } from '../../../src/domain/capture/fold-entries.ts';
import { EMPTY_GIST, MAX_GIST_CHARS } from '../../../src/domain/capture/gist.ts';
import { renderGist } from '../../../src/domain/capture/render-gist.ts';
import { mapEntryTexts, type TranscriptEntry } from '../../../src/domain/capture/transcript-entry.ts';
import { checkText } from '../../../src/domain/text.ts';
import { anyEntries } from './any-entry.ts';
import { worstEntries } from './worst-entries.ts';

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('a gist', () => {
  it('is the same in whatever batches its entries are folded, and stored in between', () =>
    fc.assert(
      fc.property(anyEntries(), fc.array(fc.nat(60), { maxLength: 5 }), (entries, cuts) => {
        const at = [
          0,
          ...cuts.map((cut) => cut % (entries.length + 1)).sort((a, b) => a - b),
          entries.length,
        ];
        const batches = at.slice(1).map((end, index) => entries.slice(at[index], end));
        const folded = batches.reduce((gist, batch) => foldEntries(throughJson(gist), batch), EMPTY_GIST);
        expect(folded).toEqual(foldEntries(EMPTY_GIST, entries));
      }),
    ));

  it('is JSON and nothing else', () =>
    fc.assert(
      fc.property(anyEntries(), (entries) => {
        const gist = foldEntries(EMPTY_GIST, entries);
        expect(throughJson(gist)).toEqual(gist);
      }),
    ));

  it('never grows beyond its bound, whatever is in the transcript', () => {
    const gist = foldEntries(EMPTY_GIST, worstEntries());
    const length = JSON.stringify(gist).length;
    expect(length).toBeLessThanOrEqual(MAX_GIST_CHARS);
    // The bound is a bound, not a wish: the worst there is comes near it.
    expect(length).toBeGreaterThan(MAX_GIST_CHARS / 2);
    expect(JSON.stringify(foldEntries(gist, worstEntries())).length).toBeLessThanOrEqual(MAX_GIST_CHARS);
  });

  it('gives items that a store can hold, each from lines of the transcript', () =>
    fc.assert(
      fc.property(anyEntries(), (entries) => {
        for (const { text, lines } of deriveFromGist(foldEntries(EMPTY_GIST, entries))) {
          expect(checkText('item', text)).toBe(text);
          expect(lines.every((line) => line >= 1 && line <= entries.length)).toBe(true);
        }
      }),
    ));

  it('holds no text that did not pass through the map', () =>
    fc.assert(
      fc.property(anyEntries(), (entries) => {
        const hidden = entries.map((entry): TranscriptEntry => mapEntryTexts(entry, () => 'XXXX'));
        const known = /sqlite|postgres|cache|tabs|friday|vitest|traceback|left-pad|proto/i;
        expect(JSON.stringify(foldEntries(EMPTY_GIST, hidden))).not.toMatch(known);
      }),
    ));

  it.each(['summary', 'structured'] as const)(
    'is rendered %s within its room, with every line of the transcript quoted',
    (form) => {
      const text = renderGist(foldEntries(EMPTY_GIST, worstEntries()), form);
      expect(text.length).toBeLessThan(26_000);
      for (const line of text.split('\n')) expect(line).toMatch(/^$|^#{1,2} [A-Z]|^\d+ requests|^- |^ {2}> /);
    },
  );
});
