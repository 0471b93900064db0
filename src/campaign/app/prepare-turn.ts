import { conflict } from '../../domain/error.ts';
import { derivedId } from '../../domain/id.ts';
import { nextStep } from '../../domain/next-step.ts';
import { allInOrder } from '../../lib/concurrency.ts';
import type { Campaign } from '../domain/campaign.ts';
import type { TurnContext } from '../domain/changes/apply-changes.ts';
import type { Change } from '../domain/changes/change.ts';
import {
  CREATURES,
  type Entity,
  type EntityKind,
  MAX_REPEATED_NAME,
  type VisibleTo,
} from '../domain/entity.ts';
import type { CampaignEvent, Effect, EventType } from '../domain/event.ts';
import { entityKey } from '../domain/name-key.ts';
import { TurnDraft } from '../domain/turn-draft.ts';
import type { EntityFinder } from './find-entity.ts';

type Kinds = readonly EntityKind[];

/** The field of each change that names an entity, and what it may name, most likely first. */
const NAMED_BY: Partial<Record<Change['kind'], readonly [field: string, kinds: Kinds]>> = {
  hit_points: ['character', CREATURES],
  condition: ['character', CREATURES],
  item: ['character', CREATURES],
  slot: ['character', CREATURES],
  quest: ['quest', ['quest']],
  place: ['location', ['location']],
  npc: ['npc', ['npc', 'character']],
  thread: ['thread', ['thread']],
};

const keyOf = (kinds: Kinds | EntityKind, name: string) => `${kinds} ${entityKey(name)}`;

function namesIn(changes: readonly Change[]) {
  const byKey = new Map<string, { readonly kinds: Kinds; readonly name: string }>();
  for (const change of changes) {
    const [field, kinds] = NAMED_BY[change.kind] ?? [];
    if (field === undefined || kinds === undefined) continue;
    const name = String(change[field as keyof Change]);
    if (!byKey.has(keyOf(kinds, name))) byKey.set(keyOf(kinds, name), { kinds, name });
  }
  return [...byKey.values()];
}

/** A character and an NPC may have the same name, but damage must not reach the wrong one. */
async function refuseAmbiguousCreature(finder: EntityFinder, name: string, field: string): Promise<void> {
  const found = await Promise.all(CREATURES.map((kind) => finder.findExact([kind], name)));
  const creatures = found.filter((one) => one !== undefined);
  if (creatures.length < 2) return;
  throw conflict(
    'entity_ambiguous',
    `${JSON.stringify(name.slice(0, MAX_REPEATED_NAME))} is the name of ${creatures.map((one) => `the ${one.kind} ${one.id}`).join(' and of ')}.`,
    'Give one of them another name: pass its `id` and a new `name`. Nothing was written.',
    {
      fields: [{ field, problem: 'could mean either of them' }],
      allowed: creatures.map((one) => one.id),
      next: [nextStep('entity.save', { kind: 'npc' })],
    },
  );
}

async function findCreatures(finder: EntityFinder, changes: readonly Change[]) {
  const firstFields = new Map<string, string>();
  for (const [index, change] of changes.entries())
    if ((change.kind === 'hit_points' || change.kind === 'condition') && !firstFields.has(change.character))
      firstFields.set(change.character, `changes[${index}].character`);
  const find = async ([name, field]: readonly [string, string]) => {
    await refuseAmbiguousCreature(finder, name, field);
    const found = await finder.find(CREATURES, name);
    return found === undefined ? [] : [[entityKey(name), found] as const];
  };
  return new Map((await allInOrder([...firstFields].map(find))).flat());
}

