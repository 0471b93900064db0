import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkText, MAX_TEXT, type TextLimits } from '../../../src/domain/check-text.ts';
import { ThroughlineError } from '../../../src/domain/error.ts';

function refusal(text: string, limits?: TextLimits): ThroughlineError {
  try {
    checkText('checkpoint', text, limits);
  } catch (error) {
    if (error instanceof ThroughlineError) return error;
    throw error;
  }
  throw new Error('not refused');
}

describe('a text', () => {
  it.each([
    ['emoji', '👩‍👩‍👧‍👦 🏳️‍🌈 🇪🇺'],
    ['Chinese, Japanese, Korean', '漢字 ひらがな 한국어'],
    ['right to left', 'שלום \u202Bعربي\u202C'],
    ['combining marks', 'e\u0301 Z\u0351\u036B'],
    ['control characters', 'a\u0001\u001b[31m\u007f\r\n\t'],
    ['SQL', "'; DROP TABLE records; --"],
    ['a byte order mark', '\uFEFFx'],
    ['line separators', 'a\u2028b\u2029c'],
    ['non-characters', 'a\uFFFE\uFFFF'],
  ])('with %s passes unchanged', (_, text) => {
    expect(checkText('checkpoint', text)).toBe(text);
  });

  it('of any well-formed letters passes unchanged', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        fc.pre(!text.includes('\u0000') && text.trim() !== '' && text.isWellFormed());
        expect(checkText('checkpoint', text)).toBe(text);
      }),
    ));

  it.each([
    ['a NUL', 'a\u0000b', 'text_has_nul'],
    ['a lone high surrogate', 'a\uD83D', 'text_has_lone_surrogate'],
    ['a lone low surrogate', '\uDE00a', 'text_has_lone_surrogate'],
    ['a pair the wrong way round', '\uDE00\uD83D', 'text_has_lone_surrogate'],
    ['nothing', '', 'text_empty'],
    ['only blanks', ' \n\t\u3000', 'text_empty'],
  ])('with %s is refused by name', (_, text, code) => {
    const error = refusal(text);
    expect(error).toMatchObject({ kind: 'invalid', code, fields: [{ field: 'checkpoint' }] });
    expect(error.hint).toContain('nothing was written');
  });

  it('that is empty is to be left out only where the call can go without it', () => {
    expect(refusal('').hint).toBe('Pass some words as `checkpoint`, or leave it out; nothing was written.');
    expect(refusal(' ', { isRequired: true }).hint).toBe(
      'Pass some words as `checkpoint`; nothing was written.',
    );
  });

  it('may be as long as the limit and not one unit longer', () => {
    expect(checkText('checkpoint', 'x'.repeat(MAX_TEXT))).toHaveLength(MAX_TEXT);
    expect(refusal('x'.repeat(MAX_TEXT + 1))).toMatchObject({
      code: 'text_too_long',
      fields: [{ field: 'checkpoint', limit: MAX_TEXT }],
    });
  });

  it('is measured in code points, as JSON Schema counts', () => {
    expect(checkText('reason', '😀', { max: 1 })).toBe('😀');
    expect(refusal('😀😀', { max: 1 }).code).toBe('text_too_long');
  });

  it('may be empty where the caller says so', () => {
    expect(checkText('query', '', { min: 0 })).toBe('');
  });
});
