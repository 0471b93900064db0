import { canonicalJson } from '../../../domain/id.ts';
import { describeIssue, type Issue, type Problem } from '../../../lib/describe-issue.ts';
import { CREATURES, ENTITY_KINDS, type EntityKind, type VisibleTo } from '../../domain/entity.ts';
import type { Effect } from '../../domain/event.ts';
import type { BranchRow, CampaignFile, EventRow, PatchRow } from '../../domain/export/campaign-file.ts';
import { entityKey } from '../../domain/name-key.ts';
import type { Fields } from '../../domain/patch.ts';

export type Located<Row> = Row & {
  readonly index: number;
  /** Such as `events[7]`. */
  readonly path: string;
};

const locate = <Row>(rows: readonly Row[], list: string): readonly Located<Row>[] =>
  rows.map((row, index) => ({ ...row, index, path: `${list}[${index}]` }));

export const locateRows = (file: CampaignFile) => ({
  campaign: file.campaign,
  branches: locate(file.branches, 'branches'),
  entities: locate(file.entities, 'entities'),
  patches: locate(file.patches, 'patches'),
  events: locate(file.events, 'events'),
  sessions: locate(file.sessions, 'sessions'),
  notes: locate(file.notes, 'notes'),
});

export type LocatedFile = ReturnType<typeof locateRows>;

export type Kinds = ReadonlyMap<string, EntityKind>;

export function kindsIn({ entities, patches }: LocatedFile): Kinds {
  const kinds = new Map<string, EntityKind>();
  for (const { target, before, after } of patches) {
    const kind = ENTITY_KINDS.find((one) => one === (before.kind ?? after.kind));
    if (kind !== undefined) kinds.set(target, kind);
  }
  for (const { id, kind } of entities) kinds.set(id, kind);
  return kinds;
}

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

export function rejectIssues(issues: readonly Issue[], path: readonly PropertyKey[] = []): void {
  if (issues.length === 0) return;
  // A misspelled key explains the missing one, so unknown keys come first.
  const ordered = issues.toSorted((a, b) => Number(isUnknown(b)) - Number(isUnknown(a)));
  throw new FileProblem(
    ordered.flatMap((issue) => describeIssue({ ...issue, path: [...path, ...issue.path] }, WORDS)),
  );
}

export function checkUnique<Row>(rows: readonly Located<Row>[], keyOf: (row: Row) => string | null): void {
  const known = new Set<string>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== null && known.has(key)) rejectField(row.path, 'appears twice');
    if (key !== null) known.add(key);
  }
}

export function checkNoCycle<Field extends string>(
  rows: readonly Located<{ readonly id: string } & Readonly<Record<Field, string | null>>>[],
  field: Field,
): void {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isEnding = new Set<string>();
  for (const row of rows) {
    const visited = new Set<string>();
    for (let one: typeof row | undefined = row; one !== undefined && !isEnding.has(one.id); ) {
      if (visited.has(one.id)) rejectField(`${row.path}.${field}`, 'forms a loop');
      visited.add(one.id);
      one = byId.get(one[field] ?? '');
    }
    for (const id of visited) isEnding.add(id);
  }
}

export type Branches = ReadonlyMap<string, Located<BranchRow>>;

export function checkBranches({ branches }: LocatedFile): Branches {
  checkUnique(branches, ({ id }) => id);
  const byId = new Map(branches.map((branch) => [branch.id, branch]));
  if (branches.filter(({ parent }) => parent === null).length !== 1)
    rejectField('branches', 'must have exactly one without a parent');
  for (const { path, parent: parentId, forked_at, last_turn } of branches) {
    if (forked_at > last_turn) rejectField(`${path}.forked_at`, 'is after its last turn');
    const parent = byId.get(parentId ?? '');
    if (parentId !== null && parent === undefined) rejectField(`${path}.parent`, 'is no branch');
    if (parent === undefined && forked_at !== 0) rejectField(`${path}.forked_at`, 'must be 0', 0);
    if (parent !== undefined && forked_at > parent.last_turn)
      rejectField(`${path}.forked_at`, 'is after the last turn of its parent', parent.last_turn);
  }
  checkNoCycle(branches, 'parent');
  return byId;
}

export function checkTurn(
  { branch, turn, path }: Located<{ readonly branch: string; readonly turn: number }>,
  branches: Branches,
): void {
  const known = branches.get(branch);
  if (known === undefined) rejectField(`${path}.branch`, 'is no branch');
  const { last_turn, forked_at } = known;
  if (turn > last_turn)
    rejectField(`${path}.turn`, `is after the last turn of its branch, ${last_turn}`, last_turn);
  if (turn < forked_at) rejectField(`${path}.turn`, `is before its branch began, ${forked_at}`, forked_at);
}

