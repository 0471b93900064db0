import { type Branch, type Campaign, NEW_GAME } from '../../campaign/domain/campaign.ts';
import {
  type Entity,
  type EntityKind,
  type FieldsOf,
  NEW_FIELDS,
  type Visibility,
} from '../../campaign/domain/entity.ts';
import type { CampaignEvent, EventType } from '../../campaign/domain/event.ts';
import type { FormerName, NameChange } from '../../campaign/domain/name-history.ts';
import type { Fields, StoredPatch } from '../../campaign/domain/patch.ts';
import { DAMAGED_TEXT } from '../../domain/damage.ts';
import type { Row } from './driver.ts';
import { bodyOf, textOrNull } from './rows.ts';
import { listIn, objectIn } from './stored-json.ts';

type CampaignBody = Pick<Campaign, 'description' | 'dmName' | 'setting' | 'rules'>;

export const DAMAGED_CAMPAIGN: CampaignBody = {
  description: DAMAGED_TEXT,
  dmName: null,
  setting: null,
  rules: { system: 'unknown' },
};

export const campaignBody = (campaign: Campaign): string => bodyOf<CampaignBody>(campaign, DAMAGED_CAMPAIGN);

/** The name is that of the project. */
export const campaignFrom = (row: Row): Campaign => ({
  ...objectIn(row.body, DAMAGED_CAMPAIGN),
  id: String(row.project_id),
  name: String(row.name),
  state: objectIn(row.state, NEW_GAME),
  branchId: String(row.branch_id),
  turn: Number(row.turn),
  createdAt: String(row.created_at),
  updatedAt: String(row.updated_at),
  version: Number(row.version),
});

export const branchFrom = (row: Row): Branch => ({
  id: String(row.id),
  campaignId: String(row.project_id),
  parentId: textOrNull(row.parent_id),
  forkedAt: Number(row.forked_at),
  headTurn: Number(row.head_turn),
  reason: textOrNull(row.reason),
  createdAt: String(row.created_at),
});

export const DAMAGED_FIELDS: { readonly [Kind in EntityKind]: FieldsOf[Kind] } = {
  character: { ...NEW_FIELDS.character, notes: DAMAGED_TEXT },
  npc: { ...NEW_FIELDS.npc, status: 'unknown', known: DAMAGED_TEXT },
  location: { ...NEW_FIELDS.location, description: DAMAGED_TEXT },
  quest: { ...NEW_FIELDS.quest, description: DAMAGED_TEXT },
  item: { ...NEW_FIELDS.item, description: DAMAGED_TEXT },
  faction: { ...NEW_FIELDS.faction, description: DAMAGED_TEXT },
  thread: { ...NEW_FIELDS.thread, description: DAMAGED_TEXT },
};

export const entityFrom = (row: Row): Entity => ({
  id: String(row.id),
  campaignId: String(row.project_id),
  kind: String(row.kind) as EntityKind,
  name: String(row.name),
  fields: objectIn(row.fields, DAMAGED_FIELDS[String(row.kind) as EntityKind]),
  visibility: String(row.visibility) as Visibility,
  private_to: listIn(row.private_to),
  isRemoved: Number(row.is_removed) === 1,
  createdAt: String(row.created_at),
  updatedAt: String(row.updated_at),
});

export const positionFrom = (row: Row) => ({
  branchId: String(row.branch_id),
  turn: Number(row.turn),
  number: Number(row.number),
  at: String(row.at),
});

export const formerNameFrom = (row: Row): FormerName => ({
  id: String(row.target),
  name: String(row.name),
  ...positionFrom(row),
});

/** Of a damaged patch only its position is known. */
export function patchFrom(row: Row): StoredPatch {
  const [before, after] = [objectIn(row.before, null), objectIn(row.after, null)] as (Fields | null)[];
  const place = { ...positionFrom(row), target: String(row.target) };
  return before && after ? { ...place, before, after } : { ...place, before: {}, after: {}, isDamaged: true };
}

export const nameChangeFrom = (row: Row): NameChange => ({
  ...positionFrom(row),
  id: String(row.target),
  name: textOrNull(row.name) ?? undefined,
  visibility: (textOrNull(row.visibility) ?? undefined) as Visibility | undefined,
  private_to: row.private_to === null ? undefined : listIn(row.private_to),
});

/** A damaged private event is visible to the game master only, because `private_to` is lost. */
const DAMAGED_EVENT = {
  private_to: [],
  title: null,
  description: DAMAGED_TEXT,
  narration: null,
  context: null,
  actor: null,
  characters: [],
  location: null,
  tags: [],
  rolls: [],
  effects: [],
  inGameDate: null,
  occurredAt: null,
} satisfies Partial<CampaignEvent>;
type EventBody = Pick<CampaignEvent, keyof typeof DAMAGED_EVENT>;

export const eventBody = (event: CampaignEvent): string => bodyOf<EventBody>(event, DAMAGED_EVENT);

/** Older events have no context. */
export const eventFrom = (row: Row): CampaignEvent => ({
  context: null,
  ...objectIn<Omit<EventBody, 'context'> & Partial<EventBody>>(row.body, DAMAGED_EVENT),
  id: String(row.id),
  campaignId: String(row.project_id),
  branchId: String(row.branch_id),
  turn: Number(row.turn),
  isTurn: Number(row.is_turn) === 1,
  sessionId: textOrNull(row.session_id),
  type: String(row.type) as EventType,
  importance: Number(row.importance),
  visibility: String(row.visibility) as Visibility,
  at: String(row.at),
});
