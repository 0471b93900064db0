import { join } from 'node:path';
import type { Caller } from '../../app/caller.ts';
import type { Deps, ProjectDeps } from '../../app/deps.ts';
import { identifyCaller } from '../../app/locate-project.ts';
import type { LeftGame } from '../../app/ports/games.ts';
import type { Store } from '../../app/ports/store.ts';
import type { Files } from '../../app/ports/system.ts';
import { readTime, silentBefore } from '../../app/time-context.ts';
import { noteView } from '../../app/views/entity-views.ts';
import { conflict, invalid } from '../../domain/error.ts';
import { belongsToHandoff } from '../../domain/handoff/handoff.ts';
import type { Instant } from '../../domain/instant.ts';
import { effectiveStatus } from '../../domain/record/record.ts';
import {
  activeMsIn,
  durationMinutes,
  type Session,
  statusIn,
  type TimeContext,
} from '../../domain/session/session.ts';
import type { Campaign } from '../domain/campaign.ts';
import {
  type CampaignCopy,
  copyForAudience,
  type ExportedSession,
  exportedSession,
  type WholeCampaign,
} from '../domain/export/campaign-copy.ts';
import {
  countRows,
  exportName,
  renderFullExport,
  renderPartialExport,
} from '../domain/export/campaign-file.ts';
import { inline, inlineName, quoted } from '../domain/export/markdown.ts';
import { renderCampaign } from '../domain/export/render-campaign.ts';
import type { StoredPatch } from '../domain/patch.ts';
import { composeRecap } from '../domain/recap/compose-recap.ts';
import { type Audience, DM } from '../domain/visibility.ts';
import { EntityFinder } from './find-entity.ts';
import { type CampaignTarget, loadCampaign } from './load-campaign.ts';

const MAX_CHECKPOINTS = 200;

/** With the checkpoint of the handoff, not those that were saved earlier in the session. */
async function handoffOf(store: Store, { id, handoff }: Session, now: string) {
  const kept = handoff === null ? undefined : await store.handoffs.find(handoff.id);
  if (handoff === null || kept === undefined) return null;
  const { items } = await store.records.list(
    { sessionId: id, types: ['checkpoint'], isNewestFirst: true },
    MAX_CHECKPOINTS,
    null,
  );
  const record = items.find((item) => belongsToHandoff(item, kept));
  return {
    summary: record?.content ?? null,
    isCurrent: record !== undefined && effectiveStatus(record, now) === 'active',
    isDerived: handoff.isDerived,
    isReopened: handoff.isReopened,
    noteId: kept.noteId,
    at: kept.createdAt,
  };
}

async function loadSessions(store: Store, campaignId: string, time: TimeContext) {
  const all = await store.sessions.list(
    { projectId: campaignId },
    silentBefore(time),
    Number.MAX_SAFE_INTEGER,
    null,
  );
  const stored = all.items.toReversed();
  const ids = new Set(stored.map(({ id }) => id));
  const linked = (id: string | null) => (id !== null && ids.has(id) ? id : null);
  const sessions: ExportedSession[] = [];
  for (const session of stored) {
    const { predecessorId, successorId } = session;
    // A session that began during this read is not in the list, so links to it are removed.
    const known = { ...session, predecessorId: linked(predecessorId), successorId: linked(successorId) };
    const notes = await store.notes.listOf([session.id]);
    sessions.push(exportedSession(known, await handoffOf(store, session, time.now), notes));
  }
  return sessions;
}

const EVERYTHING = { after: -1, upTo: Number.MAX_SAFE_INTEGER } as const;
const ATTEMPTS = 5;

async function loadOnce(store: Store, campaign: Campaign, time: TimeContext): Promise<WholeCampaign> {
  const { campaigns } = store;
  const branches = await campaigns.listBranches(campaign.id);
  const patches: StoredPatch[] = [];
  for (const { id: branchId } of branches)
    patches.push(...(await campaigns.listPatches(campaign.id, { branchId, ...EVERYTHING })));
  const segments = branches.map(({ id: branchId }) => ({ branchId, ...EVERYTHING }));
  const events = await campaigns.listEvents(campaign.id, { segments }, Number.MAX_SAFE_INTEGER, null);
  return {
    campaign,
    branches,
    entities: await campaigns.listEveryEntity(campaign.id),
    patches,
    events: events.toSorted((a, b) => a.seq - b.seq).map(({ event }) => event),
    // Read after the events, so that the session of each event is included.
    sessions: await loadSessions(store, campaign.id, time),
  };
}

/** A consistent copy: if the campaign changes during the read, it is read again. */
async function loadWholeCampaign(store: Store, id: string, time: TimeContext): Promise<WholeCampaign> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const campaign = await store.campaigns.find(id);
    if (campaign === undefined) throw new Error(`there is no campaign ${id}`);
    const whole = await loadOnce(store, campaign, time);
    const now = await store.campaigns.find(id);
    if (now?.version === campaign.version && now.name === campaign.name) return whole;
  }
  throw conflict(
    'campaign_changed',
    'The campaign changes too fast to export a consistent copy.',
    'Try again when the turn is over. Nothing was written.',
  );
}

