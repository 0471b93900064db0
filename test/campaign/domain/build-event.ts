import type {
  CharacterFields,
  Entity,
  EntityKind,
  FieldsOf,
  LocationFields,
  NpcFields,
  QuestFields,
  ThreadFields,
  VisibleTo,
} from '../../../src/campaign/domain/entity.ts';
import type { CampaignEvent, Effect, RolledDice } from '../../../src/campaign/domain/event.ts';

export const PUBLIC: VisibleTo = { visibility: 'public', private_to: [] };
export const DM_ONLY: VisibleTo = { visibility: 'dm_only', private_to: [] };
export const privateTo = (...ids: string[]): VisibleTo => ({ visibility: 'private', private_to: ids });

const AT = '2026-11-14T19:00:00.000Z';

export const anEvent = (over: Partial<CampaignEvent> = {}): CampaignEvent => ({
  ...PUBLIC,
  id: 'evt_1',
  campaignId: 'camp',
  branchId: 'main',
  turn: 1,
  isTurn: true,
  sessionId: 'ses_1',
  type: 'exploration',
  title: null,
  description: 'I look around.',
  narration: null,
  context: null,
  actor: null,
  characters: [],
  location: null,
  importance: 3,
  tags: [],
  rolls: [],
  effects: [],
  inGameDate: null,
  occurredAt: null,
  at: AT,
  ...over,
});

type WithoutSeen<Each> = Each extends Effect ? Omit<Each, keyof VisibleTo> : never;

export const effect = (change: WithoutSeen<Effect>, seen: VisibleTo = PUBLIC): Effect =>
  ({ ...seen, ...change }) as Effect;

export const hp = (who: string, from: number, to: number, max: number): Effect =>
  effect({ kind: 'hit_points', who, from, to, max });

export const d20 = (face: number, bonus: number, label: string | null = null): RolledDice => ({
  label,
  notation: `1d20+${bonus}`,
  total: face + bonus,
  detail: `1d20 [${face}] + ${bonus}`,
});

export const anEntity = <Kind extends EntityKind>(
  kind: Kind,
  name: string,
  fields: FieldsOf[Kind],
  over: Partial<Entity<Kind>> = {},
): Entity<Kind> => ({
  ...PUBLIC,
  id: `${kind}_${name.toLowerCase().replace(/[^a-z]+/g, '_')}`,
  campaignId: 'camp',
  kind,
  name,
  fields,
  isRemoved: false,
  createdAt: AT,
  updatedAt: AT,
  ...over,
});

export const characterFields = (over: Partial<CharacterFields> = {}): CharacterFields => ({
  role: 'player',
  player: null,
  race: null,
  classes: [],
  abilities: {},
  hit_points: { current: 10, max: 10, temporary: 0 },
  conditions: [],
  slots: {},
  inventory: [],
  notes: null,
  secret_notes: null,
  ...over,
});

export const npcFields = (over: Partial<NpcFields> = {}): NpcFields => ({
  status: 'alive',
  location: null,
  faction: null,
  attitude: null,
  known: null,
  truth: null,
  ...over,
});

export const locationFields = (over: Partial<LocationFields> = {}): LocationFields => ({
  description: null,
  secret: null,
  is_visited: true,
  connections: [],
  ...over,
});

export const questFields = (over: Partial<QuestFields> = {}): QuestFields => ({
  status: 'active',
  giver: null,
  description: null,
  reward: null,
  secret: null,
  objectives: [],
  history: [],
  ...over,
});

export const threadFields = (over: Partial<ThreadFields> = {}): ThreadFields => ({
  status: 'open',
  description: null,
  since_turn: 1,
  resolution: null,
  secret: null,
  ...over,
});
