import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ended, joinSentences } from '../../../src/campaign/domain/sentences.ts';

describe('sentences one after the other', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['A miller.', 'He limps.', 'A miller. He limps.'],
    ['A miller', 'He limps', 'A miller. He limps'],
    ['He is gone!', 'Who knew?', 'He is gone! Who knew?'],
    ['Who knew?', 'Nobody', 'Who knew? Nobody'],
    ['He is gone…', 'or not', 'He is gone… or not'],
    ['“Never,” he says, “never!”', 'He lies.', '“Never,” he says, “never!” He lies.'],
    ['They call him “the Eel”', 'He limps.', 'They call him “the Eel”. He limps.'],
    ['He limps (badly.)', 'He lies.', 'He limps (badly.) He lies.'],
    ['Owes money, ', 'limps', 'Owes money. limps'],
    ['粉屋', '足が悪い', '粉屋。足が悪い'],
    ['粉屋。', '足が悪い。', '粉屋。足が悪い。'],
    ['「誰だ？」', '粉屋', '「誰だ？」粉屋'],
    ['', 'He limps.', 'He limps.'],
    ['A miller.', ' ', 'A miller.'],
  ];
  for (const [first, second, whole] of cases)
    it(`${first} + ${second}`, () => expect(joinSentences([first, second])).toBe(whole));

  it('are ended once, and words are never lost', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(ended(ended(text))).toBe(ended(text));
        expect(ended(text).startsWith(text.replace(/[\s,;:、，；：]+$/u, ''))).toBe(true);
      }),
    ));
});