type Needs = ProjectDeps & Pick<Deps, 'filesFor'>;

interface ExportCampaignInput extends CampaignTarget {
  readonly folder: string;
  readonly as_player?: boolean | string | undefined;
}

const FIELD = 'folder';
const MAX_RECAP_EVENTS = 5_000;

function recapOf(copy: CampaignCopy, audience: Audience, now: Instant): string {
  const events = copy.events.slice(-MAX_RECAP_EVENTS);
  return composeRecap({ ...copy, title: null, events, now }, { length: 'standard', audience }).text;
}

function readableCopy(whole: WholeCampaign, audience: Audience, now: Instant): string {
  const copy = copyForAudience(audience, whole);
  return renderCampaign({
    ...copy,
    audience,
    recap: whole.campaign.turn === 0 ? '' : recapOf(copy, audience, now),
    branches: audience.kind === 'dm' ? whole.branches : [],
  });
}

export async function exportCampaign(deps: Needs, caller: Caller, input: ExportCampaignInput) {
  const files = deps.filesFor(identifyCaller(deps, caller)?.worktree ?? null);
  await files.checkPath(input.folder, { field: FIELD });
  const time = await readTime(deps);
  const { now } = time;
  const campaign = await loadCampaign(deps, caller, input);
  const audience = await new EntityFinder(deps, campaign).getAudience(input.as_player);
  const whole = await loadWholeCampaign(deps.store, campaign.id, time);
  const name = exportName(whole.campaign, audience);
  const isPartial = audience.kind !== 'dm';
  const copy = copyForAudience(audience, whole);
  const shown = isPartial ? { ...copy, branches: [], patches: [] } : whole;
  const json = isPartial ? renderPartialExport(copy, audience, now) : renderFullExport(whole, now);
  const markdown = readableCopy(whole, audience, now);
  const write = (ending: string, text: string) =>
    files.writeFileAtomically(join(input.folder, `${name}.${ending}`), text, { field: FIELD });
  return {
    campaign_id: campaign.id,
    name: whole.campaign.name,
    /** Only what a player may see; it cannot be imported. */
    is_partial: isPartial,
    json_path: await write('json', json),
    markdown_path: await write('md', markdown),
    counts: countRows({ ...shown, notes: shown.sessions.flatMap(({ notes }) => notes) }),
  };
}

const RECORD_LIMIT = 1_000;

/** Runs before anything is written: a folder that cannot be written refuses the whole call. */
export async function checkCopyFolder(files: Files, session: Session, folder: string): Promise<void> {
  if (session.kind !== 'game') {
    throw invalid(
      'campaign_path_needs_game',
      '`campaign_path` writes a readable copy of a game; this is a session of kind work.',
      'Leave out `campaign_path`. Nothing was written.',
      { fields: [{ field: 'campaign_path', problem: 'goes with kind game only' }] },
    );
  }
  await files.checkPath(folder, { field: 'campaign_path' });
}

async function renderSession(store: Store, { session, project, time }: LeftGame, heading: string) {
  const minutes = durationMinutes(activeMsIn(session, time));
  const notes = (await store.notes.listOf([session.id])).map(noteView);
  const { items } = await store.records.list({ sessionId: session.id }, RECORD_LIMIT, null);
  return [
    `${heading} ${inlineName(project.name)}: ${inline(session.title ?? session.id)}`,
    '',
    `Session ${session.id}, ${statusIn(session, time)}, begun ${session.startedAt}: ${minutes} minutes, ${session.turnCount} turns.`,
    ...notes.flatMap((note) => [
      '',
      `${heading}# ${inlineName(note.title ?? 'Note')}`,
      ...quoted(note.summary),
    ]),
    ...items.flatMap((record) => ['', `${heading}# ${record.type}`, ...quoted(record.content)]),
    '',
  ].join('\n');
}

async function render(store: Store, left: LeftGame): Promise<{ name: string; text: string; json?: string }> {
  const { session, project, time } = left;
  if ((await store.campaigns.find(project.id)) === undefined)
    return { name: session.id, text: await renderSession(store, left, '#') };
  const whole = await loadWholeCampaign(store, project.id, time);
  return {
    name: exportName(whole.campaign, DM),
    text: `${readableCopy(whole, DM, time.now)}\n${await renderSession(store, left, '##')}`,
    json: renderFullExport(whole, time.now),
  };
}

export async function writeReadableCopy(store: Store, files: Files, left: LeftGame, folder: string) {
  const { name, text, json } = await render(store, left);
  const write = (extension: string, content: string) =>
    files.writeFileAtomically(join(folder, `${name}.${extension}`), content, { field: 'campaign_path' });
  const written = json === undefined ? [] : [await write('json', json)];
  return [await write('md', text), ...written].join(' and ');
}
