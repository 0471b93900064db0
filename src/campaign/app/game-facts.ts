import type { StoreDeps } from '../../app/deps.ts';
import { DM, isKind } from '../domain/visibility.ts';
import { type PartyMember, partyMember, questView } from './campaign-views.ts';
import { listAllEntities, listParty, loadAudienceFilter } from './load-entities.ts';

export async function gameFacts(deps: StoreDeps, projectId: string) {
  const campaign = await deps.store.campaigns.find(projectId);
  if (campaign === undefined) return undefined;
  const state = (await loadAudienceFilter(deps, campaign, DM)).state(campaign.state);
  const party: readonly PartyMember[] = (await listParty(deps, campaign, DM)).map(partyMember);
  const quests = (await listAllEntities(deps, campaign, ['quest'], DM)).filter(isKind('quest'));
  return {
    game_state: {
      current_location: state.location,
      in_combat: state.in_combat,
      turn_count: campaign.turn,
      in_game_date: state.in_game_date,
      initiative: state.initiative,
      current_turn: state.current_turn,
      party_funds: state.party_funds,
      flags: state.flags,
      branch: campaign.branchId,
      version: campaign.version,
    },
    party_status: party,
    active_quests: quests.filter(({ fields }) => fields.status === 'active').map(questView),
  };
}
