import { describe, expect, it } from 'vitest';
import { createRedactor, makeRules } from '../../src/redact/create-redactor.ts';
import { ALL_FORMAT_SAMPLES } from '../support/format-samples.ts';
import { SECRET_SAMPLES } from '../support/secrets.ts';

const redactor = createRedactor();

describe('a secret', () => {
  it.each(SECRET_SAMPLES.map((sample, nth) => ({ ...sample, title: `${sample.kind} (${nth})` })))(
    'of kind $title is replaced by a marker that names it, and all around it stays',
    async ({ kind, text, secret }) => {
      expect(await redactor.redact([text])).toEqual([
        { text: text.split(secret).join(`[redacted:${kind}]`), found: { [kind]: 1 } },
      ]);
    },
  );

  it.each(ALL_FORMAT_SAMPLES.map((sample, nth) => ({ ...sample, title: `${sample.kind} (${nth})` })))(
    'of each format in the table is replaced, in every spelling and from the shortest accepted length on: $title',
    async ({ kind, text, secret }) => {
      expect(await redactor.redact([text])).toEqual([
        { text: text.replace(secret, () => `[redacted:${kind}]`), found: { [kind]: 1 } },
      ]);
    },
  );

  it('of every kind has a sample', () => {
    const sampled = new Set(SECRET_SAMPLES.map(({ kind }) => kind));
    const named = new Set(makeRules().flatMap(({ kinds }) => kinds));
    expect([...named].filter((kind) => !sampled.has(kind))).toEqual([]);
    expect(sampled.size).toBeGreaterThanOrEqual(40);
  });

  it('is found between others, each counted by kind', async () => {
    const text = SECRET_SAMPLES.filter(({ kind }) => !kind.startsWith('private'))
      .map((sample) => sample.text)
      .join('\n\n');
    const [redaction] = await redactor.redact([text]);
    const missed = SECRET_SAMPLES.filter(
      ({ kind, secret }) =>
        !kind.startsWith('private') && secret.length > 12 && redaction?.text.includes(secret),
    );
    expect(missed).toEqual([]);
  });
});
