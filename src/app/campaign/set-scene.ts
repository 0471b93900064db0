import type { Told } from '../../domain/campaign/apply-changes.ts';
import type { Campaign } from '../../domain/campaign/campaign.ts';
import type { Change } from '../../domain/campaign/change.ts';
import type { Entity, EntityKind } from '../../domain/campaign/entity.ts';
import { MAX_REPEATED_NAME } from '../../domain/campaign/entity-not-found.ts';
import { entityKey } from '../../domain/campaign/new-entity.ts';
import { Scene } from '../../domain/campaign/scene.ts';
import { conflict } from '../../domain/error.ts';
import { nextStep } from '../../domain/next-step.ts';
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

/** Who is hurt, by the name that a change says. */
async function findBodies(
  deps: Pick<Deps, 'store'>,
  campaign: Campaign,
  changes: readonly Change[],
): Promise<ReadonlyMap<string, Entity>> {
  const bodies = new Map<string, Entity>();
  const names = new NamesAlike(deps, campaign.id);
  for (const [index, change] of changes.entries()) {
    if (change.kind !== 'hit_points' && change.kind !== 'condition') continue;
    await refuseTwoBodies(deps, campaign, change.character, `changes[${index}].character`);
    const found = await findMeant(deps, campaign, BODIES, change.character, names);
    if (found !== undefined) bodies.set(entityKey(change.character), found);
  }
  return bodies;
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
  const known = new Map([...bodies.values()].map((one) => [one.id, one]));
  const made = new Map<string, Entity>();
  const near = new Map<string, readonly string[]>();
  const seen = new Set<string>();
  const here = await findHere(deps, campaign, changes);
  if (here !== undefined) known.set(here.id, here);
  for (const one of namesIn(changes)) {
    const wanted = `${one.kinds} ${entityKey(one.name)}`;
    if (seen.has(wanted)) continue;
    seen.add(wanted);
    const found = await findFirst(deps, campaign, one);
    if (found !== undefined) {
      known.set(found.id, found);
      continue;
    }
    for (const kind of one.kinds) {
      const key = keyOf(kind, one.name);
      if (kind === 'location' || kind === 'thread')
        made.set(key, await bornEntity(deps, campaign, kind, one.name, now));
      if (kind !== 'location') near.set(key, await namesNear(deps, campaign.id, kind, one.name));
    }
  }
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
