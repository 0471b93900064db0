import type { Campaign } from '../../domain/campaign/campaign.ts';
import { flatten } from '../../domain/campaign/flat-entity.ts';
import type { GameState } from '../../domain/campaign/game-state.ts';
import { withNameKnown } from '../../domain/campaign/known-place.ts';
import { entityKey } from '../../domain/campaign/new-entity.ts';
import { patchOf } from '../../domain/campaign/patch.ts';
import { coinIn, coinKey, onePurse, type Purse } from '../../domain/campaign/purse.ts';
import { isKind } from '../../domain/campaign/visible.ts';
import { invalid } from '../../domain/error.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { momentOf } from '../moment.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { campaignChange, checkVersion } from './campaign-change.ts';
import { cleanDeep } from './clean-deep.ts';
import { type CampaignTarget, loadCampaign } from './load-campaign.ts';
import { sayState } from './say-names.ts';

type Needs = Pick<Deps, 'clock' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store'>;

export interface UpdateGameStateInput extends CampaignTarget {
  readonly location?: string | undefined;
  readonly in_game_date?: string | undefined;
  readonly in_combat?: boolean | undefined;
  readonly initiative?: GameState['initiative'] | undefined;
  readonly current_turn?: string | undefined;
  readonly party_funds?: GameState['party_funds'] | undefined;
  /** null takes a flag away. */
  readonly flags?: Readonly<Record<string, string | number | boolean | null>> | undefined;
  readonly expected_version?: number | undefined;
}

export interface UpdatedState {
  readonly state: GameState;
  readonly version: number;
  readonly isChanged: boolean;
}

/** What a fight has, where it is over. */
function checkFight({ in_combat, initiative = [], current_turn }: UpdateGameStateInput): void {
  if (in_combat !== false || (initiative.length === 0 && current_turn === undefined)) return;
  const field = initiative.length === 0 ? 'current_turn' : 'initiative';
  throw invalid(
    'arguments_contradict',
    `\`in_combat\` false ends the fight, but \`${field}\` is of one that goes on.`,
    `Leave out \`${field}\`, or \`in_combat\`. Nothing was written.`,
    { fields: [{ field, problem: 'cannot go with in_combat false' }] },
  );
}

/** Totals by coin, however a coin is spelled. */
function fundsAfter(before: Purse, given: Purse): Purse {
  const purse = onePurse(before);
  const totals = Object.entries(given).map(([coin, total]) => [coinIn(purse, coin), total]);
  return { ...purse, ...Object.fromEntries(totals) };
}

/** Two totals for one coin contradict each other. */
function checkFunds({ party_funds: funds = {} }: UpdateGameStateInput): void {
  const coins = Object.keys(funds);
  const twice = coins.find((coin, at) =>
    coins.some((one, other) => other < at && coinKey(one) === coinKey(coin)),
  );
  if (twice === undefined) return;
  throw invalid(
    'arguments_contradict',
    `\`party_funds\` names the coin ${JSON.stringify(twice)} twice.`,
    'Pass one total for each coin; letter case does not tell coins apart. Nothing was written.',
    { fields: [{ field: 'party_funds', problem: 'names one coin twice' }] },
  );
}

function next(before: GameState, input: UpdateGameStateInput): GameState {
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

/** The players see where the party is, so they learn the name of a hidden place, as with a public move. */
async function findRevealed(deps: Pick<Deps, 'store'>, { id }: Campaign, { location }: GameState) {
  if (location === null) return undefined;
  const [place] = await deps.store.campaigns.findNamed(id, 'location', [entityKey(location)]);
  if (place === undefined || !isKind('location')(place)) return undefined;
  const known = withNameKnown(place);
  const patch = patchOf(place.id, flatten(place), flatten(known));
  return patch === undefined ? undefined : { place: known, patch };
}

/** Set where the game stands, outside of any turn. */
export async function updateGameState(
  deps: Needs,
  caller: Caller,
  given: UpdateGameStateInput,
): Promise<UpdatedState> {
  checkFight(given);
  checkFunds(given);
  const { content: input } = await cleanDeep(deps, given);
  return retryOnConflict(async () => {
    const { now } = await momentOf(deps);
    const campaign = await loadCampaign(deps, caller, input);
    checkVersion(campaign, input.expected_version);
    const state = await sayState(deps, campaign, next(campaign.state, input));
    const revealed = input.location === undefined ? undefined : await findRevealed(deps, campaign, state);
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
