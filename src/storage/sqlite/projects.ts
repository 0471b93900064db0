import type { Change } from '../../app/ports/ledger.ts';
import type { ProjectReader } from '../../app/ports/readers.ts';
import { versionConflict } from '../../domain/error.ts';
import type { Project } from '../../domain/project/project.ts';
import type { SessionKind } from '../../domain/session/session.ts';
import { joined, noneOf } from './clauses.ts';
import type { Connection } from './connection.ts';
import type { Row } from './driver.ts';
import { found, text, textOrNull } from './rows.ts';

const projectFrom = (row: Row): Project => ({
  id: text(row.id),
  key: text(row.key),
  name: text(row.name),
  kind: text(row.kind) as SessionKind,
  anchorPath: textOrNull(row.anchor_path),
  fingerprint: text(row.fingerprint),
  createdAt: text(row.created_at),
  version: Number(row.version),
});

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

export const createProjectReader = (connection: Connection, workspace: string): ProjectReader => ({
  async find(id) {
    return found(
      connection.get('SELECT * FROM projects WHERE workspace = ? AND id = ?', workspace, id),
      projectFrom,
    );
  },
  async findAll(ids) {
    return connection
      .all(
        'SELECT * FROM projects WHERE workspace = ? AND id IN (SELECT value FROM json_each(?))',
        workspace,
        JSON.stringify(ids),
      )
      .map(projectFrom);
  },
  async findByKey(key) {
    return found(
      connection.get(
        `SELECT p.* FROM project_keys k JOIN projects p ON p.workspace = k.workspace AND p.id = k.project_id
         WHERE k.workspace = ? AND k.key = ?`,
        workspace,
        key,
      ),
      projectFrom,
    );
  },
  async findByFingerprint(fingerprint) {
    return found(
      connection.get(
        `SELECT * FROM projects WHERE workspace = ? AND fingerprint = ? AND fingerprint <> '' LIMIT 1`,
        workspace,
        fingerprint,
      ),
      projectFrom,
    );
  },
  async listNamed(name) {
    return connection
      .all(
        'SELECT * FROM projects WHERE workspace = ? AND name_folded = ? ORDER BY created_at LIMIT 20',
        workspace,
        foldName(name),
      )
      .map(projectFrom);
  },
  async list(limit, exceptIds) {
    const where = joined([['p.workspace = ?', [workspace]], ...noneOf('p.id', exceptIds)]);
    return connection
      .all(
        `SELECT p.*, (SELECT count(*) FROM sessions s WHERE s.workspace = p.workspace AND s.project_id = p.id) AS sessions
         FROM projects p WHERE ${where.sql} ORDER BY p.created_at DESC LIMIT ?`,
        ...where.values,
        limit,
      )
      .map((row) => ({ project: projectFrom(row), sessionCount: Number(row.sessions) }));
  },
  async listNames(limit, exceptIds) {
    const where = joined([['workspace = ?', [workspace]], ...noneOf('id', exceptIds)]);
    return connection
      .all(
        `SELECT name FROM projects WHERE ${where.sql} ORDER BY created_at DESC LIMIT ?`,
        ...where.values,
        limit,
      )
      .map((row) => String(row.name));
  },
  async listAnchoredAt(paths) {
    return connection
      .all(
        'SELECT id FROM projects WHERE workspace = ? AND anchor_path IN (SELECT value FROM json_each(?))',
        workspace,
        JSON.stringify(paths),
      )
      .map((row) => String(row.id));
  },
});
