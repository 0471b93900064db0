import type { Migration } from './migration.ts';

/** Where things got their names and who may see them, so that a name that is hidden on one branch is hidden on all. */
export const namesElsewhere: Migration = {
  version: 9,
  name: 'names-elsewhere',
  sqlite: `
CREATE INDEX campaign_patches_that_show ON campaign_patches (workspace, project_id)
  WHERE CASE WHEN json_valid(after) THEN coalesce(json_extract(after, '$.name'), json_extract(after, '$.visibility'),
    json_extract(after, '$.private_to')) END IS NOT NULL;
`,
};
