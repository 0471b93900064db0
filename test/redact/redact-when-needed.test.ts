import { expect, it } from 'vitest';
import { redactWhenNeeded } from '../../src/main/redact-when-needed.ts';

const redact = async (texts: readonly string[], patterns: readonly string[] = []) =>
  (await redactWhenNeeded(patterns).redact(texts)).map(({ text }) => text);

const ID = '0b8f2a52-6c1e-4a3f-9d5b-2f7c1f3f9a10';

it('leaves ids and names of transcripts as they are', async () => {
  const names = ['claude-code', ID, `rollout-2026-11-17T10-22-00-${ID}`];
  expect(await redact(names)).toEqual(names);
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
