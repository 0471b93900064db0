import type { ProjectReader } from '../../app/ports/readers.ts';
import { versionConflict } from '../../domain/error.ts';
import type { Project } from '../../domain/project/project.ts';
import type { SessionKind } from '../../domain/session/session.ts';
import type { ChangeWriters } from './commit.ts';
import type { Connection } from './connection.ts';
import type { Row } from './driver.ts';
import { text, textOrNull } from './rows.ts';
import { and, noneOf, sql } from './sql.ts';

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

export const foldName = (name: string): string => name.normalize('NFKC').toLowerCase();

export const projectChanges: ChangeWriters<'project'> = {
  project(commit, { project, expectedVersion, keys, renamedAt }) {
    const { connection, workspace } = commit;
    const { id, key, name, kind, anchorPath, fingerprint, createdAt, version } = project;
    const written =
      expectedVersion === 0
        ? connection.run`INSERT INTO projects
              (workspace, id, key, name, name_folded, kind, anchor_path, fingerprint, created_at, version)
            VALUES (${workspace}, ${id}, ${key}, ${name}, ${foldName(name)}, ${kind}, ${anchorPath}, ${fingerprint},
              ${createdAt}, ${version})
            ON CONFLICT (workspace, id) DO NOTHING`
        : connection.run`UPDATE projects SET name = ${name}, name_folded = ${foldName(name)}, kind = ${kind},
              anchor_path = ${anchorPath}, fingerprint = ${fingerprint}, version = ${version}
            WHERE workspace = ${workspace} AND id = ${id} AND version = ${expectedVersion}`;
    if (written !== 1) throw versionConflict('project', id);
    for (const ownKey of keys) {
      connection.run`INSERT INTO project_keys (workspace, key, project_id) VALUES (${workspace}, ${ownKey}, ${id})
        ON CONFLICT (workspace, key) DO UPDATE SET project_id = excluded.project_id`;
    }
    if (expectedVersion === 0) commit.log(id, { type: 'project.created', at: createdAt });
    if (renamedAt !== undefined) commit.log(id, { type: 'project.renamed', at: renamedAt });
  },
};

export const createProjectReader = (connection: Connection, workspace: string): ProjectReader => ({
  async find(id) {
    const row = connection.get`SELECT * FROM projects WHERE workspace = ${workspace} AND id = ${id}`;
    return row && projectFrom(row);
  },
  async findAll(ids) {
    const rows = connection.all`SELECT * FROM projects
      WHERE workspace = ${workspace} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
    return rows.map(projectFrom);
  },
  async findByKey(key) {
    const row = connection.get`SELECT p.* FROM project_keys k
      JOIN projects p ON p.workspace = k.workspace AND p.id = k.project_id
      WHERE k.workspace = ${workspace} AND k.key = ${key}`;
    return row && projectFrom(row);
  },
  async findByFingerprint(fingerprint) {
    const row = connection.get`SELECT * FROM projects
      WHERE workspace = ${workspace} AND fingerprint = ${fingerprint} AND fingerprint <> '' LIMIT 1`;
    return row && projectFrom(row);
  },
  async listNamed(name) {
    const rows = connection.all`SELECT * FROM projects
      WHERE workspace = ${workspace} AND name_folded = ${foldName(name)} ORDER BY created_at LIMIT 20`;
    return rows.map(projectFrom);
  },
  async list(limit, exceptIds) {
    const where = and(sql`p.workspace = ${workspace}`, noneOf('p.id', exceptIds));
    const rows = connection.all`SELECT p.*,
        (SELECT count(*) FROM sessions s WHERE s.workspace = p.workspace AND s.project_id = p.id) AS sessions
      FROM projects p WHERE ${where} ORDER BY p.created_at DESC LIMIT ${limit}`;
    return rows.map((row) => ({ project: projectFrom(row), sessionCount: Number(row.sessions) }));
  },
  async listNames(limit, exceptIds) {
    const where = and(sql`workspace = ${workspace}`, noneOf('id', exceptIds));
    const rows = connection.all`SELECT name FROM projects WHERE ${where} ORDER BY created_at DESC LIMIT ${limit}`;
    return rows.map((row) => String(row.name));
  },
  async listAnchoredAt(paths) {
    const rows = connection.all`SELECT id FROM projects
      WHERE workspace = ${workspace} AND anchor_path IN (SELECT value FROM json_each(${JSON.stringify(paths)}))`;
    return rows.map((row) => String(row.id));
  },
});
