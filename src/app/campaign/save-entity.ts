import type { Campaign } from '../../domain/campaign/campaign.ts';
import type { Entity, EntityKind, Visibility } from '../../domain/campaign/entity.ts';
import { flatten } from '../../domain/campaign/flat-entity.ts';
import { knownIfHere } from '../../domain/campaign/known-place.ts';
import { entityKey } from '../../domain/campaign/new-entity.ts';
import { patchOf } from '../../domain/campaign/patch.ts';
import { conflict, invalid, notFound } from '../../domain/error.ts';
import { versionConflict } from '../../domain/version-conflict.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { momentOf } from '../moment.ts';
import type { Found } from '../redact-content.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { bornEntity } from './born-entity.ts';
import { campaignChange } from './campaign-change.ts';
import { cleanDeep } from './clean-deep.ts';
import { findFormerBearer, findMeant, listStep, unknownEntity } from './find-entity.ts';
import { followName } from './follow-name.ts';
import { type CampaignTarget, loadCampaign } from './load-campaign.ts';
import { NamesAlike } from './names-alike.ts';
import { sayFields } from './say-names.ts';
import { seenOf } from './seen-of.ts';

type Needs = Pick<Deps, 'clock' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store'>;

export interface SaveEntityInput extends CampaignTarget {
  readonly kind: EntityKind;
  readonly id?: string | undefined;
  /** One that is or was borne finds whoever bears or bore it. */
  readonly name?: string | undefined;
  /** Make another, though somebody bore the name before. */
  readonly make_new?: boolean | undefined;
  /** Those that are given replace; others stay. Checked by whoever took them in. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  readonly visibility?: Visibility | undefined;
  /** Names of characters. */
  readonly private_to?: readonly string[] | undefined;
  /** One that was removed comes back when it is saved by its id. */
  readonly remove?: boolean | undefined;
}

export interface SavedEntity {
  readonly entity: Entity;
  readonly isNew: boolean;
  readonly isChanged: boolean;
  readonly version: number;
  readonly redacted: Found;
}

async function find(
  deps: Pick<Deps, 'store'>,
  campaign: Campaign,
  input: SaveEntityInput,
): Promise<Entity | undefined> {
  if (input.id !== undefined) {
    const [known] = await deps.store.campaigns.findEntities([input.id]);
    if (known?.campaignId === campaign.id && known.kind === input.kind) return known;
    throw notFound(
      'entity_not_found',
      `This campaign has no ${input.kind} with the id ${JSON.stringify(input.id)}.`,
      `Pass the \`id\` of an existing ${input.kind}, or leave out \`id\` and pass \`name\`. Nothing was written.`,
      { fields: [{ field: 'id', problem: 'is unknown' }], next: [listStep(campaign.id, input.kind)] },
    );
  }
  return input.make_new ? undefined : findMeant(deps, campaign, [input.kind], input.name ?? '');
}

/** A name that was taken since the campaign was looked at is looked at again: the call may mean its bearer. */
async function refuseTaken(
  deps: Pick<Deps, 'store'>,
  campaign: Campaign,
  entity: Entity,
  isRenamed: boolean,
): Promise<void> {
  const { campaigns } = deps.store;
  const names = new NamesAlike(deps, campaign.id);
  const alike = isRenamed ? await names.list(entity.kind, entity.name) : [];
  const keys = [...new Set([entity.name, ...alike].map(entityKey))];
  const found = await campaigns.findNamed(campaign.id, entity.kind, keys);
  const other = found.find(({ id }) => id !== entity.id);
  if (other === undefined) return;
  const present = await deps.store.campaigns.find(campaign.id);
  if (present?.version !== campaign.version) throw versionConflict('campaign', campaign.id);
  throw conflict(
    'entity_name_taken',
    `Another ${entity.kind} of this campaign is named ${JSON.stringify(other.name)} (${other.id}).`,
    'Choose another `name`, or pass the `id` of that one to change it. Nothing was written.',
    { fields: [{ field: 'name', problem: `is taken by ${other.id}` }] },
  );
}

const definedOnly = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** A name that is given up, and one that somebody gave up before. */
const isOfOthers = async (
  deps: Pick<Deps, 'store'>,
  campaign: Campaign,
  known: Entity | undefined,
  after: Entity,
) =>
  known === undefined
    ? (await findFormerBearer(deps, campaign, after.kind, after.name)) !== undefined
    : known.name !== after.name;

async function attempt(deps: Needs, caller: Caller, input: SaveEntityInput) {
  const { now } = await momentOf(deps);
  const campaign = await loadCampaign(deps, caller, input);
  const known = await find(deps, campaign, input);
  if (known === undefined && input.remove)
    throw await unknownEntity(deps, campaign.id, [input.kind], input.name ?? '', 'name');
  const before = known ?? (await bornEntity(deps, campaign, input.kind, input.name ?? '', now));
  const given = await sayFields(deps, campaign, definedOnly(input.fields ?? {}));
  const after = knownIfHere(campaign.state, known, {
    ...before,
    // A name that finds one is not a new name for it.
    name: input.id === undefined ? before.name : (input.name ?? before.name),
    fields: { ...before.fields, ...given } as Entity['fields'],
    ...(await seenOf(deps, campaign, input, before)),
    isRemoved: input.remove ?? false,
    updatedAt: now,
  });
  const isRenamed = known !== undefined && entityKey(known.name) !== entityKey(after.name);
  if (!after.isRemoved) await refuseTaken(deps, campaign, after, isRenamed);
  const patch = patchOf(after.id, flatten(known), flatten(after));
  if (patch === undefined)
    return { entity: before, isNew: false, isChanged: false, version: campaign.version };
  const { state, entities, patches } = (await isOfOthers(deps, campaign, known, after))
    ? await followName(deps, campaign, known, after)
    : { state: campaign.state, entities: [after], patches: [patch] };
  const change = campaignChange(
    campaign,
    { ...campaign, state, updatedAt: now },
    { event: 'campaign.changed', entities, patches },
  );
  await deps.store.ledger.commit([change]);
  const [entity = after] = entities;
  return { entity, isNew: known === undefined, isChanged: true, version: change.campaign.version };
}

function checkName({ id, name }: SaveEntityInput): void {
  if (name === undefined ? id !== undefined : entityKey(name) !== '') return;
  throw invalid(
    'name_required',
    name === undefined ? 'The call has neither `id` nor `name`.' : 'The name is empty.',
    'Pass `name`, or the `id` of an existing entity. Nothing was written.',
    { fields: [{ field: 'name', problem: name === undefined ? 'is missing' : 'is empty' }] },
  );
}

/** Make, change or remove somebody or something of a campaign. */
export async function saveEntity(deps: Needs, caller: Caller, input: SaveEntityInput): Promise<SavedEntity> {
  checkName(input);
  const { content, found } = await cleanDeep(deps, input);
  return { ...(await retryOnConflict(() => attempt(deps, caller, content))), redacted: found };
}
