import type { KeptEmbedding } from '../app/embed/keep-embedding.ts';
import { storeWithoutOff } from '../app/off/store-without-off.ts';
import type { World } from '../app/world.ts';
import type { Config } from '../config/schema.ts';
import type { Machine } from './machine.ts';

/** What serves long enough makes the vectors in the background; where there is no embedder, nothing is loaded for it. */
export async function startEmbedding(
  world: World,
  { readOnly }: Config,
  { log }: Machine,
): Promise<KeptEmbedding | undefined> {
  if (world.embedder === undefined || readOnly) return undefined;
  const { keepEmbedding } = await import('../app/embed/keep-embedding.ts');
  return keepEmbedding({ ...world, store: storeWithoutOff(world, new Set()) }, { log });
}
