import type { StoreDeps } from '../../app/deps.ts';
import { conflict } from '../../domain/error.ts';
import { derivedId } from '../../domain/id.ts';
import { type NextStep, nextStep } from '../../domain/next-step.ts';
import { allInOrder } from '../../lib/concurrency.ts';
import { groupBy } from '../../lib/lists.ts';
import { nearest } from '../../lib/nearest.ts';
import { type AudienceFilter, createAudienceFilter } from '../domain/audience-filter.ts';
import { type Campaign, lineageOf } from '../domain/campaign.ts';
import {
  ENTITY_KINDS,
  type Entity,
  type EntityKind,
  entityNotFound,
  NEW_FIELDS,
  type VisibleTo,
} from '../domain/entity.ts';
import { inLineageOrder, type NameHistory, namesOnOtherBranches } from '../domain/name-history.ts';
import { entityKey, looseName } from '../domain/name-key.ts';
import {
  type Audience,
  DM,
  isKind,
  PARTY,
  type VisibilityInput,
  visibilityOf,
} from '../domain/visibility.ts';
import type { CampaignReader } from '../ports/campaign-store.ts';

type Kinds = readonly EntityKind[];

const MAX_NAMES = 500;
/** Comparing longer names takes seconds. */
const MAX_GUESSED_LENGTH = 200;

export const listStep = (campaignId: string, kind: EntityKind): NextStep =>
  nextStep('campaign.show', { campaign: campaignId, section: `${kind}s` });

export type PlayPosition = Pick<Campaign, 'id' | 'branchId' | 'turn'>;

export const loadLineage = async (deps: StoreDeps, { id, branchId, turn }: PlayPosition) =>
  lineageOf(await deps.store.campaigns.listBranches(id), branchId, turn);

/** Finds the entities of one campaign by name. Create one per call: it remembers the names that it has read. */
export class EntityFinder {
  readonly #deps: StoreDeps;
  readonly #campaign: PlayPosition;
  readonly #namesByKind = new Map<EntityKind, Promise<ReadonlyMap<string, readonly string[]>>>();

  constructor(deps: StoreDeps, campaign: PlayPosition) {
    this.#deps = deps;
    this.#campaign = campaign;
  }

