import type { Branch, Campaign } from '../domain/campaign.ts';
import type { CharacterFields, Entity } from '../domain/entity.ts';
import type { CampaignEvent } from '../domain/event.ts';

export const entityView = (entity: Entity) => ({
  id: entity.id,
  kind: entity.kind,
  name: entity.name,
  fields: entity.fields as unknown as Readonly<Record<string, unknown>>,
  visibility: entity.visibility,
  private_to: entity.private_to,
  is_removed: entity.isRemoved,
  created_at: entity.createdAt,
  updated_at: entity.updatedAt,
});

export type EntityView = ReturnType<typeof entityView>;

export const levelOf = ({ classes }: CharacterFields): number =>
  classes.reduce((sum, { level }) => sum + level, 0);

export const partyMember = ({ id, name, fields }: Entity<'character'>) => ({
  character_id: id,
  character_name: name,
  character_class: fields.classes.map((one) => one.name).join('/') || null,
  level: levelOf(fields),
  hit_points: fields.hit_points,
  conditions: fields.conditions,
  role: fields.role,
  player: fields.player,
});

export type PartyMember = ReturnType<typeof partyMember>;

export const questView = ({ id, name, fields }: Entity<'quest'>) => ({
  id,
  title: name,
  status: fields.status,
  giver: fields.giver,
  objectives: fields.objectives,
});

export const campaignView = (campaign: Campaign) => ({
  campaign_id: campaign.id,
  name: campaign.name,
  description: campaign.description,
  dm_name: campaign.dmName,
  setting: campaign.setting,
  rules: campaign.rules,
  game_state: campaign.state,
  branch: campaign.branchId,
  turn: campaign.turn,
  version: campaign.version,
  created_at: campaign.createdAt,
  updated_at: campaign.updatedAt,
});

export const branchView = (branch: Branch, current: string) => ({
  id: branch.id,
  parent: branch.parentId,
  forked_at: branch.forkedAt,
  last_turn: branch.headTurn,
  reason: branch.reason,
  is_current: branch.id === current,
  created_at: branch.createdAt,
});

export const eventView = (event: CampaignEvent) => ({
  id: event.id,
  turn: event.turn,
  is_turn: event.isTurn,
  event_type: event.type,
  title: event.title,
  description: event.description,
  narration: event.narration,
  context: event.context,
  actor: event.actor,
  characters_involved: event.characters,
  location: event.location,
  importance: event.importance,
  tags: event.tags,
  rolls: event.rolls,
  effects: event.effects.map(({ private_to: _, ...effect }) => effect),
  visibility: event.visibility,
  in_game_date: event.inGameDate,
  occurred_at: event.occurredAt,
  at: event.at,
  session_id: event.sessionId,
  branch: event.branchId,
});

export type EventView = ReturnType<typeof eventView>;
