import { expect, it, vi } from 'vitest';
import { redactWhenNeeded } from '../../src/main/redact-when-needed.ts';
import { createRedactor } from '../../src/redact/create-redactor.ts';

vi.mock('../../src/redact/create-redactor.ts', { spy: true });

const redact = async (texts: readonly string[], patterns: readonly string[] = []) =>
  (await redactWhenNeeded(patterns).redact(texts)).map(({ text }) => text);

const ID = '0b8f2a52-6c1e-4a3f-9d5b-2f7c1f3f9a10';

const NAMES = [
  'claude-code',
  ID,
  `rollout-2026-11-17T10-22-00-${ID}`,
  'session-2026-11-17T10-40-1e6e959a',
  'session-2026-11-17T10-40-12345678',
];

it('leaves ids and names of transcripts as they are', async () => {
  expect(await redact(NAMES)).toEqual(NAMES);
});

it('loads no rules for ids and names of transcripts, which the rules leave as they are too', async () => {
  const rules = await vi.importActual<typeof import('../../src/redact/create-redactor.ts')>(
    '../../src/redact/create-redactor.ts',
  );
  const create = vi.mocked(createRedactor).mockImplementation(rules.createRedactor).mockClear();
  await redact(NAMES);
  expect(create).not.toHaveBeenCalled();
  const redacted = await rules.createRedactor().redact(NAMES);
  expect(redacted.map(({ text }) => text)).toEqual(NAMES);
});

it('redacts a secret that comes with plain texts, or after them', async () => {
  const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  const [id, said] = await redact([ID, `the token is ${token}`]);
  expect(id).toBe(ID);
  expect(said).not.toContain(token);
  const redactor = redactWhenNeeded([]);
  await redactor.redact([ID]);
  expect((await redactor.redact([token]))[0]?.text).not.toContain(token);
});

it('applies the patterns of the user to ids too, and refuses a broken pattern at once', async () => {
  expect(await redact([ID], ['0b8f2a52'])).not.toEqual([ID]);
  expect(() => redactWhenNeeded(['('])).toThrow('redaction pattern');
});
