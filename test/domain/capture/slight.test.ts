import { describe, expect, it } from 'vitest';
import { isSlight } from '../../../src/domain/capture/slight.ts';

describe('a message', () => {
  it.each(['voilà, there we have it', 'voila! here we go', 'got there, great'])(
    'asks for nothing: %s',
    (text) => {
      expect(isSlight(text)).toBe(true);
    },
  );

  it.each(['there are two lamps', 'here is the lamp'])('says something: %s', (text) => {
    expect(isSlight(text)).toBe(false);
  });
});
