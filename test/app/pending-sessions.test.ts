import { describe, expect, it, vi } from 'vitest';
import { withPendingSessions } from '../../src/app/pending-sessions.ts';
import type { Store } from '../../src/app/ports/store.ts';
import { session } from '../contract/clauses/changes.ts';
import * as s from '../domain/session/session-fixtures.ts';

const SILENT = { withHooks: s.T0, withoutHooks: s.T0 };

/** The last session that was left once a session that began in `/w` ends at moment 5. */
function lastLeft(now: number, worktree: string | undefined) {
  const findNewestLeft = vi.fn(async () => undefined);
  const store = { sessions: { findNewestLeft } } as unknown as Store;
  const { sessions } = withPendingSessions(store, [session([s.started(), s.ended(5)], 1)], s.after(now));
  return { left: sessions.findNewestLeft('prj_1', worktree, SILENT), findNewestLeft };
}

describe('the last session, while one is being left', () => {
  it.each([undefined, '/w'])('is that one, without a question to the store, in %s', async (worktree) => {
    const { left, findNewestLeft } = lastLeft(5, worktree);
    expect(await left).toMatchObject({ id: 'ses_1', status: 'ended' });
    expect(findNewestLeft).not.toHaveBeenCalled();
  });

  it('is looked for in the store where that one is of another worktree', async () => {
    const { left, findNewestLeft } = lastLeft(5, '/other');
    expect(await left).toBeUndefined();
    expect(findNewestLeft).toHaveBeenCalledOnce();
  });

  it('is looked for in the store where that one was last seen before now', async () => {
    const { left, findNewestLeft } = lastLeft(6, '/w');
    expect(await left).toMatchObject({ id: 'ses_1' });
    expect(findNewestLeft).toHaveBeenCalledOnce();
  });
});
