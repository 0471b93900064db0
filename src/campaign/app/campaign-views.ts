import type { Branch, Campaign } from '../domain/campaign.ts';
import type { Entity } from '../domain/entity.ts';
import type { CampaignEvent } from '../domain/event.ts';
import { branchRow, campaignRow, entityRow } from '../domain/export/campaign-file.ts';

export const entityView = (entity: Entity) => ({
  ...entityRow(entity),
  fields: entity.fields as unknown as Readonly<Record<string, unknown>>,
});

export type EntityView = ReturnType<typeof entityView>;

export const partyMember = ({ id, name, fields }: Entity<'character'>) => ({
  character_id: id,
  character_name: name,
  character_class: fields.classes.map((one) => one.name).join('/') || null,
  level: fields.classes.reduce((sum, { level }) => sum + level, 0),
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

export function campaignView(campaign: Campaign) {
  const { id, name, description, dm_name, setting, rules, state, ...row } = campaignRow(campaign);
  return { campaign_id: id, name, description, dm_name, setting, rules, game_state: state, ...row };
}

export function branchView(branch: Branch, current: string) {
  const { created_at, ...row } = branchRow(branch);
  return { ...row, is_current: branch.id === current, created_at };
}

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
