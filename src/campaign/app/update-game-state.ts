import type { Caller } from '../../app/caller.ts';
import type { ProjectDeps } from '../../app/deps.ts';
import { retryOnConflict } from '../../app/retry-on-conflict.ts';
import { readTime } from '../../app/time-context.ts';
import { invalid } from '../../domain/error.ts';
import type { GameState } from '../domain/campaign.ts';
import { coinKey, coinNameIn, type Funds, mergeCoins } from '../domain/inventory.ts';
import { flatten, patchOf } from '../domain/patch.ts';
import { mapStateNames } from '../domain/references.ts';
import { isKind, withNameKnown } from '../domain/visibility.ts';
import { campaignChange, checkVersion, cleanInput } from './campaign-change.ts';
import { EntityFinder } from './find-entity.ts';
import { type CampaignTarget, loadCampaign } from './load-campaign.ts';
import { resolveNames } from './resolve-names.ts';

export interface UpdateGameStateInput extends CampaignTarget {
  readonly location?: string | undefined;
  readonly in_game_date?: string | undefined;
  readonly in_combat?: boolean | undefined;
  readonly initiative?: GameState['initiative'] | undefined;
  readonly current_turn?: string | undefined;
  readonly party_funds?: GameState['party_funds'] | undefined;
  /** null removes a flag. */
  readonly flags?: Readonly<Record<string, string | number | boolean | null>> | undefined;
  readonly expected_version?: number | undefined;
}

function checkFight({ in_combat, initiative = [], current_turn }: UpdateGameStateInput): void {
  if (in_combat !== false || (initiative.length === 0 && current_turn === undefined)) return;
  const field = initiative.length === 0 ? 'current_turn' : 'initiative';
  throw invalid(
    'arguments_contradict',
    `\`in_combat\` false ends the fight, but \`${field}\` belongs to a fight that continues.`,
    `Leave out \`${field}\`, or \`in_combat\`. Nothing was written.`,
    { fields: [{ field, problem: 'cannot go with in_combat false' }] },
  );
}

function fundsAfter(before: Funds, given: Funds): Funds {
  const purse = mergeCoins(before);
  const totals = Object.entries(given).map(([coin, total]) => [coinNameIn(purse, coin), total]);
  return { ...purse, ...Object.fromEntries(totals) };
}

function checkFunds({ party_funds: funds = {} }: UpdateGameStateInput): void {
  const coins = Object.keys(funds);
  const twice = coins.find((coin, at) =>
    coins.some((one, other) => other < at && coinKey(one) === coinKey(coin)),
  );
  if (twice === undefined) return;
  throw invalid(
    'arguments_contradict',
    `\`party_funds\` names the coin ${JSON.stringify(twice)} twice.`,
    'Pass one total for each coin. Upper and lower case are the same coin. Nothing was written.',
    { fields: [{ field: 'party_funds', problem: 'names one coin twice' }] },
  );
}

function nextState(before: GameState, input: UpdateGameStateInput): GameState {
  const flags = Object.entries({ ...before.flags, ...input.flags }).filter(([, value]) => value !== null);
  const isOver = input.in_combat === false;
  return {
    ...before,
    location: input.location ?? before.location,
    in_game_date: input.in_game_date ?? before.in_game_date,
    in_combat: input.in_combat ?? before.in_combat,
    initiative: input.initiative ?? (isOver ? [] : before.initiative),
    current_turn: input.current_turn ?? (isOver ? null : before.current_turn),
    round: isOver ? 0 : input.in_combat === true ? Math.max(1, before.round) : before.round,
    party_funds: fundsAfter(before.party_funds, input.party_funds ?? {}),
    flags: Object.fromEntries(flags) as GameState['flags'],
  };
}

/** Players see where the party is, so they learn the name of a hidden place as with a public move. */
async function findRevealed(finder: EntityFinder, { location }: GameState) {
  if (location === null) return undefined;
  const place = await finder.findExact(['location'], location);
  if (place === undefined || !isKind('location')(place)) return undefined;
  const known = withNameKnown(place);
  const patch = patchOf(place.id, flatten(place), flatten(known));
  return patch === undefined ? undefined : { place: known, patch };
}

export async function updateGameState(deps: ProjectDeps, caller: Caller, given: UpdateGameStateInput) {
  checkFight(given);
  checkFunds(given);
  const { content: input } = await cleanInput(deps, given);
  return retryOnConflict(async () => {
    const { now } = await readTime(deps);
    const campaign = await loadCampaign(deps, caller, input);
    checkVersion(campaign, input.expected_version);
    const finder = new EntityFinder(deps, campaign);
    const state = await resolveNames(finder, nextState(campaign.state, input), mapStateNames);
    const revealed = input.location === undefined ? undefined : await findRevealed(finder, state);
    const patches = [patchOf('state', { ...campaign.state }, { ...state }), revealed?.patch].filter(
      (patch) => patch !== undefined,
    );
    if (patches.length === 0) return { state, version: campaign.version, isChanged: false };
    const change = campaignChange(
      campaign,
      { ...campaign, state, updatedAt: now },
      {
        event: 'campaign.changed',
        entities: revealed === undefined ? [] : [{ ...revealed.place, updatedAt: now }],
        patches,
      },
    );
    await deps.store.ledger.commit([change]);
    return { state, version: change.campaign.version, isChanged: true };
  });
}