/** Only private rows name characters, and these must be in the file. */
export function checkVisibility({ visibility, private_to }: VisibleTo, path: string, kinds: Kinds): void {
  if (visibility !== 'private' && private_to.length > 0)
    rejectField(`${path}.private_to`, `must be empty with visibility ${visibility}`, 0);
  for (const [index, id] of private_to.entries())
    if (kinds.get(id) !== 'character')
      rejectField(`${path}.private_to[${index}]`, 'is no character of this file');
}

export function checkVisibilities({ entities, events }: LocatedFile, kinds: Kinds): void {
  for (const row of [...entities, ...events]) checkVisibility(row, row.path, kinds);
  for (const { effects, path } of events)
    for (const [at, effect] of effects.entries()) checkVisibility(effect, `${path}.effects[${at}]`, kinds);
}

interface TurnStart {
  find(kind: EntityKind, name: string): { readonly id: string; readonly fields: Fields } | undefined;
  readonly patches: readonly PatchRow[];
}

interface Claim {
  readonly id: string;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly path: string;
}

const conditionKeys = (conditions: Iterable<string>) => [...new Set([...conditions].map(entityKey))].sort();

const READ_FIELD: Readonly<Record<string, (fields: Fields) => unknown>> = {
  'fields.hit_points': (fields) =>
    (fields['fields.hit_points'] as { readonly current?: unknown } | undefined)?.current,
  'fields.conditions': (fields) => conditionKeys((fields['fields.conditions'] ?? []) as readonly string[]),
  'fields.status': (fields) => fields['fields.status'],
};

function changeConditions(before: unknown, added: readonly string[], removed: readonly string[]) {
  const gone = new Set(removed.map(entityKey));
  return conditionKeys([...(before as readonly string[]).filter((one) => !gone.has(one)), ...added]);
}

/** What an effect does to which field, and the part of the effect that says so. Other effects are not checked. */
function claimedChange(effect: Effect) {
  switch (effect.kind) {
    case 'hit_points':
      return { kinds: CREATURES, field: 'fields.hit_points', part: 'to', apply: () => effect.to };
    case 'condition': {
      const apply = (before: unknown) => changeConditions(before, effect.added, effect.removed);
      return { kinds: CREATURES, field: 'fields.conditions', part: 'added', apply };
    }
    case 'death': {
      const apply = (before: unknown) => changeConditions(before, ['dead'], []);
      return { kinds: CREATURES, field: 'fields.conditions', part: 'who', apply };
    }
    case 'npc':
      if (effect.status === null) return undefined;
      return { kinds: ['npc'] as const, field: 'fields.status', part: 'status', apply: () => effect.status };
    default:
      return undefined;
  }
}

const findPatch = (patches: readonly PatchRow[], id: string, field: string): PatchRow | undefined =>
  patches.find((one) => one.target === id && Object.hasOwn(one.after, field));

function claimsOf({ effects, path }: Located<EventRow>, { find, patches }: TurnStart): Iterable<Claim> {
  const claims = new Map<string, Claim>();
  for (const [index, effect] of effects.entries()) {
    const claimed = claimedChange(effect);
    if (claimed === undefined || !('who' in effect)) continue;
    const { kinds, field, part, apply } = claimed;
    const place = `${path}.effects[${index}]`;
    const named = kinds.flatMap((kind) => find(kind, effect.who) ?? []);
    // A character and an NPC may have the same name: the patches show which one it was.
    const who = named.find(({ id }) => findPatch(patches, id, field) !== undefined) ?? named[0];
    if (who === undefined) rejectField(`${place}.who`, 'was not present');
    const key = `${who.id} ${field}`;
    const before = READ_FIELD[field]?.(who.fields);
    const had = claims.has(key) ? claims.get(key)?.after : before;
    // The hit points of an NPC may have been unknown.
    if (effect.kind === 'hit_points' && had !== undefined && effect.from !== had)
      rejectField(`${place}.from`, `is not ${had}`);
    claims.set(key, { id: who.id, field, before, after: apply(had), path: `${place}.${part}` });
  }
  return claims.values();
}

const isSame = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

/** The effects of a turn must equal what its patches did. A turn comes first among the patches of its number. */
export function checkEffects(event: Located<EventRow>, start: TurnStart): void {
  for (const { id, field, before, path, after } of claimsOf(event, start)) {
    const patch = findPatch(start.patches, id, field);
    // If the turn undid its own change, a later change of the same number may have made the patch.
    if (isSame(before, after) || (patch !== undefined && isSame(READ_FIELD[field]?.(patch.after), after)))
      continue;
    rejectField(path, 'differs from the result of the patches of its turn');
  }
}
