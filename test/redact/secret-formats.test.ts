import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redact/create-redactor.ts';
import { isRun, parseFormats } from '../../src/redact/format-rule.ts';
import { BASE62, crc32Digits, fake } from '../support/fake-secret.ts';
import { ALL_FORMAT_SAMPLES, FORMATS } from '../support/format-samples.ts';
import { ISSUED_TOKENS } from '../support/issued-tokens.ts';

const CONDITIONS = ['anywhere', 'token', 'ignore-case', 'digit', 'mixed', 'discord', 'crc32'];

describe('the table of secret formats', () => {
  it.each(FORMATS.map((format) => ({ ...format, title: `${format.issuer}: ${format.form}` })))(
    'has only known words in the line of $title',
    ({ kind, issuer, conditions, parts }) => {
      expect(kind).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(issuer).not.toBe('');
      expect(CONDITIONS).toEqual(expect.arrayContaining([...conditions]));
      for (const run of parts.filter(isRun)) {
        expect(run.alphabet).toMatch(/^[0-9A-Za-z]/);
        expect(run.min).toBeLessThanOrEqual(run.usual);
        expect(run.usual).toBeLessThanOrEqual(run.max);
      }
      // A colon in literal text may be a run that is misspelled.
      for (const literal of parts.filter((part) => !isRun(part)).flat()) expect(literal).not.toMatch(/\w:\d/);
    },
  );

  it('has each form once', () => {
    expect(new Set(FORMATS.map(({ form }) => form)).size).toBe(FORMATS.length);
  });

  it('reads the notation as it is described', () => {
    expect(
      parseFormats('a-key | A, B | [x={1,2}] g{p,}_ hex:8 digit:1-2 word:9(4+) base62:3+ | digit mixed'),
    ).toEqual([
      {
        kind: 'a-key',
        issuer: 'A, B',
        form: '[x={1,2}] g{p,}_ hex:8 digit:1-2 word:9(4+) base62:3+',
        conditions: ['digit', 'mixed'],
        context: ['x=1', 'x=2'],
        parts: [
          ['gp_', 'g_'],
          { alphabet: '0-9a-f', min: 8, max: 8, usual: 8 },
          { alphabet: '0-9', min: 1, max: 2, usual: 2 },
          { alphabet: 'A-Za-z0-9_', min: 4, max: Number.POSITIVE_INFINITY, usual: 9 },
          { alphabet: 'A-Za-z0-9', min: 3, max: Number.POSITIVE_INFINITY, usual: 3 },
        ],
      },
    ]);
  });
});

describe('a secret of a known format', () => {
  const redactor = createRedactor();

  it.each(ISSUED_TOKENS)(
    'is replaced whole, as its service issues it: $template',
    async ({ before, secret }) => {
      const [redaction] = await redactor.redact([`We used ${before}${secret} until Friday.`]);
      expect(redaction?.text).toMatch(/^We used .*\[redacted:[a-z0-9-]+\] until Friday\.$/);
      expect(redaction?.text.replace(/\[redacted:[a-z0-9-]+\]/, '')).toBe(`We used ${before} until Friday.`);
    },
  );

  it('keeps the period after it', async () => {
    const texts = ALL_FORMAT_SAMPLES.map(
      ({ text }) => `${text.split(' until Friday', 1)[0]}. Then it was rotated.`,
    );
    const redactions = await redactor.redact(texts);
    expect(redactions.filter(({ text }) => !text.endsWith('. Then it was rotated.'))).toEqual([]);
  });

  it('has the check digits of its service', () => {
    expect(crc32Digits('123456789')).toBe('3jZRME');
    const tokens = ALL_FORMAT_SAMPLES.map(({ secret }) =>
      /^(?:gh[pousr]|npm)_(\w{30})(\w{6})$/.exec(secret),
    ).filter(Boolean);
    expect(tokens.length).toBeGreaterThanOrEqual(6);
    for (const token of tokens) expect(token?.[2]).toBe(crc32Digits(token?.[1] ?? ''));
  });

  it.each([
    [
      'a class name',
      'api-reference-page sk-loading-container-2 key-value-store live_preview_enabled test_helpers_v2',
    ],
    ['a hash', `commit 9fceb02d0ae598e95dc970b74767f19372d61af8, sha256:${fake('0123456789abcdef', 64)}`],
    [
      'a mask',
      `npm_${'x'.repeat(36)} EZAK${'X'.repeat(54)} dnkey-${'*'.repeat(26)} FLWSECK_TEST-${'X'.repeat(32)}`,
    ],
    ['a public key', `pk.eyJ1${fake(BASE62, 56)}.${fake(BASE62, 22)} pk_live_${fake(BASE62, 24)}`],
    [
      'a longer run',
      `EZAK${fake(BASE62, 60)} sm_pat_${fake(BASE62, 20)} test_${fake('0123456789abcdef', 40)}`,
    ],
  ])('is not confused with %s', async (_, text) => {
    expect((await redactor.redact([text]))[0]?.text).toBe(text);
  });
});
