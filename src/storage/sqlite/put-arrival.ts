import type { CampaignArrival } from '../../app/ports/ledger.ts';
import { digestOf } from '../../domain/id.ts';
import { versionConflict } from '../../domain/version-conflict.ts';
import { refuseAlike } from './campaign-names.ts';
import type { Connection } from './connection.ts';
import { putBranch, putEntity, putEvent, putHead, putPatch } from './put-campaign.ts';

/** As for every change to a campaign: names of nobody and no words. */
export const arrivalEvent = ({ campaign, branches, entities, patches, events, at }: CampaignArrival) => ({
  type: 'campaign.imported',
  at,
  branch: campaign.branchId,
  turn: campaign.turn,
  version: campaign.version,
  branches: branches.length,
  entities: entities.length,
  patches: patches.length,
  events: events.length,
  digest: digestOf(JSON.stringify([entities, patches, events])),
});

export function putArrival(connection: Connection, workspace: string, arrival: CampaignArrival): void {
  const { campaign, branches, entities, patches, events } = arrival;
  const isThere = (table: 'campaigns' | 'entities', column: 'project_id' | 'id', id: string) =>
    connection.get(`SELECT 1 FROM ${table} WHERE workspace = ? AND ${column} = ?`, workspace, id) !==
    undefined;
  if (isThere('campaigns', 'project_id', campaign.id)) throw versionConflict('campaign', campaign.id);
  putHead(connection, workspace, campaign);
  refuseAlike(connection, workspace, campaign);
  for (const branch of branches) putBranch(connection, workspace, branch);
  for (const entity of entities) {
    // Putting one that is there would change it: it may be another campaign's.
    if (isThere('entities', 'id', entity.id)) throw versionConflict('entity', entity.id);
    putEntity(connection, workspace, entity);
  }
  for (const patch of patches) putPatch(connection, workspace, campaign.id, patch);
  for (const event of events) putEvent(connection, workspace, event);
}
