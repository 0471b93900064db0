import type { Branch, Campaign } from '../../domain/campaign/campaign.ts';
import type { Entity } from '../../domain/campaign/entity.ts';
import { flatten, unflatten } from '../../domain/campaign/flat-entity.ts';
import type { GameState } from '../../domain/campaign/game-state.ts';
import { routeBetween, type Stretch } from '../../domain/campaign/lineage.ts';
import { type Fields, redo, undo } from '../../domain/campaign/patch.ts';
import { invalid, notFound, unavailable } from '../../domain/error.ts';
import { derivedId } from '../../domain/id.ts';
import { type NextStep, nextStep } from '../../domain/next-step.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { momentOf } from '../moment.ts';
import type { StoredPatch } from '../ports/campaign-reader.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { campaignChange, checkVersion } from './campaign-change.ts';
import { cleanDeep } from './clean-deep.ts';
import { type CampaignTarget, loadCampaign } from './load-campaign.ts';

type Needs = Pick<Deps, 'clock' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store'>;

export interface RewindInput extends CampaignTarget {
  /** Negative: back that many. */
  readonly to_turn: number;
  readonly reason?: string | undefined;
  /** Play on this branch instead of a new one, at that turn of it; 0 or less counts from its end. */
  readonly branch?: string | undefined;
  readonly expected_version?: number | undefined;
}

export interface Rewound {
  readonly campaign: Campaign;
  readonly branch: Branch;
  /** The branch that was being played, kept as it was. */
  readonly left: Branch;
}

interface Point {
  readonly branchId: string;
  readonly turn: number;
}

const listBranches = ({ id }: Campaign): NextStep =>
  nextStep('campaign.show', { campaign: id, section: 'branches' });

const nothingPlayed = (campaign: Campaign, { branch }: RewindInput) =>
  invalid(
    'turn_out_of_range',
    `No turn was played yet${branch === undefined ? '' : ' on that branch'}, so there is none to go back to.`,
    'To see what was played elsewhere, list the branches. To change the world without a turn, change the state of the game or save an entity. Nothing was changed.',
    {
      fields: [{ field: 'to_turn', problem: 'has no turn to go back to' }],
      next: [listBranches(campaign), nextStep('game.update'), nextStep('entity.save')],
    },
  );

function whyNot(turn: number, head: number, asked: number): string {
  if (turn === head) return `The game stands at turn ${head} already.`;
  if (turn > head) return `There is no turn ${turn} to go back to; the last one is ${head}.`;
  return `Only ${head === 1 ? '1 turn was' : `${head} turns were`} played, so ${-asked} cannot be taken back.`;
}

function outOfRange(turn: number, head: number, { branch, to_turn }: RewindInput) {
  // The end of another branch can be returned to; that of the one being played is where one is.
  const last = branch === undefined ? head - 1 : head;
  const turns = last === 0 ? '0' : `0 to ${last}`;
  return invalid(
    'turn_out_of_range',
    whyNot(turn, head, to_turn),
    `Pass ${turns}, or -1 to undo the last; nothing was changed.`,
    { fields: [{ field: 'to_turn', problem: `must be ${turns}, or -1 to -${head}` }] },
  );
}

function targetOf(campaign: Campaign, branches: readonly Branch[], input: RewindInput): Point {
  const id = input.branch ?? campaign.branchId;
  const branch = branches.find((one) => one.id === id);
  if (branch === undefined) {
    throw notFound(
      'branch_not_found',
      `This campaign has no branch ${JSON.stringify(id)}.`,
      'Pass the id of an existing branch.',
      {
        fields: [{ field: 'branch', problem: 'is unknown' }],
        allowed: branches.map((one) => one.id),
        next: [listBranches(campaign)],
      },
    );
  }
  const head = id === campaign.branchId ? campaign.turn : branch.headTurn;
  const isBack = input.to_turn < 0 || (input.branch !== undefined && input.to_turn === 0);
  const turn = isBack ? head + input.to_turn : input.to_turn;
  if (Number.isInteger(turn) && turn >= 0 && turn <= head && (input.branch !== undefined || turn < head))
    return { branchId: id, turn };
  throw head === 0 ? nothingPlayed(campaign, input) : outOfRange(turn, head, input);
}

