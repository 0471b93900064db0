import { describe, expect, it } from 'vitest';
import { explain } from '../../src/search/explain.ts';
import { Matcher } from '../../src/search/passages.ts';
import { rank } from '../../src/search/rank.ts';
import { wordsOf } from '../../src/search/tokens.ts';
import { WEIGHTS } from '../../src/search/weights.ts';
import { aDoc, NOW, parse, termsOf } from './a-question.ts';

function why(question: string, docs: readonly ReturnType<typeof aDoc>[], key = docs[0]?.key): string {
  const query = parse(question);
  const { asked, ranked } = rank(query, termsOf(question), docs, NOW, WEIGHTS);
  const hit = ranked.find(({ doc }) => doc.key === key);
  if (hit === undefined) return '';
  const matcher = new Matcher(asked);
  const matched = wordsOf(hit.doc.text).filter((word) => matcher.placesOf(word).length > 0);
  return explain(hit, asked, query, matched);
}

describe('why a hit is where it is', () => {
  it('names the words it says and those it lacks', () => {
    expect(why('lantern wick', [aDoc('a lantern')])).toBe('says lantern; without wick');
    expect(why('lantern', [aDoc('Lanterns, a lantern')])).toBe('says lanterns, lantern');
  });

  it('tells what it is only filed under', () => {
    expect(why('lantern siesta', [aDoc('a lantern', { names: 'siesta' })])).toBe(
      'says lantern; elsewhere in it, or filed under: siesta',
    );
  });

  it('does not call elsewhere what it says itself, further on', () => {
    const long = `lantern ${'and so on '.repeat(80)}wick`;
    expect(why('lantern wick', [aDoc(long)])).toBe('says lantern, wick');
  });

  it('tells what is told without its name', () => {
    expect(why('lantern timeout', [aDoc('The lantern goes dark after two hours')])).toBe(
      'says lantern; tells without the word: timeout',
    );
  });

  it('tells what only stands near it, and who said it', () => {
    const talk = [
      aDoc('What is your favourite colour?', { speaker: 'mira', line: 'a', order: 1 }),
      aDoc('Green.', { speaker: 'borin', line: 'a', order: 2 }),
    ];
    expect(why('favourite colour', talk, 'Green.')).toBe('near it: favourite, colour');
    expect(why('what did Mira say of a favourite colour', talk)).toContain('said by the one named');
    expect(why('what did Mira say of a favourite colour', talk, 'Green.')).toContain('said by another');
  });

  it('tells when the words are the very same, when the time fits, and what else moved it', () => {
    expect(why('src/run.ts', [aDoc('see src/run.ts')])).toContain('word for word');
    const told = why('lunch yesterday', [aDoc('lunch', { at: NOW - 86_400_000, importance: 9 })]);
    expect(told).toBe('says lunch; fits "yesterday"; importance 9');
  });

  it('tells how much the same it means, where a vector says so', () => {
    const query = parse('lantern');
    const { asked, ranked } = rank(query, termsOf('lantern'), [aDoc('a lamp')], NOW, WEIGHTS);
    const [hit] = ranked;
    expect(hit && explain({ ...hit, similarity: 0.834 }, asked, query, [])).toBe('means 83 % the same');
  });
});
