import type { Change } from '../../app/ports/ledger.ts';
import type { Project } from '../../domain/project/project.ts';
import { versionConflict } from '../../domain/version-conflict.ts';
import type { Connection } from './connection.ts';

type ProjectChange = Extract<Change, { kind: 'project' }>;

export const foldName = (name: string): string => name.normalize('NFKC').toLowerCase();

const insertProject = (connection: Connection, workspace: string, project: Project): number =>
  connection.run(
    `INSERT INTO projects (workspace, id, key, name, name_folded, kind, anchor_path, fingerprint, created_at, version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (workspace, id) DO NOTHING`,
    workspace,
    project.id,
    project.key,
    project.name,
    foldName(project.name),
    project.kind,
    project.anchorPath,
    project.fingerprint,
    project.createdAt,
    project.version,
  );

const updateProject = (
  connection: Connection,
  workspace: string,
  project: Project,
  expectedVersion: number,
): number =>
  connection.run(
    `UPDATE projects SET name = ?, name_folded = ?, kind = ?, anchor_path = ?, fingerprint = ?, version = ?
     WHERE workspace = ? AND id = ? AND version = ?`,
    project.name,
    foldName(project.name),
    project.kind,
    project.anchorPath,
    project.fingerprint,
    project.version,
    workspace,
    project.id,
    expectedVersion,
  );

export function putProject(connection: Connection, workspace: string, change: ProjectChange): void {
  const { project, expectedVersion, keys } = change;
  const written =
    expectedVersion === 0
      ? insertProject(connection, workspace, project)
      : updateProject(connection, workspace, project, expectedVersion);
  if (written !== 1) throw versionConflict('project', project.id);
  for (const key of keys) {
    connection.run(
      `INSERT INTO project_keys (workspace, key, project_id) VALUES (?, ?, ?)
       ON CONFLICT (workspace, key) DO UPDATE SET project_id = excluded.project_id`,
      workspace,
      key,
      project.id,
    );
  }
}
