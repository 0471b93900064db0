import { resolve } from 'node:path';
import type { DriftUnknownReason } from '../../domain/orientation/drift-facts.ts';
import { type GitRun, outputOf, type RunGit } from './run-git.ts';

export interface Repository {
  readonly branch: string | null;
  readonly head: string | null;
  readonly isShallow: boolean;
  /** Whether it has the commit asked for; undefined when none was asked for, or git did not say. */
  readonly hasCommit: boolean | undefined;
  /** Names of the filters that are configured; undefined when git did not say. */
  readonly filters: readonly string[] | undefined;
}

const BRANCHES = 'refs/heads/';
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

export const isCommitId = (text: string | null): text is string => text !== null && COMMIT.test(text);

/** Where the repository stands, or why that cannot be told. Looks at no file of the working tree. */
export async function openRepository(
  run: RunGit,
  worktree: string,
  commit: string | null,
): Promise<Repository | DriftUnknownReason> {
  const [top, symbolic, head, asked, filters] = await Promise.all([
    run(['rev-parse', '--show-toplevel', '--is-shallow-repository']),
    run(['symbolic-ref', '-q', 'HEAD']),
    run(['rev-parse', '-q', '--verify', 'HEAD^{commit}']),
    commit === null ? undefined : run(['rev-parse', '-q', '--verify', `${commit}^{commit}`]),
    run(['config', '-z', '--name-only', '--get-regexp', '^filter\\.'], { maxBytes: 256 * 1024 }),
  ]);
  const place = outputOf(top)?.toString('utf8');
  if (place === undefined) return reasonOf(top);
  const [, toplevel = '', shallow] = /^(.*)\n(true|false)\n$/s.exec(place) ?? [];
  // A repository can claim any folder as its working tree (`core.worktree`).
  if (!isSamePath(toplevel, worktree)) return 'failed';
  if (symbolic.kind === 'slow' || head.kind === 'slow') return 'slow';
  return {
    branch: branchOf(symbolic),
    head: commitOf(head),
    isShallow: shallow === 'true',
    hasCommit: asked?.kind === 'done' ? commitOf(asked) !== null : undefined,
    filters: filtersOf(filters),
  };
}

function reasonOf(run: GitRun): DriftUnknownReason {
  if (run.kind !== 'done') return run.kind;
  if (/dubious ownership|unsafe repository/.test(run.stderr)) return 'refused';
  const isNone = /not a git repository|must be run in a work tree|cannot use bare repository/.test(
    run.stderr,
  );
  return isNone ? 'no_repository' : 'failed';
}

const isSamePath = (told: string, expected: string): boolean => {
  const [a, b] = [resolve(told), resolve(expected)];
  return a === b || (/^[a-z]:\\/i.test(a) && a.toLowerCase() === b.toLowerCase());
};

function branchOf(run: GitRun): string | null {
  const name = outputOf(run)?.toString('utf8').trimEnd() ?? '';
  return name.startsWith(BRANCHES) ? name.slice(BRANCHES.length) : null;
}

function commitOf(run: GitRun): string | null {
  const id = outputOf(run)?.toString('utf8').trim() ?? null;
  return isCommitId(id) ? id : null;
}

function filtersOf(run: GitRun): readonly string[] | undefined {
  if (run.kind !== 'done' || run.isCut || run.code > 1) return undefined;
  const names = run.stdout
    .toString('utf8')
    .split('\0')
    .map((key) => /^filter\.(.+)\.[^.]+$/s.exec(key)?.[1])
    .filter((name) => name !== undefined);
  return [...new Set(names)];
}
