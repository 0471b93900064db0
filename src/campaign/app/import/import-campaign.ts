import type { Caller } from '../../../app/caller.ts';
import type { Deps, StoreDeps } from '../../../app/deps.ts';
import { checkProjectName, identifyCaller } from '../../../app/locate-project.ts';
import { retryOnConflict } from '../../../app/retry-on-conflict.ts';
import { readTime } from '../../../app/time-context.ts';
import { conflict, invalid } from '../../../domain/error.ts';
import type { Instant } from '../../../domain/instant.ts';
import { nameKey, type Project } from '../../../domain/project/project.ts';
import { CAMPAIGN_LIMITS } from '../../domain/entity.ts';
import { type CampaignFile, countRows } from '../../domain/export/campaign-file.ts';
import { redactDeep } from '../campaign-change.ts';
import { listLooselyEqualCampaigns } from '../load-campaign.ts';
import { chooseImportIds, importChange, importedSessionChanges } from './import-rows.ts';

type Needs = Pick<Deps, 'clock' | 'filesFor' | 'folders' | 'redactor' | 'settings' | 'store'>;

export const ON_CONFLICT = ['skip', 'rename'] as const;

interface ImportCampaignInput {
  readonly file: string;
  readonly on_conflict?: (typeof ON_CONFLICT)[number] | undefined;
  readonly dry_run?: boolean | undefined;
}

/** Its schemas are slow to load, and only an import needs them. */
const loadParser = () => import('./parse-campaign-file.ts');

const FIELD = 'file';
const MAX_BYTES = 128 * 1024 * 1024;

async function readFile(deps: Pick<Deps, 'filesFor' | 'folders'>, caller: Caller, path: string) {
  const files = deps.filesFor(identifyCaller(deps, caller)?.worktree ?? null);
  const { text, isCut } = await files.readTextFile(path, { field: FIELD, maxBytes: MAX_BYTES });
  if (!isCut) return (await loadParser()).parseCampaignFile(text);
  throw invalid(
    'campaign_file_too_large',
    `The file has more than ${MAX_BYTES} bytes.`,
    'Pass an export of one campaign. Nothing was written.',
    { fields: [{ field: FIELD, problem: 'is too large', limit: MAX_BYTES }] },
  );
}

async function findNamesake(deps: StoreDeps, name: string) {
  const [named] = await deps.store.projects.listNamed(name);
  if (named !== undefined) return named;
  return (await listLooselyEqualCampaigns(deps, name)).find(({ isFormer }) => !isFormer);
}

/** Leaves room for a number, and does not cut a surrogate pair. */
const shortened = (name: string) => name.slice(0, CAMPAIGN_LIMITS.name - 10).replace(/[\ud800-\udbff]$/, '');

async function freeName(deps: StoreDeps, name: string): Promise<string> {
  for (let count = 2; ; count += 1) {
    const other = `${shortened(name)} (${count})`;
    if ((await findNamesake(deps, other)) === undefined) return other;
  }
}

function nameTaken(name: string, taken: string) {
  return conflict(
    'campaign_name_taken',
    `A project named ${JSON.stringify(taken)} already exists${taken === name ? '' : `, and ${JSON.stringify(name)} could be confused with it`}.`,
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

async function attempt(
  deps: Pick<Deps, 'clock' | 'settings' | 'store'>,
  file: CampaignFile,
  { on_conflict, dry_run = false }: ImportCampaignInput,
) {
  const { now } = await readTime(deps);
  const { campaign } = file;
  const about = { original_name: campaign.name, turn: campaign.turn, counts: countRows(file) };
  const known = await findNamesake(deps, campaign.name);
  if (known !== undefined && on_conflict === undefined) throw nameTaken(campaign.name, known.name);
  if (known !== undefined && on_conflict === 'skip') {
    const outcome = dry_run ? ('would_skip' as const) : ('skipped' as const);
    return { outcome, campaign_id: known.id, name: known.name, are_ids_kept: false, ...about };
  }
  const name = known === undefined ? campaign.name : await freeName(deps, campaign.name);
  const ids = await chooseImportIds(deps, file, name);
  // If some ids were taken, all of them were replaced.
  const made = { campaign_id: ids.campaignId, name, are_ids_kept: ids.areKept, ...about };
  if (dry_run) return { outcome: 'would_import' as const, ...made };
  const project = projectOf(ids.campaignId, name, campaign.created_at);
  const imported = importChange(file, name, ids, now);
  await deps.store.ledger.commit([
    { kind: 'project', project, expectedVersion: 0, keys: [project.key] },
    ...importedSessionChanges(file, imported.events, ids, now),
    // Last, because its journal entry has the current time.
    imported,
  ]);
  return { outcome: 'imported' as const, ...made };
}

export async function importCampaign(deps: Needs, caller: Caller, input: ImportCampaignInput) {
  const file = await readFile(deps, caller, input.file);
  const name = file.campaign.name.trim().normalize('NFC');
  const { content: clean, found } = await redactDeep(deps, { ...file, campaign: { ...file.campaign, name } });
  // Two names may be equal after redaction.
  if (Object.keys(found).length > 0) (await loadParser()).checkConsistency(clean);
  checkProjectName('campaign.name', clean.campaign.name);
  return { ...(await retryOnConflict(() => attempt(deps, clean, input))), redacted: found };
}

export type ImportedCampaign = Awaited<ReturnType<typeof importCampaign>>;
