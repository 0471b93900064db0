import type { Caller } from '../../app/caller.ts';
import type { ProjectDeps, StoreDeps } from '../../app/deps.ts';
import { retryOnConflict } from '../../app/retry-on-conflict.ts';
import { readTime } from '../../app/time-context.ts';
import { conflict, invalid, notFound, versionConflict } from '../../domain/error.ts';
import type { Campaign } from '../domain/campaign.ts';
import type { Entity, EntityKind } from '../domain/entity.ts';
import { entityKey, isSameName } from '../domain/name-key.ts';
import { flatten, patchOf } from '../domain/patch.ts';
import { mapFieldNames } from '../domain/references.ts';
import { keepNameKnown, type VisibilityInput } from '../domain/visibility.ts';
import { campaignChange, cleanInput } from './campaign-change.ts';
import { EntityFinder, listStep } from './find-entity.ts';
import { type CampaignTarget, loadCampaign } from './load-campaign.ts';
import { applyRename, resolveNames } from './resolve-names.ts';

export interface SaveEntityInput extends CampaignTarget, VisibilityInput {
  readonly kind: EntityKind;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly make_new?: boolean | undefined;
  /** Given fields replace, others stay. The surface has checked them. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  /** A removed entity is restored when it is saved by id. */
  readonly remove?: boolean | undefined;
}

async function findTarget(deps: StoreDeps, campaign: Campaign, finder: EntityFinder, input: SaveEntityInput) {
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
  return input.make_new ? undefined : finder.find([input.kind], input.name ?? '');
}

/** If the name was taken while this call ran, the call is retried: it may now refer to that entity. */
async function refuseTaken(
  { store: { campaigns } }: StoreDeps,
  campaign: Campaign,
  entity: Entity,
  similarNames: readonly string[],
): Promise<void> {
  const keys = [...new Set([entity.name, ...similarNames].map(entityKey))];
  const found = await campaigns.findNamed(campaign.id, entity.kind, keys);
  const other = found.find(({ id }) => id !== entity.id);
  if (other === undefined) return;
  const present = await campaigns.find(campaign.id);
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

async function attempt(deps: ProjectDeps, caller: Caller, input: SaveEntityInput) {
  const { now } = await readTime(deps);
  const campaign = await loadCampaign(deps, caller, input);
  const { kind, name = '' } = input;
  const finder = new EntityFinder(deps, campaign);
  const known = await findTarget(deps, campaign, finder, input);
  if (known === undefined && input.remove) throw await finder.unknownEntity([kind], name, 'name');
  const before = known ?? (await finder.createEntity(kind, name, now));
  const given = await resolveNames(finder, definedOnly(input.fields ?? {}), mapFieldNames);
  const after = keepNameKnown(campaign.state, known, {
    ...before,
    // Without `id`, the name only finds the entity and does not rename it.
    name: input.id === undefined ? before.name : (input.name ?? before.name),
    fields: { ...before.fields, ...given } as Entity['fields'],
    ...(await finder.getVisibility(input, before)),
    isRemoved: input.remove ?? false,
    updatedAt: now,
  });
  const isRenamed = known !== undefined && !isSameName(known.name, after.name);
  if (!after.isRemoved) {
    const similarNames = isRenamed ? await finder.listLooselyEqual(kind, after.name) : [];
    await refuseTaken(deps, campaign, after, similarNames);
  }
  const patch = patchOf(after.id, flatten(known), flatten(after));
  if (patch === undefined)
    return { entity: before, isNew: false, isChanged: false, version: campaign.version };
  // A new entity with a former name of another takes over that name.
  const isNameTransferred =
    known === undefined
      ? (await finder.findFormerHolder([kind], after.name)) !== undefined
      : known.name !== after.name;
  const { state, entities, patches } = isNameTransferred
    ? await applyRename(deps, campaign, known, after)
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

export async function saveEntity(deps: ProjectDeps, caller: Caller, input: SaveEntityInput) {
  checkName(input);
  const { content, found } = await cleanInput(deps, input);
  return { ...(await retryOnConflict(() => attempt(deps, caller, content))), redacted: found };
}
