import type { StoreDeps } from '../../app/deps.ts';
import type { Store } from '../../app/ports/store.ts';
import { type BranchSegment, isInLineage } from '../domain/campaign.ts';
import { DM, isKind } from '../domain/visibility.ts';
import { type PartyMember, partyMember, questView } from './campaign-views.ts';
import { listAllEntities, listParty, loadAudienceFilter, loadLineage } from './find-entity.ts';

async function lineageIn(store: Store, projectId: string): Promise<readonly BranchSegment[]> {
  const campaign = await store.campaigns.find(projectId);
  return campaign === undefined ? [] : loadLineage({ store }, campaign);
}

export async function rewoundTurns(store: Store, projectId: string) {
  const lineage = await lineageIn(store, projectId);
  return (played: { readonly branchId: string; readonly turn: number }) => !isInLineage(lineage, played);
}

export async function listRewoundEvents(store: Store, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const lineages = new Map<string, readonly BranchSegment[]>();
  const rewound = new Set<string>();
  for (const event of await store.campaigns.findEvents(ids)) {
    const lineage = lineages.get(event.campaignId) ?? (await lineageIn(store, event.campaignId));
    lineages.set(event.campaignId, lineage);
    if (!isInLineage(lineage, event)) rewound.add(event.id);
  }
  return rewound;
}

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
