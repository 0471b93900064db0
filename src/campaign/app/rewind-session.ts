import type { Caller } from '../../app/caller.ts';
import type { ProjectDeps, StoreDeps } from '../../app/deps.ts';
import { retryOnConflict } from '../../app/retry-on-conflict.ts';
import { readTime } from '../../app/time-context.ts';
import { invalid, notFound, unavailable } from '../../domain/error.ts';
import { derivedId } from '../../domain/id.ts';
import { nextStep } from '../../domain/next-step.ts';
import {
  aboutCampaign,
  type Branch,
  type BranchSegment,
  type Campaign,
  type GameState,
  routeBetween,
} from '../domain/campaign.ts';
import type { Entity } from '../domain/entity.ts';
import { type Fields, flatten, redo, type StoredPatch, undo, unflatten } from '../domain/patch.ts';
import { campaignChange, checkVersion, cleanInput } from './campaign-change.ts';
import { type CampaignTarget, loadCampaign } from './load-campaign.ts';

export interface RewindInput extends CampaignTarget {
  /** Negative: that many turns back. Without it, the last turn of `branch`. */
  readonly to_turn?: number | undefined;
  readonly reason?: string | undefined;
  /** Continue on this branch instead of a new one; `to_turn` of 0 or less counts from its end. */
  readonly branch?: string | undefined;
  readonly expected_version?: number | undefined;
}

const listBranches = ({ id }: Campaign) => nextStep('campaign.show', { campaign: id, section: 'branches' });

const turnMissing = (campaign: Campaign) =>
  invalid(
    'turn_required',
    'The call specifies neither a turn nor a branch.',
    'Pass `to_turn` with the last turn to keep, such as -1 to undo the last turn, or `branch`. Nothing was changed.',
    { fields: [{ field: 'to_turn', problem: 'is missing' }], next: [listBranches(campaign)] },
  );

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

function outOfRangeReason(turn: number, head: number, asked: number): string {
  if (turn === head) return `The game is already at turn ${head}.`;
  if (turn > head) return `There is no turn ${turn} to go back to; the last one is ${head}.`;
  return `Only ${head === 1 ? '1 turn was' : `${head} turns were`} played, so ${-asked} cannot be undone.`;
}

function outOfRange(turn: number, head: number, { branch, to_turn = 0 }: RewindInput) {
  // The last turn of another branch is a valid target; that of the current branch is not.
  const last = branch === undefined ? head - 1 : head;
  const turns = last === 0 ? '0' : `0 to ${last}`;
  return invalid(
    'turn_out_of_range',
    outOfRangeReason(turn, head, to_turn),
    `Pass ${turns}, or -1 to undo the last; nothing was changed.`,
    { fields: [{ field: 'to_turn', problem: `must be ${turns}, or -1 to -${head}` }] },
  );
}

function targetOf(campaign: Campaign, branches: readonly Branch[], input: RewindInput) {
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
  if (input.to_turn === undefined && input.branch === undefined) throw turnMissing(campaign);
  const { to_turn = 0 } = input;
  const isBack = to_turn < 0 || (input.branch !== undefined && to_turn === 0);
  const turn = isBack ? head + to_turn : to_turn;
  if (Number.isInteger(turn) && turn >= 0 && turn <= head && (input.branch !== undefined || turn < head))
    return { branchId: id, turn };
  throw head === 0 ? nothingPlayed(campaign, input) : outOfRange(turn, head, input);
}

const patchDamaged = ({ branchId, turn }: StoredPatch) =>
  unavailable(
    'store_damaged',
    `What turn ${turn} of branch ${branchId} changed is damaged in the store, so the game cannot be rewound across it. Nothing was written.`,
    'Check the store and restore it from a backup, or choose a turn that does not cross the damaged one.',
    { next: [nextStep('doctor.run')] },
  );

const patchesOf = async (deps: StoreDeps, campaignId: string, segments: readonly BranchSegment[]) => {
  const all: StoredPatch[][] = [];
  for (const segment of segments)
    all.push([...(await deps.store.campaigns.listPatches(campaignId, segment))]);
  const damaged = all.flat().find(({ isDamaged }) => isDamaged);
  if (damaged !== undefined) throw patchDamaged(damaged);
  return all;
};

async function stateAt(
  deps: StoreDeps,
  campaign: Campaign,
  branches: readonly Branch[],
  to: ReturnType<typeof targetOf>,
  now: string,
) {
  const { undo: back, redo: on } = routeBetween(branches, campaign, to);
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
  facts.set('campaign', aboutCampaign(campaign));
  for (const { patch, apply } of steps) facts.set(patch.target, apply(facts.get(patch.target) ?? {}, patch));
  const entities: Entity[] = [];
  const removedEntityIds: string[] = [];
  for (const id of ids) {
    const entity = unflatten(facts.get(id) ?? {}, { id, campaignId: campaign.id, updatedAt: now });
    if (entity === undefined) removedEntityIds.push(id);
    else entities.push(entity);
  }
  return {
    entities,
    removedEntityIds,
    state: facts.get('state') as unknown as GameState,
    about: facts.get('campaign') as unknown as ReturnType<typeof aboutCampaign>,
  };
}

async function attempt(deps: ProjectDeps, caller: Caller, input: RewindInput) {
  const { now } = await readTime(deps);
  const campaign = await loadCampaign(deps, caller, input);
  checkVersion(campaign, input.expected_version);
  const branches = await deps.store.campaigns.listBranches(campaign.id);
  const left = branches.find(({ id }) => id === campaign.branchId);
  if (left === undefined) throw new Error(`campaign ${campaign.id} has no branch ${campaign.branchId}`);
  const to = targetOf(campaign, branches, input);
  const head = branches.find(({ id }) => id === to.branchId);
  const isReturn = input.branch !== undefined && head?.headTurn === to.turn;
  if (isReturn && to.branchId === left.id) return { campaign, branch: left, left };
  const { entities, removedEntityIds, state, about } = await stateAt(deps, campaign, branches, to, now);
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
    removedEntityIds,
  });
  await deps.store.ledger.commit([change]);
  return { campaign: change.campaign, branch, left };
}

export async function rewindSession(deps: ProjectDeps, caller: Caller, input: RewindInput) {
  const { content } = await cleanInput(deps, input);
  return retryOnConflict(() => attempt(deps, caller, content));
}
