import type { Connection } from '../connection.ts';
import type { Row } from '../driver.ts';
import { foldName } from '../put-project.ts';

/** The last part of a path, or what stands behind `name:`. */
const nameFrom = (key: string): string =>
  key
    .replace(/^[a-z]+:/, '')
    .replace(/[/\\]\.(git|bare)$/, '')
    .split(/[/\\]/)
    .at(-1) || key;

function remake(draft: Connection, { workspace = null, project_id = null, kind, created_at }: Row): void {
  const keyRow = draft.get(
    'SELECT key FROM project_keys WHERE workspace = ? AND project_id = ? ORDER BY rowid LIMIT 1',
    workspace,
    project_id,
  );
  const key = String(keyRow?.key ?? `salvaged:${project_id}`);
  const name = keyRow === undefined ? String(project_id) : nameFrom(key);
  const anchor = /^(?:git|dir):(.+)$/s.exec(key)?.[1] ?? null;
  draft.run(
    `INSERT INTO projects (workspace, id, key, name, name_folded, kind, anchor_path, fingerprint, created_at, version)
     VALUES (?, ?, ?, ?, ?, ?, ?, '', ?, 1)`,
    workspace,
    project_id,
    key,
    name,
    foldName(name),
    kind ?? 'work',
    anchor,
    created_at ?? null,
  );
}

/** What names its project and would be nowhere without it; a store from before games has none. */
function witnessesIn(draft: Connection): string {
  const sessions = 'SELECT workspace, project_id, kind, started_at AS began FROM sessions';
  const hasGames = draft.get("SELECT 1 FROM sqlite_master WHERE name = 'campaigns'") !== undefined;
  return hasGames
    ? `${sessions} UNION ALL SELECT workspace, project_id, 'game', created_at FROM campaigns`
    : sessions;
}

/** A session or game whose project's row was lost would be nowhere: the project comes back from the keys that name it. */
export function remakeProjects(draft: Connection): number {
  const missing = draft.all(
    `SELECT w.workspace, w.project_id, min(w.kind) AS kind, min(w.began) AS created_at
     FROM (${witnessesIn(draft)}) w
     WHERE NOT EXISTS (SELECT 1 FROM projects p WHERE p.workspace = w.workspace AND p.id = w.project_id)
     GROUP BY w.workspace, w.project_id`,
  );
  for (const row of missing) remake(draft, row);
  return missing.length;
}
