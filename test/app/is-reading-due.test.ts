import { describe, expect, it } from 'vitest';
import { isReadingDue } from '../../src/app/capture/is-reading-due.ts';
import type { Session } from '../../src/domain/session/session.ts';

const PATH = '/home/ada/.claude/projects/x/a.jsonl';
const KB = 1024;

type Needs = Parameters<typeof isReadingDue>[0];

/** A transcript of this size, of which this much was read. */
const isDue = (size: number | undefined, offset: number | null, session: Partial<Session> = {}) => {
  const position = { offset: offset ?? 0, line: 1, head: '', seam: '' };
  const deps = {
    filesFor: () => ({ sizeOf: () => size }),
    store: {
      captures: { findPosition: async () => (offset === null ? undefined : { path: PATH, position }) },
    },
  };
  const whole = { id: 'ses_1', transcriptPath: PATH, worktree: null, turnCount: 3, ...session };
  return isReadingDue(deps as unknown as Needs, whole as Session);
};

describe('at the end of a turn the transcript is read', () => {
  it('if 64 KB of it are unread, and not before', async () => {
    expect(await isDue(63 * KB, null)).toBe(false);
    expect(await isDue(64 * KB, null)).toBe(true);
    expect(await isDue(663 * KB, 600 * KB)).toBe(false);
    expect(await isDue(664 * KB, 600 * KB)).toBe(true);
  });

  it('if it became shorter, because it is another one then', async () => {
    expect(await isDue(50 * KB, 60 * KB)).toBe(true);
  });

  it('at the first turn and each tenth after it if its length is not known', async () => {
    const turns = Array.from({ length: 22 }, (_, index) => index + 1);
    const due = await Promise.all(turns.map((turnCount) => isDue(undefined, null, { turnCount })));
    expect(turns.filter((_, index) => due[index])).toEqual([1, 11, 21]);
  });

  it('not if there is none', async () => {
    expect(await isDue(300 * KB, null, { transcriptPath: null })).toBe(false);
  });
});
