import type { Campaign } from '../../campaign/domain/campaign.ts';
import { looseName } from '../../campaign/domain/name-key.ts';
import type { CampaignName } from '../../campaign/ports/campaign-store.ts';
import { versionConflict } from '../../domain/error.ts';
import { formerNameKey } from '../../domain/project/project.ts';
import type { Commit } from './commit.ts';
import type { Connection } from './connection.ts';

const FORMER = formerNameKey('');

function listPresent(connection: Connection, workspace: string): readonly CampaignName[] {
  const rows = connection.all`SELECT p.id, p.name FROM campaigns c
    JOIN projects p ON p.workspace = c.workspace AND p.id = c.project_id
    WHERE c.workspace = ${workspace} ORDER BY c.project_id`;
  return rows.map(({ id, name }) => ({ id: String(id), name: String(name), isFormer: false }));
}

export function listCampaignNames(connection: Connection, workspace: string): readonly CampaignName[] {
  const rows = connection.all`SELECT k.project_id, k.key FROM campaigns c
    JOIN project_keys k ON k.workspace = c.workspace AND k.project_id = c.project_id
    WHERE c.workspace = ${workspace} AND k.key >= ${FORMER} AND k.key < ${`${FORMER}\u{10ffff}`}`;
  const former = rows.map(({ project_id, key }) => ({
    id: String(project_id),
    name: String(key).slice(FORMER.length),
    isFormer: true,
  }));
  return [...listPresent(connection, workspace), ...former];
}

/**
 * Two processes may create campaigns with similar names at once; the second one is refused and retries. Equal names are refused
 * by the primary key, because ids are made from names. Similar names are checked here, under the write lock of the transaction:
 * stores of earlier releases may contain such names, so a unique index is not possible.
 */
export function refuseSimilarName({ connection, workspace }: Commit, { id }: Campaign): void {
  const present = listPresent(connection, workspace);
  const own = present.find((one) => one.id === id);
  const isTaken = (one: CampaignName) =>
    own !== undefined && one.id !== id && looseName(one.name) === looseName(own.name);
  if (present.some(isTaken)) throw versionConflict('campaign', id);
}
