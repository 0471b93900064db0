import type { StoreDeps } from '../../app/deps.ts';
import { conflict } from '../../domain/error.ts';
import { derivedId } from '../../domain/id.ts';
import { type NextStep, nextStep } from '../../domain/next-step.ts';
import { allInOrder } from '../../lib/concurrency.ts';
import { nearest } from '../../lib/nearest.ts';
import type { Campaign } from '../domain/campaign.ts';
import { type Entity, type EntityKind, NEW_FIELDS } from '../domain/entity.ts';
import { entityNotFound } from '../domain/entity-not-found.ts';
import { lineageOf } from '../domain/lineage.ts';
import { inLineageOrder } from '../domain/name-history.ts';
import { entityKey, looseName } from '../domain/name-key.ts';
import type { CampaignSection } from '../domain/sections.ts';

type ByKey = ReadonlyMap<string, readonly string[]>;

/** Finds names by their loose key. The names of a kind are read once, even by concurrent lookups. */
export class LooseNameIndex {
  readonly #deps: StoreDeps;
  readonly #campaignId: string;
  readonly #isLenient: boolean;
  readonly #byKind = new Map<EntityKind, Promise<ByKey>>();

  /** `isLenient`: an ambiguous name finds nothing instead of being refused. */
  constructor(deps: StoreDeps, campaignId: string, isLenient = false) {
    this.#deps = deps;
    this.#campaignId = campaignId;
    this.#isLenient = isLenient;
  }

  async list(kind: EntityKind, name: string): Promise<readonly string[]> {
    return (await this.#namesOf(kind)).get(looseName(name)) ?? [];
  }

  async find(kind: EntityKind, name: string): Promise<string | undefined> {
    const alike = await this.list(kind, name);
    if (alike.length <= 1) return alike[0];
    if (this.#isLenient) return undefined;
    throw conflict(
      'entity_ambiguous',
      `${JSON.stringify(name.slice(0, 200))} could mean the ${kind} ${alike.map((one) => JSON.stringify(one)).join(' or ')}.`,
      'Pass the exact name; nothing was written.',
      { allowed: alike },
    );
  }

  #namesOf(kind: EntityKind): Promise<ByKey> {
    const known = this.#byKind.get(kind) ?? this.#readNames(kind);
    this.#byKind.set(kind, known);
    return known;
  }

  async #readNames(kind: EntityKind): Promise<ByKey> {
    const names = await this.#deps.store.campaigns.listNames(this.#campaignId, kind, Number.MAX_SAFE_INTEGER);
    const byKey = new Map<string, string[]>();
    for (const name of names) {
      const key = looseName(name);
      byKey.set(key, [...(byKey.get(key) ?? []), name]);
    }
    return byKey;
  }
}

const MAX_NAMES = 500;
/** Comparing longer names takes seconds. */
const MAX_GUESSED_LENGTH = 200;

export const findSimilarNames = async (
  deps: StoreDeps,
  campaignId: string,
  kind: EntityKind,
  name: string,
): Promise<readonly string[]> =>
  name.length > MAX_GUESSED_LENGTH
    ? []
    : nearest(name, await deps.store.campaigns.listNames(campaignId, kind, MAX_NAMES));

/** The section of each kind is its plural. */
export const listStep = (campaignId: string, kind: EntityKind): NextStep => {
  const section: CampaignSection = `${kind}s`;
  return nextStep('campaign.show', { campaign: campaignId, section });
};

export const unknownEntity = async (
  deps: StoreDeps,
  campaignId: string,
  kinds: readonly EntityKind[],
  name: string,
  field: string,
) =>
  entityNotFound(
    kinds,
    name,
    field,
    (await Promise.all(kinds.map((kind) => findSimilarNames(deps, campaignId, kind, name)))).flat(),
    'Pass a name that the campaign has. Nothing was written.',
    kinds.map((kind) => listStep(campaignId, kind)),
  );

/** The current branch and turn. */
export type PlayPosition = Pick<Campaign, 'id' | 'branchId' | 'turn'>;

export const loadLineage = async (deps: StoreDeps, { id, branchId, turn }: PlayPosition) =>
  lineageOf(await deps.store.campaigns.listBranches(id), branchId, turn);

async function findCurrentHolder(
  deps: StoreDeps,
  { id }: PlayPosition,
  kind: EntityKind,
  name: string,
): Promise<Entity | undefined> {
  const [bearer] = await deps.store.campaigns.findNamed(id, kind, [entityKey(name)]);
  return bearer;
}

/** The entity that had the name last in the current lineage. */
export async function findFormerHolder(
  deps: StoreDeps,
  campaign: PlayPosition,
  kind: EntityKind,
  name: string,
): Promise<Entity | undefined> {
  const former = await deps.store.campaigns.listFormerHolders(campaign.id, kind, entityKey(name));
  return former.length === 0
    ? undefined
    : inLineageOrder(await loadLineage(deps, campaign), former).at(-1)?.entity;
}

/** The entity that has the name, else the one that had it, else the one with a similar name. */
export async function findByName(
  deps: StoreDeps,
  campaign: PlayPosition,
  kinds: readonly EntityKind[],
  name: string,
  names = new LooseNameIndex(deps, campaign.id),
): Promise<Entity | undefined> {
  for (const find of [findCurrentHolder, findFormerHolder]) {
    for (const kind of kinds) {
      const found = await find(deps, campaign, kind, name);
      if (found !== undefined) return found;
    }
  }
  for (const kind of kinds) {
    const alike = await names.find(kind, name);
    if (alike !== undefined) return findCurrentHolder(deps, campaign, kind, alike);
  }
  return undefined;
}

/** Ids survive a rename. An unknown name is refused. */
export async function characterIds(
  deps: StoreDeps,
  campaign: PlayPosition,
  names: readonly string[],
): Promise<readonly string[]> {
  const alike = new LooseNameIndex(deps, campaign.id);
  const find = async (name: string): Promise<string> => {
    const found = await findByName(deps, campaign, ['character'], name, alike);
    if (found === undefined) throw await unknownEntity(deps, campaign.id, ['character'], name, 'private_to');
    return found.id;
  };
  return [...new Set(await allInOrder(names.map(find)))];
}

/** A former name may be reused by another entity, which needs another id. */
async function newId(deps: StoreDeps, campaign: Campaign, kind: EntityKind, name: string): Promise<string> {
  for (let count = 0; ; count += 1) {
    const id = derivedId('ent', campaign.id, kind, entityKey(name), campaign.branchId, String(count));
    if ((await deps.store.campaigns.findEntities([id])).length === 0) return id;
  }
}

export const createEntity = async (
  deps: StoreDeps,
  campaign: Campaign,
  kind: EntityKind,
  name: string,
  now: string,
): Promise<Entity> => ({
  id: await newId(deps, campaign, kind, name),
  campaignId: campaign.id,
  kind,
  name,
  fields: kind === 'thread' ? { ...NEW_FIELDS.thread, since_turn: campaign.turn } : NEW_FIELDS[kind],
  visibility: 'public',
  private_to: [],
  isRemoved: false,
  createdAt: now,
  updatedAt: now,
});
