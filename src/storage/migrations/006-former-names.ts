import type { Migration } from './migration.ts';

/** How names were compared when this was released. */
const nameKey = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Which name a patch took from its target, to be found by it; and all entities of a campaign in order, removed ones too. */
export const formerNames: Migration = {
  version: 6,
  name: 'former names',
  sqlite: `
ALTER TABLE campaign_patches ADD COLUMN given_up TEXT;
CREATE INDEX campaign_patches_of_names ON campaign_patches (workspace, project_id, given_up) WHERE given_up IS NOT NULL;
CREATE INDEX entities_by_campaign ON entities (workspace, project_id, seq);
`,
  fill(store) {
    const renamed = store.all(
      `SELECT rowid, json_extract(before, '$.name') AS name FROM campaign_patches
       WHERE json_extract(before, '$.name') IS NOT NULL`,
    );
    for (const { rowid, name } of renamed)
      store.run(
        'UPDATE campaign_patches SET given_up = ? WHERE rowid = ?',
        nameKey(String(name)),
        rowid ?? null,
      );
  },
};
