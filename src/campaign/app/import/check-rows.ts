import { describeIssue, type Issue, type Problem } from '../../../lib/describe-issue.ts';
import { ENTITY_KINDS, type EntityKind, type VisibleTo } from '../../domain/entity.ts';
import type { BranchRow, CampaignFile } from '../../domain/export/campaign-file.ts';

export type Kinds = ReadonlyMap<string, EntityKind>;

/** The kind of each id, from the entity or from the patch that created it. */
export function kindsIn({ entities, patches }: CampaignFile): Kinds {
  const kinds = new Map<string, EntityKind>();
  for (const { target, before, after } of patches) {
    const kind = ENTITY_KINDS.find((one) => one === (before.kind ?? after.kind));
    if (kind !== undefined) kinds.set(target, kind);
  }
  for (const { id, kind } of entities) kinds.set(id, kind);
  return kinds;
}

/** Has at least one problem. */
export class FileProblem extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ field, problem }) => `${field} ${problem}`).join('; '));
    this.name = 'FileProblem';
    this.problems = problems;
  }
}

export function rejectField(field: string, problem: string, limit?: number): never {
  throw new FileProblem([limit === undefined ? { field, problem } : { field, problem, limit }]);
}

const isUnknown = ({ code }: Issue): boolean => code === 'unrecognized_keys';

const WORDS = { unknown: 'is not known', root: 'the file' };

/** Reports all issues in one error. `path` is the location of the value in the file. */
export function rejectIssues(issues: readonly Issue[], path: readonly PropertyKey[] = []): void {
  if (issues.length === 0) return;
  // A misspelled key explains the missing one, so unknown keys come first.
  const ordered = issues.toSorted((a, b) => Number(isUnknown(b)) - Number(isUnknown(a)));
  throw new FileProblem(
    ordered.flatMap((issue) => describeIssue({ ...issue, path: [...path, ...issue.path] }, WORDS)),
  );
}

export type Branches = ReadonlyMap<string, BranchRow>;

export function checkUnique<Row>(
  rows: readonly Row[],
  what: string,
  keyOf: (row: Row) => string | null,
): void {
  const known = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const key = keyOf(row);
    if (key !== null && known.has(key)) rejectField(`${what}[${index}]`, 'is there twice');
    if (key !== null) known.add(key);
  }
}

/** Refuses rows that form a cycle. */
export function checkNoCycle<Row extends { readonly id: string }>(
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
      if (way.has(one.id)) rejectField(path, 'leads back to itself');
      way.add(one.id);
      const id = next(one);
      one = id === null ? undefined : byId.get(id);
    }
    for (const id of way) isEnding.add(id);
  }
}

/** One root, existing parents, no cycles. */
export function checkBranches(branches: readonly BranchRow[]): Branches {
  checkUnique(branches, 'branches', ({ id }) => id);
  const byId = new Map(branches.map((branch) => [branch.id, branch]));
  if (branches.filter(({ parent }) => parent === null).length !== 1)
    rejectField('branches', 'must have exactly one without a parent');
  for (const [index, branch] of branches.entries()) {
    const path = `branches[${index}]`;
    if (branch.forked_at > branch.last_turn) rejectField(`${path}.forked_at`, 'is after its last turn');
    const parent = branch.parent === null ? undefined : byId.get(branch.parent);
    if (branch.parent !== null && parent === undefined) rejectField(`${path}.parent`, 'is no branch');
    if (parent === undefined && branch.forked_at !== 0) rejectField(`${path}.forked_at`, 'must be 0', 0);
    if (parent !== undefined && branch.forked_at > parent.last_turn)
      rejectField(`${path}.forked_at`, 'is after the last turn of its parent', parent.last_turn);
  }
  checkNoCycle(branches, 'branches', 'parent', ({ parent }) => parent);
  return byId;
}

/** Checks that the branch exists and has this turn. */
export function checkTurn(
  { branch, turn }: { readonly branch: string; readonly turn: number },
  path: string,
  branches: Branches,
): void {
  const known = branches.get(branch);
  if (known === undefined) rejectField(`${path}.branch`, 'is no branch');
  if (turn > known.last_turn)
    rejectField(`${path}.turn`, `is after the last turn of its branch, ${known.last_turn}`, known.last_turn);
  if (turn < known.forked_at)
    rejectField(`${path}.turn`, `is before its branch began, ${known.forked_at}`, known.forked_at);
}

/** Only private rows name characters, and these must be in the file. */
export function checkVisibility({ visibility, private_to }: VisibleTo, path: string, kinds: Kinds): void {
  if (visibility !== 'private' && private_to.length > 0)
    rejectField(`${path}.private_to`, `must be empty with visibility ${visibility}`, 0);
  for (const [index, id] of private_to.entries())
    if (kinds.get(id) !== 'character')
      rejectField(`${path}.private_to[${index}]`, 'is no character of this file');
}

export function checkVisibilities({ entities, events }: CampaignFile, kinds: Kinds): void {
  for (const [index, entity] of entities.entries()) checkVisibility(entity, `entities[${index}]`, kinds);
  for (const [index, event] of events.entries()) {
    const path = `events[${index}]`;
    checkVisibility(event, path, kinds);
    for (const [at, effect] of event.effects.entries())
      checkVisibility(effect, `${path}.effects[${at}]`, kinds);
  }
}
