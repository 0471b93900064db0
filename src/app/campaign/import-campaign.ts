import type { CampaignFile } from '../../domain/campaign/export/campaign-file.ts';
import { conflict, invalid } from '../../domain/error.ts';
import { derivedId } from '../../domain/id.ts';
import type { Instant } from '../../domain/instant.ts';
import { nameKey, type Project } from '../../domain/project/project.ts';
import { checkProjectName, identifyCaller } from '../locate-project.ts';
import { momentOf } from '../moment.ts';
import type { Found } from '../redact-content.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import type { Caller, World } from '../world.ts';
import { arrivalOf, idsIn, type NewIds } from './arrival-of.ts';
import { cleanDeep } from './clean-deep.ts';
import { parseCampaignFile } from './parse-campaign-file.ts';

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
  readonly counts: {
    readonly branches: number;
    readonly entities: number;
    readonly patches: number;
    readonly events: number;
  };
  readonly redacted: Found;
}

const FIELD = 'file';
const MAX_NAME = 1_000;
const MAX_BYTES = 128 * 1024 * 1024;

async function readFile(world: World, caller: Caller, path: string): Promise<CampaignFile> {
  const files = world.filesFor(identifyCaller(world, caller)?.worktree ?? null);
  const { text, isCut } = await files.readTextFile(path, { field: FIELD, maxBytes: MAX_BYTES });
  if (!isCut) return parseCampaignFile(text);
  throw invalid(
    'campaign_file_too_large',
    `The file has more than ${MAX_BYTES} bytes.`,
    'Name an export of one campaign; nothing was written.',
    { fields: [{ field: FIELD, problem: 'is too large', limit: MAX_BYTES }] },
  );
}

/** Whatever is stored goes through the redactor, wherever it comes from; ids and moments are no words of anybody. */
async function withoutSecrets(world: World, file: CampaignFile) {
  const { name, description, dm_name, setting, rules, state } = file.campaign;
  const words = {
    campaign: { name: name.trim().normalize('NFC'), description, dm_name, setting, rules, state },
    branches: file.branches.map(({ reason }) => ({ reason })),
    entities: file.entities.map((entity) => ({ name: entity.name, fields: entity.fields })),
    patches: file.patches.map(({ before, after }) => ({ before, after })),
    events: file.events.map((event) => ({
      title: event.title,
      description: event.description,
      narration: event.narration,
      ...(event.context === undefined ? {} : { context: event.context }),
      actor: event.actor,
      characters: event.characters,
      location: event.location,
      tags: event.tags,
      rolls: event.rolls,
      effects: event.effects,
      in_game_date: event.in_game_date,
    })),
  };
  const { content, found } = await cleanDeep(world, words);
  const joined = <Row>(rows: readonly Row[], clean: readonly Partial<Row>[]): readonly Row[] =>
    rows.map((row, index) => ({ ...row, ...clean[index] }));
  const clean: CampaignFile = {
    ...file,
    campaign: { ...file.campaign, ...content.campaign },
    branches: joined(file.branches, content.branches),
    entities: joined(file.entities, content.entities),
    patches: joined(file.patches, content.patches),
    events: joined(file.events, content.events),
  };
  return { clean, found };
}

const namesake = async (world: World, name: string): Promise<Project | undefined> =>
  (await world.store.projects.listNamed(name))[0];

/** Room for a number after it, and no half of a character at the end. */
const shortened = (name: string) => name.slice(0, MAX_NAME - 10).replace(/[\ud800-\udbff]$/, '');

async function freeName(world: World, name: string): Promise<string> {
  for (let count = 2; ; count += 1) {
    const other = `${shortened(name)} (${count})`;
    if ((await namesake(world, other)) === undefined) return other;
  }
}

function nameTaken(name: string) {
  return conflict(
    'campaign_name_taken',
    `A project is named ${JSON.stringify(name)} already.`,
    'Import it under another name with --on-conflict rename, or leave it with --on-conflict skip; nothing was written.',
    { fields: [{ field: 'campaign.name', problem: 'is taken' }], allowed: ['skip', 'rename'] },
  );
}

async function freeId(world: World, file: CampaignFile, name: string): Promise<string> {
  for (let count = 0; ; count += 1) {
    const id = derivedId('prj', nameKey(name), file.campaign.id, String(count));
    if ((await world.store.projects.find(id)) === undefined) return id;
  }
}

/** Kept when none of them is anybody's; one that is not makes all of them be exchanged, so that no two are mixed up. */
async function chooseIds(world: World, file: CampaignFile, name: string): Promise<NewIds> {
  const { id } = file.campaign;
  const isFree = (await world.store.projects.find(id)) === undefined;
  if (isFree && (await world.store.campaigns.listTakenIds(idsIn(file))).length === 0)
    return { campaignId: id, areKept: true };
  return { campaignId: isFree ? id : await freeId(world, file, name), areKept: false };
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
  world: World,
  file: CampaignFile,
  { on_conflict, dry_run = false }: ImportCampaignInput,
): Promise<Omit<ImportedCampaign, 'redacted'>> {
  const { now } = await momentOf(world);
  const { campaign, branches, entities, patches, events } = file;
  const about = {
    original_name: campaign.name,
    turn: campaign.turn,
    counts: {
      branches: branches.length,
      entities: entities.length,
      patches: patches.length,
      events: events.length,
    },
  };
  const known = await namesake(world, campaign.name);
  if (known !== undefined && on_conflict === undefined) throw nameTaken(campaign.name);
  if (known !== undefined && on_conflict === 'skip') {
    const outcome = dry_run ? 'would_skip' : 'skipped';
    return { outcome, campaign_id: known.id, name: known.name, are_ids_kept: false, ...about };
  }
  const name = known === undefined ? campaign.name : await freeName(world, campaign.name);
  const ids = await chooseIds(world, file, name);
  const made = { campaign_id: ids.campaignId, name, are_ids_kept: ids.areKept, ...about };
  if (dry_run) return { outcome: 'would_import', ...made };
  const project = projectOf(ids.campaignId, name, campaign.created_at);
  await world.store.ledger.commit([
    { kind: 'project', project, expectedVersion: 0, keys: [project.key] },
    arrivalOf(file, name, ids, now),
  ]);
  return { outcome: 'imported', ...made };
}

/** Take in a campaign that was exported, all of it or nothing. */
export async function importCampaign(
  world: World,
  caller: Caller,
  input: ImportCampaignInput,
): Promise<ImportedCampaign> {
  const file = await readFile(world, caller, input.file);
  const { clean, found } = await withoutSecrets(world, file);
  checkProjectName('campaign.name', clean.campaign.name);
  return { ...(await retryOnConflict(() => attempt(world, clean, input))), redacted: found };
}
