import type { Instant } from '../../instant.ts';
import type { Branch, Campaign } from '../campaign.ts';
import type { Entity } from '../entity.ts';
import type { CampaignEvent } from '../event.ts';
import type { Audience } from '../visible.ts';
import type { CampaignCopy, KeptPatch, WholeCampaign } from './campaign-copy.ts';
import { type NoteRow, type SessionRow, sittingRows } from './sitting-rows.ts';

export const FILE_FORMAT = 'throughline-campaign';
export const FILE_VERSION = 2;
/** Without sittings, notes, and what a narrator keeps with a turn. */
export const FIRST_FILE_VERSION = 1;

const campaignRow = (campaign: Campaign) => ({
  id: campaign.id,
  name: campaign.name,
  description: campaign.description,
  dm_name: campaign.dmName,
  setting: campaign.setting,
  rules: campaign.rules,
  state: campaign.state,
  branch: campaign.branchId,
  turn: campaign.turn,
  version: campaign.version,
  created_at: campaign.createdAt,
  updated_at: campaign.updatedAt,
});

const branchRow = (branch: Branch) => ({
  id: branch.id,
  parent: branch.parentId,
  forked_at: branch.forkedAt,
  last_turn: branch.headTurn,
  reason: branch.reason,
  created_at: branch.createdAt,
});

const entityRow = (entity: Entity) => ({
  id: entity.id,
  kind: entity.kind,
  name: entity.name,
  fields: entity.fields,
  visibility: entity.visibility,
  private_to: entity.private_to,
  is_removed: entity.isRemoved,
  created_at: entity.createdAt,
  updated_at: entity.updatedAt,
});

const patchRow = (patch: KeptPatch) => ({
  branch: patch.branchId,
  turn: patch.turn,
  number: patch.number,
  target: patch.target,
  before: patch.before,
  after: patch.after,
  at: patch.at,
});

const eventRow = (event: CampaignEvent) => ({
  id: event.id,
  branch: event.branchId,
  turn: event.turn,
  is_turn: event.isTurn,
  session_id: event.sessionId,
  event_type: event.type,
  title: event.title,
  description: event.description,
  narration: event.narration,
  context: event.context,
  actor: event.actor,
  characters: event.characters,
  location: event.location,
  importance: event.importance,
  tags: event.tags,
  rolls: event.rolls,
  effects: event.effects,
  visibility: event.visibility,
  private_to: event.private_to,
  in_game_date: event.inGameDate,
  occurred_at: event.occurredAt,
  at: event.at,
});

export type CampaignRow = ReturnType<typeof campaignRow>;
export type BranchRow = ReturnType<typeof branchRow>;
export type EntityRow = ReturnType<typeof entityRow>;
export type PatchRow = ReturnType<typeof patchRow>;
export type EventRow = ReturnType<typeof eventRow>;

export interface CampaignFile {
  readonly format: typeof FILE_FORMAT;
  readonly format_version: typeof FILE_VERSION;
  readonly is_partial: boolean;
  readonly exported_at: Instant;
  readonly campaign: CampaignRow;
  readonly branches: readonly BranchRow[];
  readonly entities: readonly EntityRow[];
  readonly patches: readonly PatchRow[];
  readonly events: readonly EventRow[];
  readonly sessions: readonly SessionRow[];
  readonly notes: readonly NoteRow[];
}

const headOf = (isPartial: boolean, at: Instant) => ({
  format: FILE_FORMAT as typeof FILE_FORMAT,
  format_version: FILE_VERSION as typeof FILE_VERSION,
  is_partial: isPartial,
  exported_at: at,
});

/** An item of a list on each line, so that two exports can be compared line by line. */
function renderJson(file: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(file).map(([key, value]) => {
    if (!Array.isArray(value) || value.length === 0)
      return `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
    return `${JSON.stringify(key)}: [\n${value.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]`;
  });
  return `{\n${parts.join(',\n')}\n}\n`;
}

/** The whole campaign without loss. */
export const renderWhole = (whole: WholeCampaign, at: Instant): string =>
  renderJson({
    ...headOf(false, at),
    campaign: campaignRow(whole.campaign),
    branches: whole.branches.map(branchRow),
    entities: whole.entities.map(entityRow),
    patches: whole.patches.map(patchRow),
    events: whole.events.map(eventRow),
    ...sittingRows(whole.sittings),
  } satisfies CampaignFile);

/** What an audience may see. How it came about, and what was played and undone, is the game master's. */
export function renderPart(copy: CampaignCopy, audience: Audience, at: Instant): string {
  const { branch: _, ...campaign } = campaignRow(copy.campaign);
  return renderJson({
    ...headOf(true, at),
    seen_by: audience.kind === 'character' ? audience.name : 'the party',
    campaign,
    entities: copy.entities.map(entityRow),
    events: copy.events.map(eventRow).map(({ branch: _branch, context: _context, ...event }) => event),
    ...sittingRows(copy.sittings),
  });
}
