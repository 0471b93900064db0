import type { StoredPatch } from '../../app/ports/campaign-reader.ts';
import type { Branch, Campaign } from '../../domain/campaign/campaign.ts';
import type { Entity, EntityKind, FieldsOf, Visibility } from '../../domain/campaign/entity.ts';
import type { CampaignEvent, EventType } from '../../domain/campaign/event.ts';
import { NEW_GAME } from '../../domain/campaign/game-state.ts';
import type { Showing } from '../../domain/campaign/names-elsewhere.ts';
import { NEW_FIELDS } from '../../domain/campaign/new-entity.ts';
import type { Fields } from '../../domain/campaign/patch.ts';
import { DAMAGED_TEXT } from '../../domain/damage.ts';
import type { Row } from './driver.ts';
import { textOrNull } from './rows.ts';
import { listIn, objectIn } from './stored-json.ts';

type CampaignBody = Pick<Campaign, 'description' | 'dmName' | 'setting' | 'rules'>;

export const campaignBody = ({ description, dmName, setting, rules }: Campaign): string =>
  JSON.stringify({ description, dmName, setting, rules } satisfies CampaignBody);

/** What stands for a body that cannot be read any more. */
export const DAMAGED_CAMPAIGN: CampaignBody = {
  description: DAMAGED_TEXT,
  dmName: null,
  setting: null,
  rules: { system: 'unknown' },
};

/** Its name is that of its project. */
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

/** What stands for fields that cannot be read any more. */
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

/** Where in the game a patch belongs. */
export const placeFrom = (row: Row) => ({
  branchId: String(row.branch_id),
  turn: Number(row.turn),
  number: Number(row.number),
  at: String(row.at),
});

/** Of a patch that cannot be read any more only its place is known. */
export function patchFrom(row: Row): StoredPatch {
  const [before, after] = [objectIn(row.before, null), objectIn(row.after, null)] as (Fields | null)[];
  const place = { ...placeFrom(row), target: String(row.target) };
  return before && after ? { ...place, before, after } : { ...place, before: {}, after: {}, isDamaged: true };
}

export const showingFrom = (row: Row): Showing => ({
  ...placeFrom(row),
  id: String(row.target),
  name: textOrNull(row.name) ?? undefined,
  visibility: (textOrNull(row.visibility) ?? undefined) as Visibility | undefined,
  private_to: row.private_to === null ? undefined : listIn(row.private_to),
});

type EventColumn =
  | 'id'
  | 'campaignId'
  | 'branchId'
  | 'turn'
  | 'isTurn'
  | 'sessionId'
  | 'type'
  | 'importance'
  | 'visibility'
  | 'at';
type EventBody = Omit<CampaignEvent, EventColumn>;

export function eventBody(event: CampaignEvent): string {
  const { id, campaignId, branchId, turn, isTurn, sessionId, type, importance, visibility, at, ...body } =
    event;
  return JSON.stringify(body satisfies EventBody);
}

/** Nobody but the game master sees a private one whose list of those who may is gone. */
const DAMAGED_EVENT: EventBody = {
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
};

/** Events from before the narrator's context was kept have none. */
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
