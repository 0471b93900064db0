import type { Migration } from './migration.ts';

/** Where things got their names and who may see them, so that a name that is hidden on one branch is hidden on all. */
export const namesElsewhere: Migration = {
  version: 9,
  name: 'names-elsewhere',
  sqlite: `
CREATE INDEX campaign_patches_that_show ON campaign_patches (workspace, project_id)
  WHERE json_extract(after, '$.name') IS NOT NULL OR json_extract(after, '$.visibility') IS NOT NULL
    OR json_extract(after, '$.private_to') IS NOT NULL;
`,
};
