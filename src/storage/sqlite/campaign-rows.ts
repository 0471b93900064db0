import type { Branch, Campaign } from '../../domain/campaign/campaign.ts';
import type { Entity, EntityKind, Visibility } from '../../domain/campaign/entity.ts';
import type { CampaignEvent, EventType } from '../../domain/campaign/event.ts';
import type { Showing } from '../../domain/campaign/names-elsewhere.ts';
import type { Row } from './driver.ts';
import { parsed, textOrNull } from './rows.ts';

type CampaignBody = Pick<Campaign, 'description' | 'dmName' | 'setting' | 'rules'>;

export const campaignBody = ({ description, dmName, setting, rules }: Campaign): string =>
  JSON.stringify({ description, dmName, setting, rules } satisfies CampaignBody);

/** Its name is that of its project. */
export const campaignFrom = (row: Row): Campaign => ({
  ...parsed<CampaignBody>(row.body),
  id: String(row.project_id),
  name: String(row.name),
  state: parsed(row.state),
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

export const entityFrom = (row: Row): Entity => ({
  id: String(row.id),
  campaignId: String(row.project_id),
  kind: String(row.kind) as EntityKind,
  name: String(row.name),
  fields: parsed(row.fields),
  visibility: String(row.visibility) as Visibility,
  private_to: parsed(row.private_to),
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

export const showingFrom = (row: Row): Showing => ({
  ...placeFrom(row),
  id: String(row.target),
  name: textOrNull(row.name) ?? undefined,
  visibility: (textOrNull(row.visibility) ?? undefined) as Visibility | undefined,
  private_to: row.private_to === null ? undefined : parsed(row.private_to),
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

/** Events from before the narrator's context was kept have none. */
export const eventFrom = (row: Row): CampaignEvent => ({
  context: null,
  ...parsed<Omit<EventBody, 'context'> & Partial<EventBody>>(row.body),
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
