import type { Store } from '../../app/ports/store.ts';
import { type BranchSegment, isInLineage } from '../domain/lineage.ts';
import { loadLineage } from './find-entity.ts';

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
