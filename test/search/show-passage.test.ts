import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Matcher } from '../../src/search/matcher.ts';
import { bestPassage } from '../../src/search/passages.ts';
import { showPassage } from '../../src/search/show-passage.ts';
import { PASSAGE } from '../../src/search/weights.ts';
import { termsOf } from './ranking-fixtures.ts';

function shown(question: string, text: string) {
  const terms = termsOf(question);
  const matcher = new Matcher(terms);
  return showPassage(
    text,
    bestPassage(
      matcher.spotsIn(text),
      terms.map(({ weight }) => weight),
    ),
    matcher,
  );
}

const filler = 'This sentence is about nothing at all. '.repeat(40);

describe('showPassage', () => {
  it('shows a short text whole, with the matched words marked', () => {
    expect(shown('trim wick', 'Trim the wick; Wicks burn.')).toEqual({
      passage: '**Trim** the **wick**; **Wicks** burn.',
      matched: ['Trim', 'wick', 'Wicks'],
      isWhole: true,
    });
  });

  it('does not leave out what negates the match', () => {
    const rest = filler.repeat(2);
    const near = `user: I have never written any Terraform modules. ${rest}`;
    expect(shown('written Terraform modules', near).passage).toContain('I have never **written**');
    const long =
      'in the many years that I have worked with the people of the harbor and with those of the town, '.repeat(
        2,
      );
    const far = `${rest}Nobody, ${long}has written Terraform modules for the ferry. ${rest}`;
    expect(shown('Terraform modules ferry', far).passage).toContain('Nobody, in the many years');
  });

  it('ends with a whole word', () => {
    const word = 'incomeandexpensesofthewholeyear';
    const text = `${filler}${'wick '.repeat(58)}${word} ${filler}`;
    const { passage } = shown('wick', text);
    expect(passage).toMatch(/(?:\s|\*\*|year|[.]) …$/);
  });

  it('shows whole sentences around the match in a long text', () => {
    const { passage, isWhole } = shown('wick', `${filler}Ada trims the wick. ${filler}`);
    expect(isWhole).toBe(false);
    expect(passage).toMatch(/^… (?:This sentence is about nothing at all\. )*Ada trims the \*\*wick\*\*\. /);
    expect(passage).toMatch(/at all\. …$/);
    expect(passage.length).toBeLessThan(PASSAGE.shown + PASSAGE.before + PASSAGE.slack);
  });

  it('starts at a word if the sentence started long before', () => {
    const { passage } = shown('wick', `${'word '.repeat(200)}wick ${'word '.repeat(200)}`);
    expect(passage).toMatch(/^… (?:word )+\*\*wick\*\* (?:word )*word …$/);
  });

  it('shows the beginning of a long text without matches', () => {
    const { passage, matched } = shown('lantern', filler);
    expect(passage).toMatch(/^This sentence/);
    expect(matched).toEqual([]);
  });

  it('marks only, and never changes or splits a character', () => {
    const word = fc.constantFrom('wick', 'oil. ', '🕯️', 'x'.repeat(90), ' ', '\n', '黒猫', '𝒳');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        const text = words.join('');
        const { passage } = shown('wick 黒猫', text);
        const plain = passage.replaceAll('**', '').replace(/^… /, '').replace(/ …$/, '');
        expect(text).toContain(plain);
        expect(passage.isWellFormed()).toBe(true);
      }),
    );
  });
});
