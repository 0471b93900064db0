import type { Entity } from '../../campaign/domain/entity.ts';
import { entityKey } from '../../campaign/domain/name-key.ts';
import { versionConflict } from '../../domain/error.ts';
import { DAMAGED_FIELDS } from './campaign-rows.ts';
import type { Connection } from './connection.ts';
import type { SqlValue } from './driver.ts';
import { keepsDamaged } from './stored-json.ts';

export function clearName(connection: Connection, workspace: string, id: string): void {
  connection.run('UPDATE entities SET is_removed = 1 WHERE workspace = ? AND id = ?', workspace, id);
}

const INTO_ENTITIES = `INSERT INTO entities (workspace, id, project_id, kind, name, name_key, fields, visibility,
  private_to, is_removed, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const entityRow = (workspace: string, entity: Entity): readonly SqlValue[] => [
  workspace,
  entity.id,
  entity.campaignId,
  entity.kind,
  entity.name,
  entityKey(entity.name),
  JSON.stringify(entity.fields),
  entity.visibility,
  JSON.stringify(entity.private_to),
  entity.isRemoved ? 1 : 0,
  entity.createdAt,
  entity.updatedAt,
];

/** Refuses an id that exists: the entity may belong to another campaign. */
export function addEntity(connection: Connection, workspace: string, entity: Entity): void {
  const written = connection.run(
    `${INTO_ENTITIES} ON CONFLICT (workspace, id) DO NOTHING`,
    ...entityRow(workspace, entity),
  );
  if (written !== 1) throw versionConflict('entity', entity.id);
}

export function putEntity(connection: Connection, workspace: string, entity: Entity): void {
  connection.run(
    `${INTO_ENTITIES}
     ON CONFLICT (workspace, id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key,
       ${keepsDamaged('fields', 'excluded.fields', '?')}, visibility = excluded.visibility,
       ${keepsDamaged('private_to', 'excluded.private_to', '?')}, is_removed = excluded.is_removed,
       updated_at = excluded.updated_at`,
    ...entityRow(workspace, entity),
    JSON.stringify(DAMAGED_FIELDS[entity.kind]),
    '[]',
  );
}
