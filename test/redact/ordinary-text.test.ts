import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redact/create-redactor.ts';
import { ORDINARY_LINES } from '../support/ordinary-lines.ts';

const redactor = createRedactor();

describe('ordinary text', () => {
  it('survives byte for byte, line by line', async () => {
    const redactions = await redactor.redact(ORDINARY_LINES);
    expect(redactions.map(({ text }) => text)).toEqual(ORDINARY_LINES);
    expect(redactions.every(({ found }) => Object.keys(found).length === 0)).toBe(true);
  });

  it.each(['\n', '\r\n', '\n\n', ' '])('survives as one text joined by %j', async (separator) => {
    const text = ORDINARY_LINES.join(separator);
    expect(await redactor.redact([text])).toEqual([{ text, found: {} }]);
  });

  it('survives inside a JSON string', async () => {
    const text = JSON.stringify({ content: ORDINARY_LINES.join('\n') });
    expect((await redactor.redact([text]))[0]?.text).toBe(text);
  });

  it('has enough variety', () => {
    expect(new Set(ORDINARY_LINES).size).toBeGreaterThanOrEqual(300);
  });
});
