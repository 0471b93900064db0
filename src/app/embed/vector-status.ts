import type { VectorCount } from '../ports/vectors.ts';
import type { World } from '../world.ts';
import { getEmbedder } from './embed-pending.ts';

export interface VectorStatus extends VectorCount {
  readonly model: string;
}

export async function vectorStatus(world: World): Promise<VectorStatus> {
  const { model } = getEmbedder(world);
  return { model, ...(await world.store.vectors.count(model, world.clock.now())) };
}
