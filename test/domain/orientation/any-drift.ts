import fc from 'fast-check';
import type { DriftFacts, KnownDrift } from '../../../src/domain/orientation/drift-facts.ts';
import { anyText } from './any-text.ts';

const HEAD = '0123456789abcdef0123456789abcdef01234567';

export const knownDrift = (over: Partial<KnownDrift> = {}): KnownDrift => ({
  kind: 'known',
  branch: 'main',
  head: HEAD,
  checkpoint: { head: HEAD, branch: 'main', isElsewhere: false },
  checkpointCommit: 'present',
  isBranchSwitched: false,
  commitsSince: { count: 0, newest: [] },
  commitsLeft: 0,
  checkpointBranch: null,
  changedFiles: [],
  vanishedFiles: [],
  uncommitted: {
    staged: 0,
    modified: 0,
    unchecked: 0,
    untracked: 0,
    conflicted: 0,
    isAtLeast: false,
    names: [],
  },
  unread: [],
  ...over,
});

const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const anyCount = fc.constantFrom(0, 1, 2, 12, 200_000);
const anyNames = fc.array(anyText, { maxLength: 8 });

const anyKnown: fc.Arbitrary<KnownDrift> = fc
  .record({
    branch: orNull(anyText),
    checkpoint: fc.record({
      head: fc.constantFrom(null, HEAD),
      branch: orNull(anyText),
      isElsewhere: fc.boolean(),
    }),
    checkpointCommit: fc.constantFrom('present' as const, 'missing' as const, 'cut_off' as const, null),
    isBranchSwitched: fc.boolean(),
    commitsSince: orNull(
      fc.record({
        count: anyCount,
        newest: fc.array(fc.record({ hash: fc.constant('0123456789'), subject: anyText }), { maxLength: 5 }),
      }),
    ),
    commitsLeft: orNull(anyCount),
    checkpointBranch: orNull(fc.record({ isGone: fc.boolean(), commitCount: orNull(anyCount) })),
    changedFiles: fc.array(fc.record({ path: anyText, isUncommitted: fc.boolean() }), { maxLength: 8 }),
    vanishedFiles: anyNames,
    uncommitted: orNull(
      fc.record({
        staged: anyCount,
        modified: anyCount,
        unchecked: anyCount,
        untracked: anyCount,
        conflicted: anyCount,
        isAtLeast: fc.boolean(),
        names: anyNames,
      }),
    ),
    unread: fc.subarray([
      'commits' as const,
      'checkpoint_branch' as const,
      'files' as const,
      'uncommitted' as const,
    ]),
  })
  .map(knownDrift);

export const anyDrift: fc.Arbitrary<DriftFacts | null> = fc.oneof(
  { weight: 8, arbitrary: anyKnown },
  fc.constantFrom('no_repository', 'git_missing', 'slow', 'refused', 'failed').map((reason) => ({
    kind: 'unknown' as const,
    reason: reason as 'slow',
  })),
  fc.constant(null),
);
