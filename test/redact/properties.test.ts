import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redact/create-redactor.ts';
import { ORDINARY_LINES } from '../support/ordinary-lines.ts';
import { SECRET_SAMPLES } from '../support/secrets.ts';
import { SECRETS_ENCODED } from '../support/secrets-encoded.ts';
import { SECRETS_IN_PROSE } from '../support/secrets-in-prose.ts';
import { SECRETS_IN_REPORTS } from '../support/secrets-in-reports.ts';
import { SECRETS_IN_SYNTAX } from '../support/secrets-in-syntax.ts';

const redactor = createRedactor({ patterns: ['ACME-\\d{4}', '.{3}zz'] });
const redact = async (text: string) => (await redactor.redact([text]))[0]?.text ?? '';

const IN_CONTEXT = [...SECRETS_IN_PROSE, ...SECRETS_ENCODED, ...SECRETS_IN_REPORTS, ...SECRETS_IN_SYNTAX].map(
  ({ before, secret, after }) => `${before}${secret}${after}`,
);

const world = fc.constantFrom(
  '日本語',
  'שלום',
  '👩‍👩‍👧',
  'e\u0301',
  '\r\n',
  '\t',
  ' ',
  '\u202e',
  '\u200b',
  '\\u200d',
  '"',
  '\\n',
  'ACME-1234',
  '<private>',
);
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...SECRET_SAMPLES.map(({ text }) => text)) },
  { weight: 2, arbitrary: fc.constantFrom(...IN_CONTEXT) },
  { weight: 3, arbitrary: fc.constantFrom(...ORDINARY_LINES) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
  { weight: 2, arbitrary: world },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '[redacted:token]',
      '[redacted:private]',
      '[redacted:',
      'password=',
      'token: ',
    ),
  },
);
const anyText = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

describe('redaction', () => {
  it('is idempotent', () =>
    fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const once = await redact(text);
        expect(await redactor.redact([once])).toEqual([{ text: once, found: {} }]);
      }),
      { numRuns: 150 },
    ));

  it('keeps every byte between the markers', () =>
    fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        let from = 0;
        for (const kept of (await redact(text)).split(/\[redacted:[a-z0-9-]+\]/)) {
          const at = text.indexOf(kept, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + kept.length;
        }
      }),
      { numRuns: 150 },
    ));

  it('leaves well-formed text well-formed', () =>
    fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        expect((await redact(text)).isWellFormed()).toBe(true);
      }),
      { numRuns: 100 },
    ));

  it('removes the secret whatever surrounds it', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SECRET_SAMPLES.filter(({ secret }) => secret.length >= 20)),
        fc.constantFrom(...ORDINARY_LINES),
        fc.constantFrom(...ORDINARY_LINES),
        async ({ text, secret }, before, after) => {
          expect(await redact(`${before}\n${text}\n${after}`)).not.toContain(secret);
        },
      ),
      { numRuns: 150 },
    ));

  it('returns results in the order of the texts', () =>
    fc.assert(
      fc.asyncProperty(fc.array(anyText, { maxLength: 6 }), async (texts) => {
        const together = await redactor.redact(texts);
        expect(together.map(({ text }) => text)).toEqual(await Promise.all(texts.map(redact)));
      }),
      { numRuns: 50 },
    ));
});
