import type { Told } from '../../domain/campaign/apply-changes.ts';
import type { Campaign } from '../../domain/campaign/campaign.ts';
import type { Change } from '../../domain/campaign/change.ts';
import type { Entity, EntityKind } from '../../domain/campaign/entity.ts';
import { MAX_REPEATED_NAME } from '../../domain/campaign/entity-not-found.ts';
import { entityKey } from '../../domain/campaign/new-entity.ts';
import { Scene } from '../../domain/campaign/scene.ts';
import { conflict } from '../../domain/error.ts';
import { nextStep } from '../../domain/next-step.ts';
import { allInOrder } from '../../lib/all-in-order.ts';
import type { Deps } from '../deps.ts';
import { bornEntity } from './born-entity.ts';
import { findMeant, namesNear } from './find-entity.ts';
import { NamesAlike } from './names-alike.ts';

const BODIES: readonly EntityKind[] = ['character', 'npc'];

interface Named {
  /** The likeliest first. */
  readonly kinds: readonly EntityKind[];
  readonly name: string;
}

/** What each kind of change names. */
function namesIn(changes: readonly Change[]): readonly Named[] {
  return changes.flatMap((change): Named[] => {
    switch (change.kind) {
      case 'hit_points':
      case 'condition':
      case 'item':
      case 'slot':
        return [{ kinds: BODIES, name: change.character }];
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

/** A character and an NPC may have one name, but damage to one of them must not reach the other. */
async function refuseTwoBodies(
  deps: Pick<Deps, 'store'>,
  { id }: Campaign,
  name: string,
  field: string,
): Promise<void> {
  const { campaigns } = deps.store;
  const found = await Promise.all(BODIES.map((kind) => campaigns.findNamed(id, kind, [entityKey(name)])));
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

/** The names of those who are hurt, each with the field that names it first. */
function hurtNames(changes: readonly Change[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [index, change] of changes.entries()) {
    if (change.kind !== 'hit_points' && change.kind !== 'condition') continue;
    if (!fields.has(change.character)) fields.set(change.character, `changes[${index}].character`);
  }
  return fields;
}

/** Who is hurt, by the name that a change says. */
async function findBodies(
  deps: Pick<Deps, 'store'>,
  campaign: Campaign,
  changes: readonly Change[],
): Promise<ReadonlyMap<string, Entity>> {
  const names = new NamesAlike(deps, campaign.id);
  const find = async ([name, field]: readonly [string, string]) => {
    await refuseTwoBodies(deps, campaign, name, field);
    const found = await findMeant(deps, campaign, BODIES, name, names);
    return found === undefined ? [] : [[entityKey(name), found] as const];
  };
  return new Map((await allInOrder([...hurtNames(changes)].map(find))).flat());
}

const keyOf = (kind: EntityKind, name: string) => `${kind} ${entityKey(name)}`;

async function findFirst(
  deps: Pick<Deps, 'store'>,
  { id }: Campaign,
  { kinds, name }: Named,
): Promise<Entity | undefined> {
  for (const kind of kinds) {
    const [found] = await deps.store.campaigns.findNamed(id, kind, [entityKey(name)]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Where the party is, for a turn that moves it: what players see of a move depends on both places. */
const findHere = async (deps: Pick<Deps, 'store'>, campaign: Campaign, changes: readonly Change[]) =>
  campaign.state.location === null || !changes.some(({ kind }) => kind === 'place')
    ? undefined
    : findFirst(deps, campaign, { kinds: ['location'], name: campaign.state.location });

/** What a name means: an entity that exists, or else what may come into being under the name, and names that are near it. */
interface Sought {
  readonly found?: Entity;
  readonly made: readonly (readonly [key: string, Entity])[];
  readonly near: readonly (readonly [key: string, readonly string[]])[];
}

async function seek(
  deps: Pick<Deps, 'store'>,
  campaign: Campaign,
  named: Named,
  now: string,
): Promise<Sought> {
  const found = await findFirst(deps, campaign, named);
  if (found !== undefined) return { found, made: [], near: [] };
  const { kinds, name } = named;
  const [made, near] = await Promise.all([
    Promise.all(
      kinds
        .filter((kind) => kind === 'location' || kind === 'thread')
        .map(async (kind) => [keyOf(kind, name), await bornEntity(deps, campaign, kind, name, now)] as const),
    ),
    Promise.all(
      kinds
        .filter((kind) => kind !== 'location')
        .map(async (kind) => [keyOf(kind, name), await namesNear(deps, campaign.id, kind, name)] as const),
    ),
  ]);
  return { made, near };
}

/** Each name once for the same kinds, as it is spelled first. */
function distinct(named: readonly Named[]): readonly Named[] {
  const byKey = new Map<string, Named>();
  for (const one of named) {
    const key = `${one.kinds} ${entityKey(one.name)}`;
    if (!byKey.has(key)) byKey.set(key, one);
  }
  return [...byKey.values()];
}

export interface SetScene extends Pick<Told, 'near' | 'make' | 'bodyId'> {
  readonly scene: Scene;
  /** Those that the turn names or leaves and that were there before it. */
  readonly known: readonly Entity[];
}

/** All that a turn's changes name: what there is, what may come into being, and for what there is not, what was meant. */
export async function setScene(
  deps: Pick<Deps, 'store'>,
  campaign: Campaign,
  changes: readonly Change[],
  now: string,
): Promise<SetScene> {
  const bodies = await findBodies(deps, campaign, changes);
  const [here, sought] = await Promise.all([
    findHere(deps, campaign, changes),
    Promise.all(distinct(namesIn(changes)).map((one) => seek(deps, campaign, one, now))),
  ]);
  const all = [...bodies.values(), here, ...sought.map(({ found }) => found)];
  const known = new Map(all.filter((one) => one !== undefined).map((one) => [one.id, one]));
  const made = new Map(sought.flatMap((one) => one.made));
  const near = new Map(sought.flatMap((one) => one.near));
  return {
    scene: new Scene(campaign.state, [...known.values()]),
    known: [...known.values()],
    bodyId: (name) => bodies.get(entityKey(name))?.id,
    near: (kind, name) => near.get(keyOf(kind, name)) ?? [],
    make: (kind, name) => {
      const entity = made.get(keyOf(kind, name));
      if (entity === undefined) throw new Error(`${kind} ${name} was not made ready`);
      return entity;
    },
  };
}