const patchDamaged = ({ branchId, turn }: StoredPatch) =>
  unavailable(
    'store_damaged',
    `What turn ${turn} of branch ${branchId} changed is damaged in the store, so the game cannot be taken across it. Nothing was written.`,
    'Check the store and restore it from a backup, or choose a turn that does not cross the damaged one.',
    { next: [nextStep('doctor.run')] },
  );

const patchesOf = async (deps: Pick<Deps, 'store'>, campaignId: string, stretches: readonly Stretch[]) => {
  const all: StoredPatch[][] = [];
  for (const stretch of stretches)
    all.push([...(await deps.store.campaigns.listPatches(campaignId, stretch))]);
  const damaged = all.flat().find(({ isDamaged }) => isDamaged);
  if (damaged !== undefined) throw patchDamaged(damaged);
  return all;
};

/** The world at another point of play: what happened since is undone, what happened there is done again. */
async function worldAt(
  deps: Pick<Deps, 'store'>,
  campaign: Campaign,
  branches: readonly Branch[],
  to: Point,
  now: string,
) {
  const { undo: back, redo: on } = routeBetween(
    branches,
    { branchId: campaign.branchId, turn: campaign.turn },
    to,
  );
  const undone = (await patchesOf(deps, campaign.id, back)).flatMap((patches) => patches.reverse());
  const redone = (await patchesOf(deps, campaign.id, on)).flat();
  const steps = [
    ...undone.map((patch) => ({ patch, apply: undo })),
    ...redone.map((patch) => ({ patch, apply: redo })),
  ];
  const ids = [...new Set(steps.map(({ patch }) => patch.target))].filter((id) => id.startsWith('ent_'));
  const known = new Map((await deps.store.campaigns.findEntities(ids)).map((entity) => [entity.id, entity]));
  const facts = new Map<string, Fields>(ids.map((id) => [id, flatten(known.get(id))]));
  facts.set('state', { ...campaign.state });
  const { description, dmName, setting, rules } = campaign;
  facts.set('campaign', { description, dmName, setting, rules });
  for (const { patch, apply } of steps) facts.set(patch.target, apply(facts.get(patch.target) ?? {}, patch));
  const entities: Entity[] = [];
  const unmade: string[] = [];
  for (const id of ids) {
    const entity = unflatten(facts.get(id) ?? {}, { id, campaignId: campaign.id, updatedAt: now });
    if (entity === undefined) unmade.push(id);
    else entities.push(entity);
  }
  return {
    entities,
    unmade,
    state: facts.get('state') as unknown as GameState,
    about: facts.get('campaign') as unknown as Pick<Campaign, 'description' | 'dmName' | 'setting' | 'rules'>,
  };
}

async function attempt(deps: Needs, caller: Caller, input: RewindInput): Promise<Rewound> {
  const { now } = await momentOf(deps);
  const campaign = await loadCampaign(deps, caller, input);
  checkVersion(campaign, input.expected_version);
  const branches = await deps.store.campaigns.listBranches(campaign.id);
  const left = branches.find(({ id }) => id === campaign.branchId);
  if (left === undefined) throw new Error(`campaign ${campaign.id} has no branch ${campaign.branchId}`);
  const to = targetOf(campaign, branches, input);
  const head = branches.find(({ id }) => id === to.branchId);
  const isReturn = input.branch !== undefined && head?.headTurn === to.turn;
  if (isReturn && to.branchId === left.id) return { campaign, branch: left, left };
  const { entities, unmade, state, about } = await worldAt(deps, campaign, branches, to, now);
  const branch: Branch =
    isReturn && head !== undefined
      ? head
      : {
          id: derivedId('brn', campaign.id, to.branchId, String(to.turn), String(campaign.version)),
          campaignId: campaign.id,
          parentId: to.branchId,
          forkedAt: to.turn,
          headTurn: to.turn,
          reason: input.reason ?? null,
          createdAt: now,
        };
  const after = { ...campaign, ...about, state, branchId: branch.id, turn: to.turn, updatedAt: now };
  const change = campaignChange(campaign, after, {
    event: 'campaign.rewound',
    branches: isReturn ? [] : [branch],
    entities,
    unmade,
  });
  await deps.store.ledger.commit([change]);
  return { campaign: change.campaign, branch, left };
}

/** Back to a turn, on a branch of its own; the one that was played is kept and can be returned to. */
export async function rewindSession(deps: Needs, caller: Caller, input: RewindInput): Promise<Rewound> {
  const { content } = await cleanDeep(deps, input);
  return retryOnConflict(() => attempt(deps, caller, content));
}
