import type { Change } from '../../app/ports/ledger.ts';
import { versionConflict } from '../../domain/version-conflict.ts';
import type { Connection } from './connection.ts';

type ProjectChange = Extract<Change, { kind: 'project' }>;

export const foldName = (name: string): string => name.normalize('NFKC').toLowerCase();

export function putProject(connection: Connection, workspace: string, change: ProjectChange): void {
  const { project, expectedVersion, keys } = change;
  const stored = connection.get(
    'SELECT version FROM projects WHERE workspace = ? AND id = ?',
    workspace,
    project.id,
  );
  if (Number(stored?.version ?? 0) !== expectedVersion) throw versionConflict('project', project.id);
  connection.run(
    `INSERT INTO projects (workspace, id, key, name, name_folded, kind, anchor_path, fingerprint, created_at, version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (workspace, id) DO UPDATE SET name = excluded.name, name_folded = excluded.name_folded,
       kind = excluded.kind, anchor_path = excluded.anchor_path, fingerprint = excluded.fingerprint,
       version = excluded.version`,
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
