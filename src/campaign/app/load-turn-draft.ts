import type { StoreDeps } from '../../app/deps.ts';
import { conflict } from '../../domain/error.ts';
import { nextStep } from '../../domain/next-step.ts';
import { allInOrder } from '../../lib/concurrency.ts';
import type { Campaign } from '../domain/campaign.ts';
import type { TurnContext } from '../domain/changes/apply-changes.ts';
import type { Change } from '../domain/changes/change.ts';
import type { Entity, EntityKind } from '../domain/entity.ts';
import { MAX_REPEATED_NAME } from '../domain/entity-not-found.ts';
import { entityKey } from '../domain/name-key.ts';
import { TurnDraft } from '../domain/turn-draft.ts';
import { createEntity, findByName, findSimilarNames, LooseNameIndex } from './find-entity.ts';

const CREATURE_KINDS: readonly EntityKind[] = ['character', 'npc'];

interface NameReference {
  /** Most likely first. */
  readonly kinds: readonly EntityKind[];
  readonly name: string;
}

function namesIn(changes: readonly Change[]): readonly NameReference[] {
  return changes.flatMap((change): NameReference[] => {
    switch (change.kind) {
      case 'hit_points':
      case 'condition':
      case 'item':
      case 'slot':
        return [{ kinds: CREATURE_KINDS, name: change.character }];
      case 'quest':
        return [{ kinds: ['quest'], name: change.quest }];
      case 'place':
        return [{ kinds: ['location'], name: change.location }];
      case 'npc':
        return [{ kinds: ['npc', 'character'], name: change.npc }];
      case 'thread':
        return [{ kinds: ['thread'], name: change.thread }];
      default:
        return [];
    }
  });
}

/** A character and an NPC may have the same name, but damage must not reach the wrong one. */
async function refuseAmbiguousCreature(
  deps: StoreDeps,
  { id }: Campaign,
  name: string,
  field: string,
): Promise<void> {
  const { campaigns } = deps.store;
  const found = await Promise.all(
    CREATURE_KINDS.map((kind) => campaigns.findNamed(id, kind, [entityKey(name)])),
  );
  const bodies = found.flat();
  if (bodies.length < 2) return;
  throw conflict(
    'entity_ambiguous',
    `${JSON.stringify(name.slice(0, MAX_REPEATED_NAME))} is the name of ${bodies.map((one) => `the ${one.kind} ${one.id}`).join(' and of ')}.`,
    'Give one of them another name: pass its `id` and a new `name`. Nothing was written.',
    {
      fields: [{ field, problem: 'could mean either of them' }],
      allowed: bodies.map((one) => one.id),
      next: [nextStep('entity.save', { kind: 'npc' })],
    },
  );
}

/** Names of harmed creatures, each with the first field that has it. */
function harmedNames(changes: readonly Change[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [index, change] of changes.entries()) {
    if (change.kind !== 'hit_points' && change.kind !== 'condition') continue;
    if (!fields.has(change.character)) fields.set(change.character, `changes[${index}].character`);
  }
  return fields;
}

/** By name key. */
async function findCreatures(
  deps: StoreDeps,
  campaign: Campaign,
  changes: readonly Change[],
): Promise<ReadonlyMap<string, Entity>> {
  const names = new LooseNameIndex(deps, campaign.id);
  const find = async ([name, field]: readonly [string, string]) => {
    await refuseAmbiguousCreature(deps, campaign, name, field);
    const found = await findByName(deps, campaign, CREATURE_KINDS, name, names);
    return found === undefined ? [] : [[entityKey(name), found] as const];
  };
  return new Map((await allInOrder([...harmedNames(changes)].map(find))).flat());
}

const keyOf = (kind: EntityKind, name: string) => `${kind} ${entityKey(name)}`;

async function findFirst(
  deps: StoreDeps,
  { id }: Campaign,
  { kinds, name }: NameReference,
): Promise<Entity | undefined> {
  for (const kind of kinds) {
    const [found] = await deps.store.campaigns.findNamed(id, kind, [entityKey(name)]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What players see of a move depends on both places, so the current one is loaded too. */
const findCurrentPlace = async (deps: StoreDeps, campaign: Campaign, changes: readonly Change[]) =>
  campaign.state.location === null || !changes.some(({ kind }) => kind === 'place')
    ? undefined
    : findFirst(deps, campaign, { kinds: ['location'], name: campaign.state.location });

/** The entity of a name, or else entities that the turn may create and similar names. */
interface LookupResult {
  readonly found?: Entity;
  readonly made: readonly (readonly [key: string, Entity])[];
  readonly near: readonly (readonly [key: string, readonly string[]])[];
}

async function lookUp(
  deps: StoreDeps,
  campaign: Campaign,
  named: NameReference,
  now: string,
): Promise<LookupResult> {
  const found = await findFirst(deps, campaign, named);
  if (found !== undefined) return { found, made: [], near: [] };
  const { kinds, name } = named;
  const [made, near] = await Promise.all([
    Promise.all(
      kinds
        .filter((kind) => kind === 'location' || kind === 'thread')
        .map(
          async (kind) => [keyOf(kind, name), await createEntity(deps, campaign, kind, name, now)] as const,
        ),
    ),
    Promise.all(
      kinds
        .filter((kind) => kind !== 'location')
        .map(
          async (kind) => [keyOf(kind, name), await findSimilarNames(deps, campaign.id, kind, name)] as const,
        ),
    ),
  ]);
  return { made, near };
}

/** Each name once per list of kinds, in its first spelling. */
function distinctNames(named: readonly NameReference[]): readonly NameReference[] {
  const byKey = new Map<string, NameReference>();
  for (const one of named) {
    const key = `${one.kinds} ${entityKey(one.name)}`;
    if (!byKey.has(key)) byKey.set(key, one);
  }
  return [...byKey.values()];
}

export interface LoadedTurn extends Pick<TurnContext, 'similarNames' | 'createEntity' | 'creatureId'> {
  readonly draft: TurnDraft;
  /** Existing entities that the turn names or leaves. */
  readonly known: readonly Entity[];
}

/** Loads everything that the changes of a turn name. */
export async function loadTurnDraft(
  deps: StoreDeps,
  campaign: Campaign,
  changes: readonly Change[],
  now: string,
): Promise<LoadedTurn> {
  const bodies = await findCreatures(deps, campaign, changes);
  const [here, sought] = await Promise.all([
    findCurrentPlace(deps, campaign, changes),
    Promise.all(distinctNames(namesIn(changes)).map((one) => lookUp(deps, campaign, one, now))),
  ]);
  const all = [...bodies.values(), here, ...sought.map(({ found }) => found)];
  const known = new Map(all.filter((one) => one !== undefined).map((one) => [one.id, one]));
  const made = new Map(sought.flatMap((one) => one.made));
  const near = new Map(sought.flatMap((one) => one.near));
  return {
    draft: new TurnDraft(campaign.state, [...known.values()]),
    known: [...known.values()],
    creatureId: (name) => bodies.get(entityKey(name))?.id,
    similarNames: (kind, name) => near.get(keyOf(kind, name)) ?? [],
    createEntity: (kind, name) => {
      const entity = made.get(keyOf(kind, name));
      if (entity === undefined) throw new Error(`${kind} ${name} was not made ready`);
      return entity;
    },
  };
}
