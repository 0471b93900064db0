import type { CampaignFile } from '../../domain/campaign/export/campaign-file.ts';
import { CAMPAIGN_LIMITS } from '../../domain/campaign/limits.ts';
import { conflict, invalid } from '../../domain/error.ts';
import type { Instant } from '../../domain/instant.ts';
import { nameKey, type Project } from '../../domain/project/project.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { checkProjectName, identifyCaller } from '../locate-project.ts';
import { momentOf } from '../moment.ts';
import type { Found } from '../redact-content.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { arrivalOf } from './arrival-of.ts';
import { arrivingSittings } from './arriving-sittings.ts';
import type { CampaignCounts } from './export-campaign.ts';
import { withoutSecrets } from './file-words.ts';
import { listAlike } from './locate-campaign.ts';
import { chooseIds } from './new-ids.ts';
import { checkWhole, parseCampaignFile } from './parse-campaign-file.ts';

type Needs = Pick<Deps, 'clock' | 'filesFor' | 'folders' | 'redactor' | 'settings' | 'store'>;

export const ON_CONFLICT = ['skip', 'rename'] as const;

export interface ImportCampaignInput {
  readonly file: string;
  /** What to do where a project of that name is there; default: refuse. */
  readonly on_conflict?: (typeof ON_CONFLICT)[number] | undefined;
  /** Only tell what would be made. */
  readonly dry_run?: boolean | undefined;
}

export interface ImportedCampaign {
  readonly outcome: 'imported' | 'would_import' | 'skipped' | 'would_skip';
  /** Of the campaign that was made, or that is there already. */
  readonly campaign_id: string;
  readonly name: string;
  /** As the file has it. */
  readonly original_name: string;
  /** Else they were taken here, and all of them were exchanged alike. */
  readonly are_ids_kept: boolean;
  readonly turn: number;
  readonly counts: CampaignCounts;
  readonly redacted: Found;
}

/** They take a while to load and to make, and only an import needs them. */
const loadSchemas = () => import('./campaign-file-schema.ts');

const FIELD = 'file';
const MAX_BYTES = 128 * 1024 * 1024;

async function readFile(
  deps: Pick<Deps, 'filesFor' | 'folders'>,
  caller: Caller,
  path: string,
): Promise<CampaignFile> {
  const files = deps.filesFor(identifyCaller(deps, caller)?.worktree ?? null);
  const { text, isCut } = await files.readTextFile(path, { field: FIELD, maxBytes: MAX_BYTES });
  if (!isCut) return parseCampaignFile(text, await loadSchemas());
  throw invalid(
    'campaign_file_too_large',
    `The file has more than ${MAX_BYTES} bytes.`,
    'Pass an export of one campaign. Nothing was written.',
    { fields: [{ field: FIELD, problem: 'is too large', limit: MAX_BYTES }] },
  );
}

async function namesake(
  deps: Pick<Deps, 'store'>,
  name: string,
): Promise<Pick<Project, 'id' | 'name'> | undefined> {
  const [named] = await deps.store.projects.listNamed(name);
  if (named !== undefined) return named;
  return (await listAlike(deps, name)).find(({ isFormer }) => !isFormer);
}

/** Room for a number after it, and no half of a character at the end. */
const shortened = (name: string) => name.slice(0, CAMPAIGN_LIMITS.name - 10).replace(/[\ud800-\udbff]$/, '');

async function freeName(deps: Pick<Deps, 'store'>, name: string): Promise<string> {
  for (let count = 2; ; count += 1) {
    const other = `${shortened(name)} (${count})`;
    if ((await namesake(deps, other)) === undefined) return other;
  }
}

function nameTaken(name: string, taken: string) {
  return conflict(
    'campaign_name_taken',
    `A project is named ${JSON.stringify(taken)} already${taken === name ? '' : `, which ${JSON.stringify(name)} would be taken for`}.`,
    'Pass `on_conflict` rename to import it under another name, or `on_conflict` skip to keep the existing one. Nothing was written.',
    { fields: [{ field: 'campaign.name', problem: 'is taken' }], allowed: ['skip', 'rename'] },
  );
}

const projectOf = (id: string, name: string, createdAt: Instant): Project => ({
  id,
  key: nameKey(name),
  name,
  kind: 'game',
  anchorPath: null,
  fingerprint: '',
  createdAt,
  version: 1,
});

const countsOf = (file: CampaignFile): CampaignCounts => ({
  branches: file.branches.length,
  entities: file.entities.length,
  patches: file.patches.length,
  events: file.events.length,
  sessions: file.sessions.length,
  notes: file.notes.length,
});

async function attempt(
  deps: Pick<Deps, 'clock' | 'settings' | 'store'>,
  file: CampaignFile,
  { on_conflict, dry_run = false }: ImportCampaignInput,
): Promise<Omit<ImportedCampaign, 'redacted'>> {
  const { now } = await momentOf(deps);
  const { campaign } = file;
  const about = { original_name: campaign.name, turn: campaign.turn, counts: countsOf(file) };
  const known = await namesake(deps, campaign.name);
  if (known !== undefined && on_conflict === undefined) throw nameTaken(campaign.name, known.name);
  if (known !== undefined && on_conflict === 'skip') {
    const outcome = dry_run ? 'would_skip' : 'skipped';
    return { outcome, campaign_id: known.id, name: known.name, are_ids_kept: false, ...about };
  }
  const name = known === undefined ? campaign.name : await freeName(deps, campaign.name);
  const ids = await chooseIds(deps, file, name);
  const made = { campaign_id: ids.campaignId, name, are_ids_kept: ids.areKept, ...about };
  if (dry_run) return { outcome: 'would_import', ...made };
  const project = projectOf(ids.campaignId, name, campaign.created_at);
  const arrival = arrivalOf(file, name, ids, now);
  await deps.store.ledger.commit([
    { kind: 'project', project, expectedVersion: 0, keys: [project.key] },
    ...arrivingSittings(file, arrival.events, ids, now),
    // Last, for it is of now: whatever is written next is not older than it.
    arrival,
  ]);
  return { outcome: 'imported', ...made };
}

/** Take in a campaign that was exported, all of it or nothing. */
export async function importCampaign(
  deps: Needs,
  caller: Caller,
  input: ImportCampaignInput,
): Promise<ImportedCampaign> {
  const file = await readFile(deps, caller, input.file);
  const { clean, found } = await withoutSecrets(deps, file);
  // Two names may have differed by their secrets only.
  if (Object.keys(found).length > 0) checkWhole(clean, await loadSchemas());
  checkProjectName('campaign.name', clean.campaign.name);
  return { ...(await retryOnConflict(() => attempt(deps, clean, input))), redacted: found };
}
