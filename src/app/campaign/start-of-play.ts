import type { CampaignFile, EntityRow, PatchRow } from '../../domain/campaign/export/campaign-file.ts';
import { NEW_GAME } from '../../domain/campaign/game-state.ts';
import { lineTo } from '../../domain/campaign/lineage.ts';
import { type Fields, misfit, undo } from '../../domain/campaign/patch.ts';
import { keyed } from '../../lib/describe-issue.ts';
import { refuse } from './file-problem.ts';

/** Everything by the id that patches know it by. */
export type FlatWorld = Map<string, Fields>;

export interface PlacedPatch extends PatchRow {
  /** Such as `patches[7]`. */
  readonly path: string;
}

type PatchesByBranch = ReadonlyMap<string, readonly PlacedPatch[]>;

/** Of each branch, in the order they were made. */
export function patchesByBranch({ branches, patches }: CampaignFile): PatchesByBranch {
  const all = new Map<string, PlacedPatch[]>(branches.map(({ id }) => [id, []]));
  for (const [index, patch] of patches.entries())
    all.get(patch.branch)?.push({ ...patch, path: `patches[${index}]` });
  for (const some of all.values()) some.sort((a, b) => a.turn - b.turn || a.number - b.number);
  return all;
}

const flat = ({ kind, name, visibility, private_to, is_removed, created_at, fields }: EntityRow): Fields => ({
  kind,
  name,
  visibility,
  private_to,
  is_removed,
  created_at,
  ...Object.fromEntries(Object.entries(fields).map(([key, value]) => [`fields.${key}`, value])),
});

function worldIn({ campaign, entities }: CampaignFile): FlatWorld {
  const { description, dm_name: dmName, setting, rules, state } = campaign;
  return new Map<string, Fields>([
    ...entities.map((row): [string, Fields] => [row.id, flat(row)]),
    ['state', { ...state }],
    ['campaign', { description, dmName, setting, rules }],
  ]);
}

/** Where the file says what something was at the moment: in its row, or in the patch that came after. */
class Places {
  readonly #rows: ReadonlyMap<string, string>;
  readonly #told = new Map<string, string>();

  constructor({ entities }: CampaignFile) {
    this.#rows = new Map([
      ...entities.map(({ id }, index): [string, string] => [id, `entities[${index}]`]),
      ['state', 'campaign.state'],
      ['campaign', 'campaign'],
    ]);
  }

  tell({ target, before, path }: PlacedPatch): void {
    for (const field of Object.keys(before))
      this.#told.set(`${target} ${field}`, keyed(`${path}.before`, field));
  }

  of(target: string, field: string): string | undefined {
    const row = this.#rows.get(target);
    const name = row === 'campaign' && field === 'dmName' ? 'dm_name' : field;
    return this.#told.get(`${target} ${field}`) ?? (row && keyed(row, name));
  }
}

/** Nobody and nothing is there, and the game stands where games begin; only the date may have been given with it. */
function checkBegun(world: FlatWorld, places: Places): void {
  for (const [target, fields] of world)
    if (target.startsWith('ent_') && Object.keys(fields).length > 0)
      refuse(places.of(target, 'kind') ?? target, 'is of something that no patch makes');
  const state = world.get('state') ?? {};
  const field = misfit(state, { ...NEW_GAME, in_game_date: state.in_game_date }, state);
  if (field !== undefined)
    refuse(
      places.of('state', field) ?? 'campaign.state',
      'is not how a game begins, and no patch made it so',
    );
}

/** The world before anything happened: all that led to where the campaign stands is undone, and must fit. */
export function startOfPlay(file: CampaignFile, byBranch: PatchesByBranch): FlatWorld {
  const { campaign, branches } = file;
  const world = worldIn(file);
  const places = new Places(file);
  const line = lineTo(
    branches.map(({ id, parent, forked_at }) => ({ id, parentId: parent, forkedAt: forked_at })),
    campaign.branch,
    campaign.turn,
  );
  for (const { branchId, after: from, upTo } of line) {
    for (const patch of (byBranch.get(branchId) ?? []).toReversed()) {
      if (patch.turn <= from || patch.turn > upTo) continue;
      const fields = world.get(patch.target) ?? {};
      const field = misfit(fields, patch.after, patch.before);
      if (field !== undefined) {
        const place = places.of(patch.target, field);
        if (place !== undefined) refuse(place, `is not what ${patch.path}.after made of it`);
        refuse(`${patch.path}.target`, 'is not among the entities');
      }
      world.set(patch.target, undo(fields, patch));
      places.tell(patch);
    }
  }
  checkBegun(world, places);
  return world;
}
