import type { Campaign } from '../../domain/campaign/campaign.ts';
import type { Entity, EntityKind } from '../../domain/campaign/entity.ts';
import { entityNotFound } from '../../domain/campaign/entity-not-found.ts';
import { lineTo } from '../../domain/campaign/lineage.ts';
import { onLine } from '../../domain/campaign/names-borne.ts';
import { entityKey } from '../../domain/campaign/new-entity.ts';
import { type NextStep, nextStep } from '../../domain/next-step.ts';
import { allInOrder } from '../../lib/all-in-order.ts';
import { nearest } from '../../lib/nearest.ts';
import type { CampaignSection } from '../choices.ts';
import type { Deps } from '../deps.ts';
import { NamesAlike } from './names-alike.ts';

const MOST_NAMES = 500;
/** Nobody mistypes a name this long; comparing long ones with each other takes seconds. */
const LONGEST_GUESSED = 200;

/** Names that may have been meant. */
export const namesNear = async (
  deps: Pick<Deps, 'store'>,
  campaignId: string,
  kind: EntityKind,
  name: string,
): Promise<readonly string[]> =>
  name.length > LONGEST_GUESSED
    ? []
    : nearest(name, await deps.store.campaigns.listNames(campaignId, kind, MOST_NAMES));

/** The step that lists what the campaign has of a kind; the section of each kind is its plural. */
export const listStep = (campaignId: string, kind: EntityKind): NextStep => {
  const section: CampaignSection = `${kind}s`;
  return nextStep('campaign.show', { campaign: campaignId, section });
};

export const unknownEntity = async (
  deps: Pick<Deps, 'store'>,
  campaignId: string,
  kinds: readonly EntityKind[],
  name: string,
  field: string,
) =>
  entityNotFound(
    kinds,
    name,
    field,
    (await Promise.all(kinds.map((kind) => namesNear(deps, campaignId, kind, name)))).flat(),
    'Pass a name that the campaign has. Nothing was written.',
    kinds.map((kind) => listStep(campaignId, kind)),
  );

/** Where the line being played is. */
export type Played = Pick<Campaign, 'id' | 'branchId' | 'turn'>;

export const lineOf = async (deps: Pick<Deps, 'store'>, { id, branchId, turn }: Played) =>
  lineTo(await deps.store.campaigns.listBranches(id), branchId, turn);

async function findBearer(
  deps: Pick<Deps, 'store'>,
  { id }: Played,
  kind: EntityKind,
  name: string,
): Promise<Entity | undefined> {
  const [bearer] = await deps.store.campaigns.findNamed(id, kind, [entityKey(name)]);
  return bearer;
}

/** Whoever bore the name last on the line being played. */
export async function findFormerBearer(
  deps: Pick<Deps, 'store'>,
  campaign: Played,
  kind: EntityKind,
  name: string,
): Promise<Entity | undefined> {
  const former = await deps.store.campaigns.listFormerBearers(campaign.id, kind, entityKey(name));
  return former.length === 0 ? undefined : onLine(await lineOf(deps, campaign), former).at(-1)?.entity;
}

/** Whom a name means that may be of several kinds: whoever has it, whoever had it, else whoever has a name like it. */
export async function findMeant(
  deps: Pick<Deps, 'store'>,
  campaign: Played,
  kinds: readonly EntityKind[],
  name: string,
  names = new NamesAlike(deps, campaign.id),
): Promise<Entity | undefined> {
  for (const find of [findBearer, findFormerBearer]) {
    for (const kind of kinds) {
      const found = await find(deps, campaign, kind, name);
      if (found !== undefined) return found;
    }
  }
  for (const kind of kinds) {
    const alike = await names.find(kind, name);
    if (alike !== undefined) return findBearer(deps, campaign, kind, alike);
  }
  return undefined;
}

/** Names become ids, so that they may change; an unknown one is a mistake. */
export async function characterIds(
  deps: Pick<Deps, 'store'>,
  campaign: Played,
  names: readonly string[],
): Promise<readonly string[]> {
  const alike = new NamesAlike(deps, campaign.id);
  const find = async (name: string): Promise<string> => {
    const found = await findMeant(deps, campaign, ['character'], name, alike);
    if (found === undefined) throw await unknownEntity(deps, campaign.id, ['character'], name, 'private_to');
    return found.id;
  };
  return [...new Set(await allInOrder(names.map(find)))];
}
