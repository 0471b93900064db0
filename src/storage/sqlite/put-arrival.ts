import type { CampaignArrival } from '../../app/ports/ledger.ts';
import { digestOf } from '../../domain/id.ts';
import { refuseAlike } from './campaign-names.ts';
import type { Connection } from './connection.ts';
import { putBranch, putEvent, putHead, putPatch } from './put-campaign.ts';
import { addEntity } from './put-entity.ts';

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
  putHead(connection, workspace, campaign, 0);
  refuseAlike(connection, workspace, campaign);
  for (const branch of branches) putBranch(connection, workspace, branch);
  for (const entity of entities) addEntity(connection, workspace, entity);
  for (const patch of patches) putPatch(connection, workspace, campaign.id, patch);
  for (const event of events) putEvent(connection, workspace, event);
}
