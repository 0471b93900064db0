import type { Campaign } from '../../campaign/domain/campaign.ts';
import type { Entity } from '../../campaign/domain/entity.ts';
import { entityTexts } from '../../campaign/domain/entity-text.ts';
import { lineageOf } from '../../campaign/domain/lineage.ts';
import { inLineageOrder } from '../../campaign/domain/name-history.ts';
import { branchFrom, formerNameFrom } from './campaign-rows.ts';
import type { Connection } from './connection.ts';
import { contentDigest } from './digests.ts';
import { putText, type SearchedText } from './put-text.ts';
import { raw } from './sql.ts';
import { jsonOrEmpty } from './stored-json.ts';

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
    who: null,
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
  const same = (text: SearchedText, index: number) =>
    stored[index]?.part === text.part &&
    stored[index].is_secret === Number(text.isSecret) &&
    stored[index].names === JSON.stringify(text.names) &&
    stored[index].digest === contentDigest({ content: text.content });
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
