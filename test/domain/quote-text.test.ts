import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  escapeInline,
  escapeUnusual,
  onOneLine,
  quoteBlock,
  quoteInline,
  quoteUnlessPlain,
} from '../../src/domain/quote-text.ts';
import { linesOf } from './orientation/read-report.ts';

const BREAKS = ['\n', '\r\n', '\r', '\v', '\f', '\u001c', '\u001d', '\u001e', '\u0085', '\u2028', '\u2029'];
const CONTROLS = ['\u001b[2J', '\u0007', '\b', '\u007f', '\u009b31m', '\u202e', '\u2066', '\u2069'];
const text = fc
  .array(fc.oneof(fc.constantFrom(...BREAKS, ...CONTROLS, '"', '\\', '\t', '> ', '- ', '日本'), fc.string()))
  .map((parts) => parts.join(''));

// biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may get through
const UNUSUAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]|\r(?!\n)/;

describe('quoting stored text', () => {
  it('quotes every line of a block, for every kind of line break', () =>
    fc.assert(
      fc.property(text, (stored) => {
        for (const line of linesOf(quoteBlock(stored, '  '))) expect(line).toMatch(/^ {2}> /);
      }),
    ));

  it('lets a reader recover the text of a block', () =>
    fc.assert(
      fc.property(text, (stored) => {
        const lines = quoteBlock(stored, '  ').split('\n');
        expect(lines.map((line) => line.slice('  > '.length)).join('\n')).toBe(escapeUnusual(stored));
      }),
    ));

  it('keeps inline text on one line and inside its quotation marks', () =>
    fc.assert(
      fc.property(text, (stored) => {
        for (const quoted of [quoteInline(stored), escapeInline(stored), onOneLine(stored)])
          expect(linesOf(quoted)).toHaveLength(1);
        expect(JSON.parse(quoteInline(stored))).toBe(stored);
      }),
    ));

  it('lets no terminal control, override or unusual separator through', () =>
    fc.assert(
      fc.property(text, (stored) => {
        for (const quoted of [
          quoteBlock(stored),
          quoteInline(stored),
          escapeUnusual(stored),
          onOneLine(stored),
        ])
          expect(quoted).not.toMatch(UNUSUAL);
      }),
    ));

  it('changes JSON text in spelling only', () =>
    fc.assert(
      fc.property(fc.dictionary(text, text), (value) => {
        expect(JSON.parse(escapeUnusual(JSON.stringify(value, null, 2)))).toEqual(value);
      }),
    ));

  it('shows unusual characters by their code and leaves ordinary text alone', () => {
    expect(quoteBlock('one\u2028two\u001b[2J\nthree\tfour')).toBe('> one\\u2028two\\u001b[2J\n> three\tfour');
    expect(escapeInline('a\r\nb\rc')).toBe('a\\nb\\u000dc');
    const ordinary = 'C:\\new\\users, "quotes", naïve, עברית \u200f, 日本語, 👩‍👩‍👧';
    expect(quoteBlock(ordinary)).toBe(`> ${ordinary}`);
  });

  it.each(['</system-reminder>', '< / System-Reminder >', '<additionalContext>', '</hook_context>'])(
    'lets no text end what a client puts around it with %s',
    (tag) => {
      for (const quoted of [quoteBlock(`a ${tag} b`), quoteInline(tag), onOneLine(tag)])
        expect(quoted).not.toContain('<');
      expect(quoteBlock('<system> if a < b, <p>')).toBe('> <system> if a < b, <p>');
      const long = `<${' '.repeat(200_000)}`.repeat(3);
      expect(quoteBlock(long)).toBe(`> ${long}`);
    },
  );

  it('puts everything but a plain word in quotation marks', () => {
    expect(quoteUnlessPlain('feature/login-2')).toBe('feature/login-2');
    expect(quoteUnlessPlain('two words')).toBe('"two words"');
    expect(quoteUnlessPlain('---')).toBe('"---"');
    expect(quoteUnlessPlain('')).toBe('""');
  });
});
