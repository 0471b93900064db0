import type { Embedder } from '../app/ports/embedder.ts';
import type { Config } from '../config/schema.ts';
import { invalid } from '../domain/error.ts';
import { lazy } from '../lib/lazy.ts';
import type { ProcessEnvironment } from './process-environment.ts';

/** How much longer a batch of records may take than a question. */
const DOCUMENT_SHARE = 15;

function keyIn(name: string | undefined, env: ProcessEnvironment['env']): string | undefined {
  if (name === undefined) return undefined;
  const key = env[name]?.trim();
  if (key) return key;
  throw invalid(
    'embedder_key_missing',
    `embedder_key_env names the environment variable ${name}, and it is not set here.`,
    `Set ${name} where Throughline is started, or throughline config unset embedder_key_env if no key is needed.`,
  );
}

/** Nothing is loaded and nobody is contacted before the first text. */
export function openEmbedder(config: Config, env: ProcessEnvironment['env']): Embedder | undefined {
  const { embedder, embedderUrl: url, embedderModel: model, embedderTimeoutMs } = config;
  if (embedder === 'none' || url === undefined || model === undefined) return undefined;
  const opened = lazy(async () => {
    const key = keyIn(config.embedderKeyEnv, env);
    const { createHttpEmbedder } = await import('../embedders/http-embedder.ts');
    return createHttpEmbedder({
      url,
      model,
      api: config.embedderApi,
      key,
      queryTimeoutMs: embedderTimeoutMs,
      documentTimeoutMs: embedderTimeoutMs * DOCUMENT_SHARE,
    });
  });
  return { model, embed: async (...asked) => (await opened()).embed(...asked) };
}
