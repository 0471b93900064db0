import { describe, expect, it } from 'vitest';
import { explain } from '../../src/search/explain.ts';
import { Matcher } from '../../src/search/matcher.ts';
import { rank } from '../../src/search/rank.ts';
import { wordsOf } from '../../src/search/tokens.ts';
import { WEIGHTS } from '../../src/search/weights.ts';
import { makeDoc, NOW, parse, termsOf } from './ranking-fixtures.ts';

function why(question: string, docs: readonly ReturnType<typeof makeDoc>[], key = docs[0]?.key): string {
  const query = parse(question);
  const { asked, ranked } = rank(query, termsOf(question), docs, NOW, WEIGHTS);
  const hit = ranked.find(({ doc }) => doc.key === key);
  if (hit === undefined) return '';
  const matcher = new Matcher(asked);
  const matched = wordsOf(hit.doc.text).filter((word) => matcher.matchesOf(word).length > 0);
  return explain(hit, asked, query, matched, matcher);
}

describe('explain', () => {
  it('names the matched and the missing words', () => {
    expect(why('lantern wick', [makeDoc('a lantern')])).toBe('contains lantern; without wick');
    expect(why('lantern', [makeDoc('Lanterns, a lantern')])).toBe('contains lanterns, lantern');
  });

  it('names words that only its names contain', () => {
    expect(why('lantern siesta', [makeDoc('a lantern', { names: 'siesta' })])).toBe(
      'contains lantern; elsewhere in the text or its labels: siesta',
    );
  });

  it('does not report a word as elsewhere if the text contains it further on', () => {
    const long = `lantern ${'and so on '.repeat(80)}wick`;
    expect(why('lantern wick', [makeDoc(long)])).toBe('contains lantern, wick');
  });

  it('names quantities that are stated without their name', () => {
    expect(why('lantern timeout', [makeDoc('The lantern goes dark after two hours')])).toBe(
      'contains lantern; implied: timeout',
    );
  });

  it('names words that only neighbors contain, and the speaker', () => {
    const talk = [
      makeDoc('What is your favourite colour?', { speaker: 'mira', thread: 'a', order: 1 }),
      makeDoc('Green.', { speaker: 'borin', thread: 'a', order: 2 }),
    ];
    expect(why('favourite colour', talk, 'Green.')).toBe('nearby: favourite, colour');
    expect(why('what did Mira say of a favourite colour', talk)).toContain('by the named speaker');
    expect(why('what did Mira say of a favourite colour', talk, 'Green.')).toContain('by another speaker');
  });

  it('reports verbatim matches, the time, and importance', () => {
    expect(why('src/run.ts', [makeDoc('see src/run.ts')])).toContain('exact match');
    const told = why('lunch yesterday', [makeDoc('lunch', { at: NOW - 86_400_000, importance: 9 })]);
    expect(told).toBe('contains lunch; fits "yesterday"; importance 9');
  });

  it('reports the similarity, if there is one', () => {
    const query = parse('lantern');
    const { asked, ranked } = rank(query, termsOf('lantern'), [makeDoc('a lamp')], NOW, WEIGHTS);
    const [hit] = ranked;
    const said = hit && explain({ ...hit, similarity: 0.834 }, asked, query, [], new Matcher(asked));
    expect(said).toBe('83 % similar');
  });
});
