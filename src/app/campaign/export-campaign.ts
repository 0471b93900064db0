import { join } from 'node:path';
import type { CampaignCopy, WholeCampaign } from '../../domain/campaign/export/campaign-copy.ts';
import { renderPart, renderWhole } from '../../domain/campaign/export/campaign-file.ts';
import { copyFor } from '../../domain/campaign/export/copy-for.ts';
import { exportName } from '../../domain/campaign/export/export-name.ts';
import { renderCampaign } from '../../domain/campaign/export/render-campaign.ts';
import { composeRecap } from '../../domain/campaign/recap/compose-recap.ts';
import type { Audience } from '../../domain/campaign/visible.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { identifyCaller } from '../locate-project.ts';
import { momentOf } from '../moment.ts';
import { audienceOf } from './audience.ts';
import { gatherCampaign } from './gather-campaign.ts';
import { type CampaignTarget, loadCampaign } from './load-campaign.ts';

type Needs = Pick<Deps, 'clock' | 'filesFor' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store'>;

export interface ExportCampaignInput extends CampaignTarget {
  readonly folder: string;
  readonly as_player?: boolean | string | undefined;
}

export interface CampaignCounts {
  readonly branches: number;
  readonly entities: number;
  readonly patches: number;
  readonly events: number;
  readonly sessions: number;
  readonly notes: number;
}

export interface ExportedCampaign {
  readonly campaign_id: string;
  readonly name: string;
  /** Only what a player may see; it cannot be imported. */
  readonly is_partial: boolean;
  readonly json_path: string;
  readonly markdown_path: string;
  readonly counts: CampaignCounts;
}

const FIELD = 'folder';
const MOST_RECAPPED = 5_000;

/** What happened so far, the latest of it where it is too much. */
function recapOf(copy: CampaignCopy, audience: Audience, now: Instant): string {
  const events = copy.events.slice(-MOST_RECAPPED);
  return composeRecap({ ...copy, playSession: null, events, now }, { length: 'standard', audience }).text;
}

/** The campaign as somebody may read it. */
export function readableCopy(whole: WholeCampaign, audience: Audience, now: Instant): string {
  const copy = copyFor(audience, whole);
  return renderCampaign({
    ...copy,
    audience,
    recap: whole.campaign.turn === 0 ? '' : recapOf(copy, audience, now),
    branches: audience.kind === 'dm' ? whole.branches : [],
  });
}

/** Write a campaign into a folder: whole for machines, and for people to read. */
export async function exportCampaign(
  deps: Needs,
  caller: Caller,
  input: ExportCampaignInput,
): Promise<ExportedCampaign> {
  const files = deps.filesFor(identifyCaller(deps, caller)?.worktree ?? null);
  await files.checkPath(input.folder, { field: FIELD });
  const { now } = await momentOf(deps);
  const campaign = await loadCampaign(deps, caller, input);
  const audience = await audienceOf(deps, campaign, input.as_player);
  const whole = await gatherCampaign(deps, campaign.id);
  const name = exportName(whole.campaign, audience);
  const isPartial = audience.kind !== 'dm';
  const copy = copyFor(audience, whole);
  const { entities, events, sittings } = isPartial ? copy : whole;
  const json = isPartial ? renderPart(copy, audience, now) : renderWhole(whole, now);
  const markdown = readableCopy(whole, audience, now);
  const write = (ending: string, text: string) =>
    files.writeFileAtomically(join(input.folder, `${name}.${ending}`), text, { field: FIELD });
  return {
    campaign_id: campaign.id,
    name: whole.campaign.name,
    is_partial: isPartial,
    json_path: await write('json', json),
    markdown_path: await write('md', markdown),
    counts: {
      branches: isPartial ? 0 : whole.branches.length,
      entities: entities.length,
      patches: isPartial ? 0 : whole.patches.length,
      events: events.length,
      sessions: sittings.length,
      notes: sittings.flatMap(({ notes }) => notes).length,
    },
  };
}
