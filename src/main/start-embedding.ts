import type { Deps } from '../app/deps.ts';
import type { KeptEmbedding } from '../app/embed/keep-embedding.ts';
import { storeWithoutOff } from '../app/off/store-without-off.ts';
import type { Config } from '../config/schema.ts';
import type { ProcessEnvironment } from './process-environment.ts';

type Needs = Pick<Deps, 'clock' | 'embedder' | 'readOff' | 'store'>;

/** What serves long enough makes the vectors in the background; where there is no embedder, nothing is loaded for it. */
export async function startEmbedding(
  deps: Needs,
  { readOnly }: Config,
  { log }: ProcessEnvironment,
): Promise<KeptEmbedding | undefined> {
  if (deps.embedder === undefined || readOnly) return undefined;
  const { keepEmbedding } = await import('../app/embed/keep-embedding.ts');
  return keepEmbedding({ ...deps, store: storeWithoutOff(deps, new Set()) }, { log });
}
