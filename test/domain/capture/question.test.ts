import { describe, expect, it } from 'vitest';
import { asksAtEnd } from '../../../src/domain/capture/question.ts';

describe('a message asks at its end', () => {
  it.each([
    'Which one?',
    'Which one? I would take the first.',
    'The lamps are two.\n- Which one?',
    'Two ways:\n- Gone? Which one?',
    'Which one?\n- the first\n- the second',
  ])('with a question in its last lines: %s', (text) => {
    expect(asksAtEnd(text)).toBe(true);
  });

  it.each([
    'When the bucket is full:\n- Gone? → delete it',
    'When the bucket is full:\n- Is the key there? Then go on.',
    'When the bucket is full:\n2. Gone? Delete it.',
  ])('and not with the condition of a step: %s', (text) => {
    expect(asksAtEnd(text)).toBe(false);
  });
});
