import type { BranchRow } from '../../domain/campaign/export/campaign-file.ts';
import { refuse } from './file-problem.ts';

export type Branches = ReadonlyMap<string, BranchRow>;

export function checkOnce<Row>(rows: readonly Row[], what: string, keyOf: (row: Row) => string | null): void {
  const known = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const key = keyOf(row);
    if (key !== null && known.has(key)) refuse(`${what}[${index}]`, 'is there twice');
    if (key !== null) known.add(key);
  }
}

/** Whoever follows `next` from row to row comes to an end. */
export function checkEnds<Row extends { readonly id: string }>(
  rows: readonly Row[],
  what: string,
  field: string & keyof Row,
  next: (row: Row) => string | null,
): void {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isEnding = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const path = `${what}[${index}].${field}`;
    const way = new Set<string>();
    for (let one: Row | undefined = row; one !== undefined && !isEnding.has(one.id); ) {
      if (way.has(one.id)) refuse(path, 'leads back to itself');
      way.add(one.id);
      const id = next(one);
      one = id === null ? undefined : byId.get(id);
    }
    for (const id of way) isEnding.add(id);
  }
}

/** One begins, the others part from one that is there, and none leads back to itself. */
export function checkBranches(branches: readonly BranchRow[]): Branches {
  checkOnce(branches, 'branches', ({ id }) => id);
  const byId = new Map(branches.map((branch) => [branch.id, branch]));
  if (branches.filter(({ parent }) => parent === null).length !== 1)
    refuse('branches', 'must have exactly one without a parent');
  for (const [index, branch] of branches.entries()) {
    const path = `branches[${index}]`;
    if (branch.forked_at > branch.last_turn) refuse(`${path}.forked_at`, 'is after its last turn');
    const parent = branch.parent === null ? undefined : byId.get(branch.parent);
    if (branch.parent !== null && parent === undefined) refuse(`${path}.parent`, 'is no branch');
    if (parent === undefined && branch.forked_at !== 0) refuse(`${path}.forked_at`, 'must be 0', 0);
    if (parent !== undefined && branch.forked_at > parent.last_turn)
      refuse(`${path}.forked_at`, 'is after the last turn of its parent', parent.last_turn);
  }
  checkEnds(branches, 'branches', 'parent', ({ parent }) => parent);
  return byId;
}

/** Where something happened is a turn of a branch that there is. */
export function checkPlace(
  { branch, turn }: { readonly branch: string; readonly turn: number },
  path: string,
  branches: Branches,
): void {
  const known = branches.get(branch);
  if (known === undefined) refuse(`${path}.branch`, 'is no branch');
  if (turn > known.last_turn)
    refuse(`${path}.turn`, `is after the last turn of its branch, ${known.last_turn}`, known.last_turn);
  if (turn < known.forked_at)
    refuse(`${path}.turn`, `is before its branch began, ${known.forked_at}`, known.forked_at);
}
