import { describe, expect, it } from 'vitest';
import { parse } from './ranking-fixtures.ts';

describe('form', () => {
  it.each([
    "what's my k8s deploy story?",
    'how should I structure my ReactJS components here?',
    'add a Stripe webhook handler',
    'Can you check the pipeline?',
    'tf apply from my laptop?',
    'I have to change the label on the box',
    'word '.repeat(40),
  ])('%s is a task', (text) => {
    expect(parse(text).form).toBe('task');
  });

  it.each([
    'who signs the firmware',
    'how many nodes does the cluster have?',
    'when does the lease end?',
    'is the door locked?',
  ])('%s is a question', (text) => {
    expect(parse(text).form).toBe('question');
  });

  it.each(['GHA secrets config', 'timeout for idle jobs', 'py style for this repo', ''])(
    '%s is a list of keywords',
    (text) => {
      expect(parse(text).form).toBe('keywords');
    },
  );

  it('makes words for the work of a task generic', () => {
    const specific = (text: string) =>
      parse(text)
        .terms.filter(({ specificity }) => specificity >= 1)
        .map(({ word }) => word);
    expect(specific('refactor the parser')).toEqual(['parser']);
    expect(specific('who wrote the parser refactor')).toContain('refactor');
  });
});
