import { describe, expect, it } from 'vitest';
import { MAX_MATCHED } from '../../src/app/search/find-terms.ts';
import { itself } from '../../src/app/search/other-forms.ts';
import { weighTerms } from '../../src/app/search/weigh-terms.ts';
import { parse } from '../search/ranking-fixtures.ts';

const letters = (index: number) => String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26));

/** As many words as asked for; each second one is unknown, and the later a known one the rarer it is. */
function weighed(words: number) {
  const query = parse(Array.from({ length: words }, (_, index) => `quag${letters(index)}o`).join(' '));
  const found = query.terms.map((term, index) => ({
    term,
    known: itself(term),
    count: index % 2 === 0 ? 200 - index : 0,
    isUnknown: index % 2 === 1,
    candidates: [],
    past: [],
  }));
  return weighTerms({ found, total: 1_000, quoted: [], inPastVersions: [] }, query);
}

describe('weighTerms', () => {
  it('keeps all words of a short query, unknown ones too', () => {
    expect(weighed(MAX_MATCHED)).toHaveLength(MAX_MATCHED);
  });

  it('keeps the known words of a long request', () => {
    const kept = weighed(MAX_MATCHED + 10);
    expect(kept).toHaveLength((MAX_MATCHED + 10) / 2);
    expect(kept.every(({ count }) => count > 0)).toBe(true);
  });

  it('keeps a limited number, those that say most', () => {
    const [first, ...others] = weighed(60);
    expect(others).toHaveLength(MAX_MATCHED - 1);
    expect(others.every(({ weight }) => weight <= (first?.weight ?? 0))).toBe(true);
  });
});