  get #store(): CampaignReader {
    return this.#deps.store.campaigns;
  }

  async findExact(kinds: Kinds, name: string): Promise<Entity | undefined> {
    for (const kind of kinds) {
      const [found] = await this.#store.findNamed(this.#campaign.id, kind, [entityKey(name)]);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async findFormerHolder(kinds: Kinds, name: string): Promise<Entity | undefined> {
    for (const kind of kinds) {
      const former = await this.#store.listFormerHolders(this.#campaign.id, kind, entityKey(name));
      if (former.length === 0) continue;
      const last = inLineageOrder(await loadLineage(this.#deps, this.#campaign), former).at(-1);
      if (last !== undefined) return last.entity;
    }
    return undefined;
  }

  /** The entity that has the name, else the one that had it, else the one with a similar name. */
  async find(kinds: Kinds, name: string, { isLenient = false } = {}): Promise<Entity | undefined> {
    const found = (await this.findExact(kinds, name)) ?? (await this.findFormerHolder(kinds, name));
    if (found !== undefined) return found;
    for (const kind of kinds) {
      const similar = await this.listLooselyEqual(kind, name);
      if (similar.length > 1 && !isLenient) throw ambiguousName(kind, name, similar);
      if (similar.length === 1) return this.findExact([kind], String(similar[0]));
    }
    return undefined;
  }

  async get(kinds: Kinds, name: string, field: string): Promise<Entity> {
    const found = await this.find(kinds, name);
    if (found === undefined) throw await this.unknownEntity(kinds, name, field);
    return found;
  }

  /** Names that differ only in letter case, width, spacing or a leading article. The names of a kind are read once. */
  async listLooselyEqual(kind: EntityKind, name: string): Promise<readonly string[]> {
    const names = this.#namesByKind.get(kind) ?? this.#readNames(kind);
    this.#namesByKind.set(kind, names);
    return (await names).get(looseName(name)) ?? [];
  }

  async #readNames(kind: EntityKind): Promise<ReadonlyMap<string, readonly string[]>> {
    const names = await this.#store.listNames(this.#campaign.id, kind, Number.MAX_SAFE_INTEGER);
    return groupBy(names, looseName);
  }

  async listSimilar(kind: EntityKind, name: string): Promise<readonly string[]> {
    if (name.length > MAX_GUESSED_LENGTH) return [];
    return nearest(name, await this.#store.listNames(this.#campaign.id, kind, MAX_NAMES));
  }

  async unknownEntity(kinds: Kinds, name: string, field: string) {
    const similar = await Promise.all(kinds.map((kind) => this.listSimilar(kind, name)));
    const hint = 'Pass a name that the campaign has. Nothing was written.';
    const next = kinds.map((kind) => listStep(this.#campaign.id, kind));
    return entityNotFound(kinds, name, field, similar.flat(), hint, next);
  }

  /** true is the party, a name is the player of that character, anything else is the game master. */
  async getAudience(asPlayer: boolean | string | undefined, field = 'as_player'): Promise<Audience> {
    if (asPlayer === undefined || asPlayer === false) return DM;
    if (asPlayer === true) return PARTY;
    const { id, name } = await this.get(['character'], asPlayer, field);
    return { kind: 'character', id, name };
  }

  /** Values that the call does not pass stay the same. Characters are stored by id, which survives a rename. */
  async getVisibility(given: VisibilityInput, before: VisibleTo = { visibility: 'public', private_to: [] }) {
    const visibility = visibilityOf(given, before.visibility);
    if (visibility !== 'private') return { visibility, private_to: [] };
    if (given.private_to === undefined) return { visibility, private_to: before.private_to };
    const named = given.private_to.map((name) => this.get(['character'], name, 'private_to'));
    return { visibility, private_to: [...new Set((await allInOrder(named)).map(({ id }) => id))] };
  }

  async createEntity(kind: EntityKind, name: string, now: string): Promise<Entity> {
    const { id: campaignId, turn } = this.#campaign;
    return {
      id: await this.#newId(kind, name),
      campaignId,
      kind,
      name,
      fields: kind === 'thread' ? { ...NEW_FIELDS.thread, since_turn: turn } : NEW_FIELDS[kind],
      visibility: 'public',
      private_to: [],
      isRemoved: false,
      createdAt: now,
      updatedAt: now,
    };
  }

  /** A former name may be reused by another entity, which needs another id. */
  async #newId(kind: EntityKind, name: string): Promise<string> {
    const { id: campaignId, branchId } = this.#campaign;
    for (let count = 0; ; count += 1) {
      const id = derivedId('ent', campaignId, kind, entityKey(name), branchId, String(count));
      if ((await this.#store.findEntities([id])).length === 0) return id;
    }
  }
}

const ambiguousName = (kind: EntityKind, name: string, similar: readonly string[]) =>
  conflict(
    'entity_ambiguous',
    `${JSON.stringify(name.slice(0, 200))} could mean the ${kind} ${similar.map((one) => JSON.stringify(one)).join(' or ')}.`,
    'Pass the exact name; nothing was written.',
    { allowed: similar },
  );

export const loadNameHistory = async (deps: StoreDeps, campaign: PlayPosition): Promise<NameHistory> => ({
  lineage: await loadLineage(deps, campaign),
  formerNames: await deps.store.campaigns.listFormerNames(campaign.id),
});

/** Renamed entities, and those that now have one of the former names or one of `names`. */
export async function listEntitiesInNameHistory(
  { store: { campaigns } }: StoreDeps,
  { id }: PlayPosition,
  { formerNames }: NameHistory,
  names: readonly string[] = [],
): Promise<readonly Entity[]> {
  const found = [...(await campaigns.findEntities([...new Set(formerNames.map((one) => one.id))]))];
  const keys = [...new Set([...formerNames.map(({ name }) => name), ...names].map(entityKey))];
  for (const kind of ENTITY_KINDS) found.push(...(await campaigns.findNamed(id, kind, keys)));
  return found;
}

/** For players, hiding needs all entities. For the game master renamed ones are enough, unless mentions are searched. */
export async function loadAudienceFilter(
  deps: StoreDeps,
  campaign: PlayPosition,
  audience: Audience,
  { findsMentions = false } = {},
): Promise<AudienceFilter> {
  const { campaigns } = deps.store;
  const past = await loadNameHistory(deps, campaign);
  if (audience.kind === 'dm' && !findsMentions)
    return createAudienceFilter(audience, await listEntitiesInNameHistory(deps, campaign, past), past);
  const entities = await campaigns.listEveryEntity(campaign.id);
  const branches = audience.kind === 'dm' ? [] : await campaigns.listBranches(campaign.id);
  if (branches.length <= 1) return createAudienceFilter(audience, entities, past);
  const changes = await campaigns.listNameChanges(campaign.id);
  const elsewhere = namesOnOtherBranches(branches, past.lineage, changes);
  return createAudienceFilter(audience, entities, past, elsewhere);
}

const PAGE = 500;

export async function listAllEntities(
  deps: StoreDeps,
  campaign: PlayPosition,
  kinds: readonly EntityKind[],
  audience: Audience,
): Promise<readonly Entity[]> {
  const filter = await loadAudienceFilter(deps, campaign, audience);
  const all: Entity[] = [];
  for (let after = 0; ; ) {
    const page = await deps.store.campaigns.listEntities(campaign.id, kinds, PAGE, after);
    all.push(...page.flatMap(({ entity }) => filter.entity(entity) ?? []));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return all;
    after = last.seq;
  }
}

export const listParty = async (deps: StoreDeps, campaign: PlayPosition, audience: Audience) =>
  (await listAllEntities(deps, campaign, ['character'], audience)).filter(isKind('character'));
