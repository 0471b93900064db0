import type { Deps } from '../deps.ts';
import type { VectorCount } from '../ports/vectors.ts';
import { getEmbedder } from './embed-pending.ts';

export interface VectorStatus extends VectorCount {
  readonly model: string;
}

export async function vectorStatus(deps: Pick<Deps, 'clock' | 'embedder' | 'store'>): Promise<VectorStatus> {
  const { model } = getEmbedder(deps);
  return { model, ...(await deps.store.vectors.count(model, deps.clock.now())) };
}
