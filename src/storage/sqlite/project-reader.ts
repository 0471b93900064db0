import type { ProjectReader } from '../../app/ports/readers.ts';
import { joined, noneOf } from './clauses.ts';
import type { Connection } from './connection.ts';
import type { Row } from './driver.ts';
import { foldName } from './put-project.ts';
import { projectFrom } from './rows.ts';

const found = (row: Row | undefined) => (row === undefined ? undefined : projectFrom(row));

export const createProjectReader = (connection: Connection, workspace: string): ProjectReader => ({
  async find(id) {
    return found(connection.get('SELECT * FROM projects WHERE workspace = ? AND id = ?', workspace, id));
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
    );
  },
  async findByFingerprint(fingerprint) {
    return found(
      connection.get(
        `SELECT * FROM projects WHERE workspace = ? AND fingerprint = ? AND fingerprint <> '' LIMIT 1`,
        workspace,
        fingerprint,
      ),
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
