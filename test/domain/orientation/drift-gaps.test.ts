import { describe, expect, it } from 'vitest';
import { nextStep } from '../../../src/domain/next-step.ts';
import type { KnownDrift } from '../../../src/domain/orientation/drift-facts.ts';
import { driftUnknown, movedOn, movedOnAfter } from '../../../src/domain/orientation/gaps.ts';
import { knownDrift } from './any-drift.ts';

const since = (count: number, over: Partial<KnownDrift> = {}) => ({
  drift: knownDrift({ commitsSince: { count, newest: [] }, ...over }),
});

describe('moved on without a checkpoint', () => {
  it('is a gap from ten commits on', () => {
    expect(movedOn(since(9))).toBeUndefined();
    expect(movedOn(since(10))).toEqual({
      code: 'moved_on_without_checkpoint',
      severity: 'warning',
      message: '10 commits have been made since the checkpoint.',
      hint: 'Check the checkpoint against git log, and write a new one when you end this session.',
      next: [nextStep('session.end')],
    });
    expect(movedOnAfter(1)(since(1))?.message).toBe('1 commit has been made since the checkpoint.');
  });

  it("counts the checkpoint's own branch after a switch: another may have been ahead all along", () => {
    const switched = (commitCount: number | null) =>
      movedOn(since(99, { isBranchSwitched: true, checkpointBranch: { isGone: false, commitCount } }));
    expect(switched(null)).toBeUndefined();
    expect(switched(3)).toBeUndefined();
    expect(switched(10)).toBeDefined();
  });

  it('is a gap when its commit is gone, not when a shallow clone lacks it', () => {
    const lost = (checkpointCommit: 'missing' | 'cut_off') =>
      movedOn({ drift: knownDrift({ checkpointCommit, commitsSince: null }) });
    expect(lost('missing')?.message).toContain('0123456789 is no longer');
    expect(lost('cut_off')).toBeUndefined();
    expect(movedOn({ drift: null })).toBeUndefined();
    expect(movedOn({ drift: { kind: 'unknown', reason: 'slow' } })).toBeUndefined();
  });
});

describe('drift unknown', () => {
  it('is a gap where git cannot read the repository', () => {
    for (const reason of ['slow', 'refused', 'git_missing', 'failed'] as const) {
      const gap = driftUnknown({ drift: { kind: 'unknown', reason } });
      expect(gap).toMatchObject({ code: 'drift_unknown', severity: 'info' });
      expect(gap?.hint).toMatch(/^[A-Z].*\. The next report asks git again\.$/);
      expect(gap?.next).toEqual([nextStep('orientation.read')]);
    }
    expect(driftUnknown({ drift: { kind: 'unknown', reason: 'no_repository' } })).toBeUndefined();
    expect(driftUnknown({ drift: knownDrift() })).toBeUndefined();
    expect(driftUnknown({ drift: null })).toBeUndefined();
  });
});
