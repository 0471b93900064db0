import { digestOf } from '../../../domain/id.ts';
import type { Instant } from '../../../domain/instant.ts';
import { type Note, noteFields } from '../../../domain/note/note.ts';
import { snakeKeys } from '../../../lib/key-case.ts';
import type { Branch, Campaign } from '../campaign.ts';
import type { Entity } from '../entity.ts';
import type { CampaignEvent } from '../event.ts';
import type { StoredPatch } from '../patch.ts';
import type { Audience } from '../visibility.ts';
import type { CampaignCopy, ExportedSession, WholeCampaign } from './campaign-copy.ts';

/** Without anything about the machine that the session ran on. */
const sessionRow = (session: ExportedSession, index: number) => ({
  id: session.id,
  number: index + 1,
  title: session.title,
  agent: session.agent,
  status: session.status,
  started_at: session.startedAt,
  heard_at: session.lastSeenAt,
  paused_at: session.pausedAt,
  ended_at: session.endedAt,
  closed_at: session.closedAt,
  active_ms: session.activeMs,
  predecessor_id: session.predecessorId,
  successor_id: session.successorId,
  closing: session.closing,
  handoff: session.handoff && snakeKeys(session.handoff),
});

const noteRow = (note: Note) => ({
  id: note.id,
  session_id: note.sessionId,
  session_number: note.sessionNumber,
  ...noteFields(note),
  occurred_at: note.occurredAt,
  version: note.version,
  created_at: note.createdAt,
  updated_at: note.updatedAt,
});

export type SessionRow = ReturnType<typeof sessionRow>;
export type NoteRow = ReturnType<typeof noteRow>;

const sessionRows = (sessions: readonly ExportedSession[]) => ({
  sessions: sessions.map(sessionRow),
  notes: sessions.flatMap(({ notes }) => notes.map(noteRow)),
});

export const FILE_FORMAT = 'throughline-campaign';
export const FILE_VERSION = 2;
/** This version had no sessions, no notes and no context of events. */
export const FIRST_FILE_VERSION = 1;

export const campaignRow = (campaign: Campaign) => ({
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

export const branchRow = (branch: Branch) => ({
  id: branch.id,
  parent: branch.parentId,
  forked_at: branch.forkedAt,
  last_turn: branch.headTurn,
  reason: branch.reason,
  created_at: branch.createdAt,
});

export const entityRow = ({ campaignId: _, ...entity }: Entity) => snakeKeys(entity);

const patchRow = (patch: StoredPatch) => ({
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

export type BranchRow = ReturnType<typeof branchRow>;
export type EntityRow = ReturnType<typeof entityRow>;
export type PatchRow = ReturnType<typeof patchRow>;
export type EventRow = ReturnType<typeof eventRow>;

type RowList = 'branches' | 'entities' | 'patches' | 'events' | 'sessions' | 'notes';

export const countRows = (rows: Readonly<Record<RowList, readonly unknown[]>>) => ({
  branches: rows.branches.length,
  entities: rows.entities.length,
  patches: rows.patches.length,
  events: rows.events.length,
  sessions: rows.sessions.length,
  notes: rows.notes.length,
});

const headOf = (isPartial: boolean, at: Instant) => ({
  format: FILE_FORMAT as typeof FILE_FORMAT,
  format_version: FILE_VERSION as typeof FILE_VERSION,
  is_partial: isPartial,
  exported_at: at,
});

/** Writes one list item per line, so that two exports can be compared line by line. */
function renderJson(file: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(file).map(([key, value]) => {
    if (!Array.isArray(value) || value.length === 0)
      return `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
    return `${JSON.stringify(key)}: [\n${value.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]`;
  });
  return `{\n${parts.join(',\n')}\n}\n`;
}

const fullExport = (whole: WholeCampaign, at: Instant) => ({
  ...headOf(false, at),
  campaign: campaignRow(whole.campaign),
  branches: whole.branches.map(branchRow),
  entities: whole.entities.map(entityRow),
  patches: whole.patches.map(patchRow),
  events: whole.events.map(eventRow),
  ...sessionRows(whole.sessions),
});

export type CampaignFile = ReturnType<typeof fullExport>;

export const renderFullExport = (whole: WholeCampaign, at: Instant): string =>
  renderJson(fullExport(whole, at));

/** What an audience may see. Patches and other branches are for the game master only. */
export function renderPartialExport(copy: CampaignCopy, audience: Audience, at: Instant): string {
  const { branch: _, ...campaign } = campaignRow(copy.campaign);
  return renderJson({
    ...headOf(true, at),
    seen_by: audience.kind === 'character' ? audience.name : 'the party',
    campaign,
    entities: copy.entities.map(entityRow),
    events: copy.events.map(eventRow).map(({ branch: _branch, context: _context, ...event }) => event),
    ...sessionRows(copy.sessions),
  });
}

const MAX_SLUG = 40;
/** Two such parts and the suffix of a temporary file stay below 255 bytes. */
const MAX_SLUG_BYTES = 80;
const HASH_LENGTH = 10;

function slugOf(name: string): string {
  const plain = name
    .slice(0, 1_000)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  let slug = '';
  for (const one of [...plain].slice(0, MAX_SLUG))
    if (Buffer.byteLength(slug + one) <= MAX_SLUG_BYTES) slug += one;
    else break;
  return slug.replace(/^-+|-+$/g, '');
}

/** The hash separates names that have the same slug or none. */
const safeName = (name: string, ...hashed: readonly string[]): string =>
  [slugOf(name), digestOf(hashed.join(' ')).slice('sha256:'.length, 'sha256:'.length + HASH_LENGTH)]
    .filter((part) => part !== '')
    .join('-');

/** Without extension. A partial export never overwrites a full one. */
export function exportName({ id, name, createdAt }: Campaign, audience: Audience): string {
  // Campaigns of the same name have the same id in two stores, but not the same time of creation.
  const base = safeName(name, id, createdAt);
  if (audience.kind === 'character') return `${base}.for-${safeName(audience.name, audience.id)}`;
  return audience.kind === 'dm' ? base : `${base}.party`;
}
