import type { Migration } from './migration.ts';

/** Imported captures have limits of their own and wait for no review, so the indexes of the others leave them out. */
export const importedCaptures: Migration = {
  version: 14,
  name: 'imported-captures',
  sqlite: `
DROP INDEX captures_by_size;
DROP INDEX captures_unreviewed;
CREATE INDEX captures_by_size ON captures (workspace, seq, bytes) WHERE reason <> 'imported';
CREATE INDEX captures_imported ON captures (workspace, at, seq, bytes) WHERE reason = 'imported';
CREATE INDEX captures_unreviewed ON captures (workspace, project_id, seq)
  WHERE reviewed_at IS NULL AND reason <> 'imported';
`,
};
