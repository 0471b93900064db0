import { invalid } from '../domain/error.ts';
import type { Config } from './schema.ts';

/** An embedder that nobody could ask is not taken for one. */
export function refuseIncomplete({ embedder, embedderUrl, embedderModel }: Config): void {
  if (embedder === 'none') return;
  const missing = [
    ...(embedderUrl === undefined ? ['embedder_url'] : []),
    ...(embedderModel === undefined ? ['embedder_model'] : []),
  ];
  if (missing.length === 0) return;
  throw invalid(
    'embedder_incomplete',
    `embedder is ${embedder}, and ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set.`,
    `Set ${missing.join(' and ')} first (throughline config set ${missing[0]} …), or set embedder to none.`,
    { fields: missing.map((field) => ({ field, problem: 'is needed for an embedder and not set' })) },
  );
}