export async function loadTurnDraft(
  finder: EntityFinder,
  { state }: Campaign,
  changes: readonly Change[],
  now: string,
) {
  const creatures = await findCreatures(finder, changes);
  const created = new Map<string, Entity>();
  const similar = new Map<string, readonly string[]>();
  const lookUp = async ({ kinds, name }: { kinds: Kinds; name: string }): Promise<Entity | undefined> => {
    const found = await finder.findExact(kinds, name);
    if (found !== undefined) return found;
    const prepare = async (kind: EntityKind) => {
      if (kind === 'location' || kind === 'thread')
        created.set(keyOf(kind, name), await finder.createEntity(kind, name, now));
      if (kind !== 'location') similar.set(keyOf(kind, name), await finder.listSimilar(kind, name));
    };
    await Promise.all(kinds.map(prepare));
    return undefined;
  };
  // What players see of a move depends on both places, so the current one is loaded too.
  const isMove = state.location !== null && changes.some(({ kind }) => kind === 'place');
  const [here, found] = await Promise.all([
    isMove ? finder.findExact(['location'], String(state.location)) : undefined,
    Promise.all(namesIn(changes).map(lookUp)),
  ]);
  const all = [...creatures.values(), here, ...found].filter((one) => one !== undefined);
  const known = [...new Map(all.map((one) => [one.id, one])).values()];
  const lookups: Pick<TurnContext, 'similarNames' | 'createEntity' | 'creatureId'> = {
    creatureId: (name) => creatures.get(entityKey(name))?.id,
    similarNames: (kind, name) => similar.get(keyOf(kind, name)) ?? [],
    createEntity: (kind, name) => {
      const entity = created.get(keyOf(kind, name));
      if (entity === undefined) throw new Error(`${kind} ${name} was not prepared`);
      return entity;
    },
  };
  return { draft: new TurnDraft(state, known), known, lookups };
}

const EVENT_OF: Partial<Record<Change['kind'], EventType>> = {
  combat: 'combat',
  quest: 'quest',
  place: 'exploration',
  npc: 'social',
};

function typeOf({ state }: Campaign, changes: readonly Change[]): EventType {
  if (state.in_combat) return 'combat';
  // The type of a turn must not reveal its hidden changes.
  const open = changes.filter(({ visibility = 'public' }) => visibility === 'public');
  return open.map(({ kind }) => EVENT_OF[kind]).find((type) => type !== undefined) ?? 'roleplay';
}

const IMPORTANT: readonly Effect['kind'][] = ['death', 'quest', 'thread'];

type PlayedTurn = Pick<
  CampaignEvent,
  'turn' | 'description' | 'narration' | 'context' | 'actor' | 'rolls' | 'sessionId' | 'at' | keyof VisibleTo
> &
  Partial<Pick<CampaignEvent, 'importance'>>;

/** `campaign` is as it was before the turn; `known` are the entities that the turn names and that existed before it. */
export function turnEvent(
  played: PlayedTurn,
  campaign: Campaign,
  changes: readonly Change[],
  known: readonly Entity[],
  { state, effects }: TurnDraft,
): CampaignEvent {
  const { turn, actor, visibility } = played;
  const characters = known.filter(({ kind }) => kind === 'character').map(({ name }) => name);
  const isImportant = effects.some((one) => IMPORTANT.includes(one.kind) && one.visibility === visibility);
  return {
    ...played,
    id: derivedId('evt', campaign.id, campaign.branchId, String(turn)),
    campaignId: campaign.id,
    branchId: campaign.branchId,
    isTurn: true,
    type: typeOf(campaign, changes),
    title: null,
    characters: [...new Set(actor === null ? characters : [actor, ...characters])],
    location: state.location,
    importance: played.importance ?? (isImportant ? 4 : 3),
    tags: [],
    effects,
    inGameDate: state.in_game_date,
    occurredAt: null,
  };
}

/** The turn in the history of its session, which does not show hidden turns. */
export const sessionTurnText = ({
  turn,
  actor,
  description,
  visibility,
}: Pick<CampaignEvent, 'turn' | 'actor' | 'description' | 'visibility'>) =>
  visibility === 'public'
    ? { who: actor, what: description }
    : { who: null, what: `Turn ${turn}, not visible to everyone.` };
