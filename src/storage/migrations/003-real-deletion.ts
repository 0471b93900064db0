import type { Migration } from './migration.ts';

/** Entries of the text index go when their record goes, instead of waiting for a merge. */
export const realDeletion: Migration = {
  version: 3,
  name: 'real deletion',
  sqlite: `
INSERT INTO records_text (records_text, rank) VALUES ('secure-delete', 1);
INSERT INTO notes_text (notes_text, rank) VALUES ('secure-delete', 1);
`,
};
