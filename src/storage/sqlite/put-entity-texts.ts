import { type Campaign, lineageOf } from '../../campaign/domain/campaign.ts';
import { type Entity, SECRET_FIELDS } from '../../campaign/domain/entity.ts';
import { inLineageOrder } from '../../campaign/domain/name-history.ts';
import { branchFrom, formerNameFrom } from './campaign-rows.ts';
import type { Connection } from './connection.ts';
import { contentDigest } from './digests.ts';
import { putText, type SearchedText } from './put-text.ts';
import { raw } from './sql.ts';
import { jsonOrEmpty } from './stored-json.ts';

/** Their name would say nothing about their text. */
const UNLABELED = new Set<string>(['description', 'known', 'notes', 'history', ...SECRET_FIELDS]);

/** All texts in a value, in order; numbers and flags are left out. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

function lineOf(field: string, value: unknown): readonly string[] {
  const texts = textsIn(value);
  if (texts.length === 0) return [];
  return UNLABELED.has(field) ? texts : [`${field.replaceAll('_', ' ')}: ${texts.join(', ')}`];
}

/** One text for everybody who may see the entity, and one for the game master only. Migration 15 has a frozen copy. */
function entityTexts(
  { kind, name, fields }: Pick<Entity, 'kind' | 'name' | 'fields'>,
  formerNames: readonly string[],
) {
  const isSecret = (field: string) => (SECRET_FIELDS as readonly string[]).includes(field);
  const linesOf = (areSecret: boolean) =>
    Object.entries(fields).flatMap(([field, value]) =>
      isSecret(field) === areSecret ? lineOf(field, value) : [],
    );
  const head = `${name} (${kind})`;
  const former = formerNames.length === 0 ? [] : [`formerly ${formerNames.join(', ')}`];
  const secret = linesOf(true);
  return {
    shown: [head, ...former, ...linesOf(false)].join('\n'),
    secret: secret.length === 0 ? null : [head, ...secret].join('\n'),
  };
}

type Played = Pick<Campaign, 'id' | 'branchId' | 'turn'>;

export const selectFormerNames = (connection: Connection, workspace: string, campaignId: string) =>
  connection.all`SELECT target, json_extract(${raw(jsonOrEmpty('before'))}, '$.name') AS name,
      branch_id, turn, number, at FROM campaign_patches
    WHERE workspace = ${workspace} AND project_id = ${campaignId} AND given_up IS NOT NULL AND json_valid(before)`.map(
    formerNameFrom,
  );

/** By entity, its former names on the branch that is played, oldest first. */
export function formerNamesIn(
  connection: Connection,
  workspace: string,
  { id, branchId, turn }: Played,
): ReadonlyMap<string, readonly string[]> {
  const byEntity = new Map<string, readonly string[]>();
  const all = selectFormerNames(connection, workspace, id);
  if (all.length === 0) return byEntity;
  const branches = connection.all`SELECT * FROM campaign_branches
    WHERE workspace = ${workspace} AND project_id = ${id}`.map(branchFrom);
  for (const former of inLineageOrder(lineageOf(branches, branchId, turn), all))
    byEntity.set(former.id, [...(byEntity.get(former.id) ?? []), former.name]);
  return byEntity;
}

const SHOWN_PART = 0;
const SECRET_PART = 1;

/** None for an entity that was removed. */
export function textsOfEntity(entity: Entity, givenUp: readonly string[]): readonly SearchedText[] {
  if (entity.isRemoved) return [];
  const formerNames = [...new Set(givenUp)].filter((name) => name !== entity.name);
  const { shown, secret } = entityTexts(entity, formerNames);
  const text: SearchedText = {
    projectId: entity.campaignId,
    sessionId: null,
    kind: 'entity',
    ref: entity.id,
    part: SHOWN_PART,
    at: entity.updatedAt,
    isSecret: entity.visibility !== 'public',
    content: shown,
    names: [entity.name, ...formerNames],
    entityKind: entity.kind,
  };
  // The names stay with the shown text: two texts with the same names would look like two versions.
  const hidden = { part: SECRET_PART, isSecret: true, names: [] };
  return secret === null ? [text] : [text, { ...text, ...hidden, content: secret }];
}

export function dropEntityTexts(connection: Connection, workspace: string, id: string): void {
  connection.run`DELETE FROM texts WHERE workspace = ${workspace} AND kind = 'entity' AND ref = ${id}`;
}

/** Most turns change an entity in ways that its texts do not show. */
function areStored(connection: Connection, workspace: string, id: string, texts: readonly SearchedText[]) {
  const stored = connection.all`SELECT part, is_secret, names, digest FROM texts
    WHERE workspace = ${workspace} AND kind = 'entity' AND ref = ${id} ORDER BY part`;
  const same = ({ part, isSecret, names, content }: SearchedText, index: number) =>
    stored[index]?.part === part &&
    stored[index]?.is_secret === Number(isSecret) &&
    stored[index]?.names === JSON.stringify(names) &&
    stored[index]?.digest === contentDigest({ content });
  return stored.length === texts.length && texts.every(same);
}

/** Must run after the patches of the change were written, because the former names are read from them. */
export function putEntityTexts(
  connection: Connection,
  workspace: string,
  campaign: Played,
  entities: readonly Entity[],
): void {
  if (entities.length === 0) return;
  const formerNames = formerNamesIn(connection, workspace, campaign);
  for (const entity of entities) {
    const texts = textsOfEntity(entity, formerNames.get(entity.id) ?? []);
    if (areStored(connection, workspace, entity.id, texts)) continue;
    dropEntityTexts(connection, workspace, entity.id);
    for (const text of texts) putText(connection, workspace, text);
  }
}
