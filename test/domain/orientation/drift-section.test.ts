import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DriftFacts } from '../../../src/domain/orientation/drift-facts.ts';
import { driftSection, gitName } from '../../../src/domain/orientation/drift-section.ts';
import { ReservedWording } from '../../../src/domain/orientation/reserved-wording.ts';
import type { Frame } from '../../../src/domain/orientation/section.ts';
import { toolWording } from '../../../src/mcp/tool-wording.ts';
import { anyDrift, knownDrift } from './any-drift.ts';
import { WORDINGS } from './compose-report.ts';
import { list, NOW } from './fact-fixtures.ts';
import { linesOf } from './read-report.ts';

const FRAME: Frame = {
  isTerse: false,
  isTiny: false,
  isBrief: false,
  project: undefined,
  words: new ReservedWording(toolWording, WORDINGS, (id) => id),
  shorten: (id) => id,
  commonAuthor: null,
};
const HEAD = knownDrift().head ?? '';

const sectionOf = (drift: DriftFacts | null, frame = FRAME, checkpoint = '') =>
  driftSection(
    {
      drift,
      now: NOW,
      worktree: null,
      checkpoints: list('checkpoint', [checkpoint], { source: 'derived' }),
    },
    frame,
  );
const textOf = (drift: DriftFacts | null, cap = 10_000) =>
  sectionOf(drift).entries.map((entry) => entry.render(cap).text);

