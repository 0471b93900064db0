import { appendKey } from '../../../lib/describe-issue.ts';
import { NEW_GAME } from '../../domain/campaign.ts';
import type { CampaignFile, EntityRow, PatchRow } from '../../domain/export/campaign-file.ts';
import { lineageOf } from '../../domain/lineage.ts';
import { type Fields, findMismatch, undo } from '../../domain/patch.ts';
import { rejectField } from './check-rows.ts';

/** Everything by the id that patches know it by. */
export type FlatState = Map<string, Fields>;

export interface LocatedPatch extends PatchRow {
  /** Such as `patches[7]`. */
  readonly path: string;
}

type PatchesByBranch = ReadonlyMap<string, readonly LocatedPatch[]>;

/** By branch, in order. */
export function patchesByBranch({ branches, patches }: CampaignFile): PatchesByBranch {
  const all = new Map<string, LocatedPatch[]>(branches.map(({ id }) => [id, []]));
  for (const [index, patch] of patches.entries())
    all.get(patch.branch)?.push({ ...patch, path: `patches[${index}]` });
  for (const some of all.values()) some.sort((a, b) => a.turn - b.turn || a.number - b.number);
  return all;
}

const flattenRow = ({
  kind,
  name,
  visibility,
  private_to,
  is_removed,
  created_at,
  fields,
}: EntityRow): Fields => ({
  kind,
  name,
  visibility,
  private_to,
  is_removed,
  created_at,
  ...Object.fromEntries(Object.entries(fields).map(([key, value]) => [`fields.${key}`, value])),
});

function stateIn({ campaign, entities }: CampaignFile): FlatState {
  const { description, dm_name: dmName, setting, rules, state } = campaign;
  return new Map<string, Fields>([
    ...entities.map((row): [string, Fields] => [row.id, flattenRow(row)]),
    ['state', { ...state }],
    ['campaign', { description, dmName, setting, rules }],
  ]);
}

/** Where the file has the current value of a field: in its row, or in the next patch. */
class FileLocations {
  readonly #rows: ReadonlyMap<string, string>;
  readonly #told = new Map<string, string>();

  constructor({ entities }: CampaignFile) {
    this.#rows = new Map([
      ...entities.map(({ id }, index): [string, string] => [id, `entities[${index}]`]),
      ['state', 'campaign.state'],
      ['campaign', 'campaign'],
    ]);
  }

  tell({ target, before, path }: LocatedPatch): void {
    for (const field of Object.keys(before))
      this.#told.set(`${target} ${field}`, appendKey(`${path}.before`, field));
  }

  of(target: string, field: string): string | undefined {
    const row = this.#rows.get(target);
    const name = row === 'campaign' && field === 'dmName' ? 'dm_name' : field;
    return this.#told.get(`${target} ${field}`) ?? (row && appendKey(row, name));
  }
}

/** At the start there are no entities, and the state is that of a new game except for the date. */
function checkStart(world: FlatState, places: FileLocations): void {
  for (const [target, fields] of world)
    if (target.startsWith('ent_') && Object.keys(fields).length > 0)
      rejectField(places.of(target, 'kind') ?? target, 'is of something that no patch makes');
  const state = world.get('state') ?? {};
  const field = findMismatch(state, { ...NEW_GAME, in_game_date: state.in_game_date }, state);
  if (field !== undefined)
    rejectField(
      places.of('state', field) ?? 'campaign.state',
      'is not how a game begins, and no patch made it so',
    );
}

/** The state before the first patch, computed by undoing all patches of the current lineage. Each must fit. */
export function stateAtStart(file: CampaignFile, byBranch: PatchesByBranch): FlatState {
  const { campaign, branches } = file;
  const world = stateIn(file);
  const places = new FileLocations(file);
  const line = lineageOf(
    branches.map(({ id, parent, forked_at }) => ({ id, parentId: parent, forkedAt: forked_at })),
    campaign.branch,
    campaign.turn,
  );
  for (const { branchId, after: from, upTo } of line) {
    for (const patch of (byBranch.get(branchId) ?? []).toReversed()) {
      if (patch.turn <= from || patch.turn > upTo) continue;
      const fields = world.get(patch.target) ?? {};
      const field = findMismatch(fields, patch.after, patch.before);
      if (field !== undefined) {
        const place = places.of(patch.target, field);
        if (place !== undefined) rejectField(place, `is not what ${patch.path}.after made of it`);
        rejectField(`${patch.path}.target`, 'is not among the entities');
      }
      world.set(patch.target, undo(fields, patch));
      places.tell(patch);
    }
  }
  checkStart(world, places);
  return world;
}
