import type { CampaignFile } from '../../domain/campaign/export/campaign-file.ts';
import { entityKey } from '../../domain/campaign/new-entity.ts';
import type { CampaignSchemas } from './campaign-file-schema.ts';
import { checkBranches, checkOnce } from './check-branches.ts';
import { checkEvents } from './check-events.ts';
import { checkPatches, kindsIn } from './check-patches.ts';
import { checkReplay } from './check-replay.ts';
import { checkWhoSees } from './check-seen.ts';
import { checkSessions } from './check-sessions.ts';
import { refuse } from './file-problem.ts';

/** What no single value shows: that all of it is of one piece. Its shape is known to be right. */
export function checkCampaign(file: CampaignFile, schemas: CampaignSchemas): void {
  const { campaign, entities, patches, events } = file;
  const branches = checkBranches(file.branches);
  const played = branches.get(campaign.branch);
  if (played === undefined) refuse('campaign.branch', 'is no branch');
  if (played.last_turn !== campaign.turn)
    refuse('campaign.turn', `is not the last turn of its branch, ${played.last_turn}`, played.last_turn);
  checkOnce(entities, 'entities', ({ id }) => id);
  checkOnce(entities, 'entities', ({ kind, name, is_removed }) =>
    is_removed ? null : `${kind} ${entityKey(name)}`,
  );
  checkOnce(patches, 'patches', ({ branch, turn, number }) => JSON.stringify([branch, turn, number]));
  checkOnce(events, 'events', ({ id }) => id);
  const kinds = kindsIn(file);
  checkPatches(file, branches, kinds, schemas);
  checkEvents(file, branches);
  checkSessions(file);
  checkWhoSees(file, kinds);
  checkReplay(file, branches, kinds);
}