describe('what changed since', () => {
  it('is one line when nothing did', () => {
    expect(textOf(knownDrift())).toEqual(['- Nothing: same commit, clean tree']);
    expect(
      textOf(
        knownDrift({ checkpoint: { head: null, branch: 'main', isElsewhere: false }, commitsSince: null }),
      ),
    ).toEqual(['- Nothing seen: clean tree (the checkpoint names no commit)']);
  });

  it('says that files which the checkpoint names as not committed are no longer modified', () => {
    const CLEAN =
      '- Clean tree: the files named as not committed are no longer modified (committed elsewhere, or discarded)';
    const named = 'Not committed (on branch main): src/a.ts.\nFirst request:\n  fix it';
    const linesFor = (drift: DriftFacts, checkpoint = named, frame = FRAME) =>
      sectionOf(drift, frame, checkpoint).entries.map((entry) => entry.render(10_000).text);
    expect(linesFor(knownDrift())).toEqual([CLEAN]);
    expect(linesFor(knownDrift(), named, { ...FRAME, isTerse: true })).toEqual([CLEAN]);
    expect(linesFor(knownDrift(), 'First request:\n  Not committed: x')).toEqual([
      '- Nothing: same commit, clean tree',
    ]);
    const work = knownDrift().uncommitted;
    const dirty = work === null ? null : { ...work, modified: 1, names: ['src/a.ts'] };
    expect(linesFor(knownDrift({ uncommitted: dirty }))).toEqual(['- Uncommitted: 1 modified (src/a.ts)']);
    expect(linesFor(knownDrift({ uncommitted: null, unread: ['uncommitted'] }))).not.toContain(CLEAN);
    // Files of another branch say nothing about those.
    expect(linesFor(knownDrift({ isBranchSwitched: true }))).not.toContain(CLEAN);
  });

  it('is absent without a repository or a request', () => {
    expect(sectionOf(null)).toMatchObject({ name: 'drift', heading: '## What changed since', total: 0 });
    expect(sectionOf({ kind: 'unknown', reason: 'no_repository' }).entries).toEqual([]);
  });

  it('says why it is not known, and what to do', () => {
    const why = (reason: 'slow' | 'refused' | 'git_missing' | 'failed') =>
      textOf({ kind: 'unknown', reason });
    expect(why('slow')).toEqual([
      '- Not known: git did not answer in time; run git status and git log yourself',
    ]);
    expect(why('refused')[0]).toContain('safe.directory');
    expect(why('git_missing')[0]).toContain('no git on the PATH');
    expect(why('failed')[0]).toContain('run git status');
  });

  it('shows commits, branch, files and uncommitted work', () => {
    const drift = knownDrift({
      isBranchSwitched: true,
      checkpoint: { head: HEAD, branch: 'feature/x', isElsewhere: false },
      commitsSince: { count: 12, newest: [{ hash: 'abc1234567', subject: 'Fix [the] "queue"' }] },
      commitsLeft: 1,
      checkpointBranch: { isGone: false, commitCount: 2 },
      changedFiles: [
        { path: 'src/[id]/a.ts', isUncommitted: false },
        { path: 'b c.ts', isUncommitted: true },
      ],
      vanishedFiles: ['1', '2', '3', '4', '5', '6', '7'].map((name) => `${name}.ts`),
      uncommitted: {
        staged: 0,
        modified: 3,
        unchecked: 4,
        untracked: 1,
        conflicted: 0,
        isAtLeast: true,
        names: ['b c.ts', 'd.ts'],
      },
      unread: ['files'],
    });
    expect(textOf(drift)).toEqual([
      '- Branch switched: was feature/x (2 commits there since), now main',
      '- 12 commits on main that the checkpoint (0123456789) has not\n  > abc1234567 Fix [the] "queue"',
      '- 1 commit of the checkpoint is not in main',
      '- Gone: 1.ts, 2.ts, 3.ts, 4.ts, 5.ts, and 2 more',
      '- Changed: "src/[id]/a.ts", "b c.ts" (uncommitted)',
      '- Uncommitted: at least 3 modified, 1 untracked, 4 touched but not compared ("b c.ts", d.ts)',
      '- Not known, git was slow or failed: the files it names',
    ]);
  });

  it('shows rewritten history on the same branch', () => {
    const rewritten = knownDrift({ commitsSince: { count: 1, newest: [] }, commitsLeft: 2 });
    expect(textOf(rewritten)).toEqual([
      '- 1 commit on main since the checkpoint (0123456789)',
      '- 2 commits of the checkpoint are not in main any more: history was rewritten or reset',
    ]);
    const lost = knownDrift({ checkpointCommit: 'missing', commitsSince: null, commitsLeft: null });
    expect(textOf(lost)[0]).toContain('no longer in this repository');
    expect(textOf({ ...lost, checkpointCommit: 'cut_off' })[0]).toContain('shallow clone');
    const detached = knownDrift({
      isBranchSwitched: true,
      branch: null,
      checkpointBranch: { isGone: true, commitCount: null },
    });
    expect(textOf(detached)).toEqual(['- Branch switched: was main (gone), now a detached HEAD']);
  });

  it('shows as many commits as there is room for', () => {
    const newest = [1, 2, 3].map((at) => ({
      hash: 'abc1234567',
      subject: `commit ${at} ${'x'.repeat(300)}`,
    }));
    const [entry] = sectionOf(knownDrift({ commitsSince: { count: 3, newest } })).entries;
    const linesAt = (cap: number) => entry?.render(cap).text.split('\n').length;
    expect([0, 160, 320, 10_000].map(linesAt)).toEqual([1, 1, 3, 4]);
    expect(entry?.render(160).isShortened).toBe(true);
    expect(entry?.render(10_000)).toMatchObject({ isShortened: false, kept: entry?.length });
  });

  it('names a file by its end, and cannot be talked out of its quotes', () => {
    expect(gitName(`${'a/'.repeat(200)}file.ts`)).toMatch(/^…[a/]+\/file\.ts$|^"….*file\.ts"$/);
    expect(gitName('a" b`c\n## d')).toBe('"a\' b\'c ## d"');
    expect(gitName('größe/日本.ts')).toBe('größe/日本.ts');
    expect(gitName('')).toBe('""');
  });

  it('counts what does not fit, and says how to see it', () => {
    const section = sectionOf(knownDrift());
    expect(section.more(1)).toBe('- 1 more change: git log, git status');
    expect(section.floor()).toBe('1 git change (git log, git status)');
    expect(sectionOf(knownDrift(), { ...FRAME, isTerse: true }).total).toBe(0);
  });
});

describe('any output of git', () => {
  const OURS =
    /^- (\d[\d,]* commits? |Branch switched: |The checkpoint was left on |The checkpoint's commit |Gone: |Changed: |Uncommitted: |Not known|Nothing)|^ {2}> 0123456789 /;

  it('no line starts with foreign text, and each entry is one line', () =>
    fc.assert(
      fc.property(anyDrift, fc.integer({ min: 0, max: 2_000 }), (drift, cap) => {
        const { entries, total } = sectionOf(drift);
        expect(entries.length).toBe(total);
        expect(total).toBeLessThanOrEqual(9);
        for (const entry of entries) {
          const { text, kept } = entry.render(cap);
          expect(text.isWellFormed()).toBe(true);
          expect(kept).toBeLessThanOrEqual(entry.length);
          expect(text.length).toBeLessThanOrEqual(entry.render(cap * 2).text.length);
          for (const line of linesOf(text)) expect(line).toMatch(OURS);
          expect(linesOf(text).filter((line) => line.startsWith('- '))).toHaveLength(1);
        }
      }),
      { numRuns: 500 },
    ));

  it('every line stays short', () =>
    fc.assert(
      fc.property(anyDrift, (drift) => {
        for (const entry of sectionOf(drift).entries)
          for (const line of linesOf(entry.render(10_000).text)) expect(line.length).toBeLessThan(1_400);
      }),
    ));
});
