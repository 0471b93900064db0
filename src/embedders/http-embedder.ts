import type { Embedder, EmbeddingPurpose } from '../app/ports/embedder.ts';
import { checkVectors } from './check-vectors.ts';
import { answeredWrongly } from './embedder-errors.ts';
import { postJson } from './post-json.ts';
import { textPrefix } from './text-prefix.ts';

export type EmbedderApi = 'openai' | 'ollama';

export interface HttpEmbedderOptions {
  /** Without the last part, which the API gives. */
  readonly url: string;
  readonly model: string;
  readonly api: EmbedderApi;
  /** Sent as a bearer token; never stored, logged or told. */
  readonly key?: string | undefined;
  readonly queryTimeoutMs: number;
  readonly documentTimeoutMs: number;
  readonly maxAnswerBytes?: number;
}

const MAX_ANSWER_BYTES = 32_000_000;

interface Dialect {
  readonly path: string;
  /** Still untrusted: the vectors in the order of the texts. */
  vectorsIn(answer: unknown): unknown;
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** They come in any order, and say which text each is of. */
function inOrder(data: unknown): unknown {
  if (!Array.isArray(data)) return undefined;
  const ordered: unknown[] = new Array(data.length).fill(undefined);
  for (const [at, item] of data.entries()) {
    const index = field(item, 'index') ?? at;
    if (typeof index === 'number' && index in ordered) ordered[index] = field(item, 'embedding');
  }
  return ordered;
}

const DIALECTS: Readonly<Record<EmbedderApi, Dialect>> = {
  openai: { path: '/embeddings', vectorsIn: (answer) => inOrder(field(answer, 'data')) },
  ollama: { path: '/api/embed', vectorsIn: (answer) => field(answer, 'embeddings') },
};

/** Any endpoint that speaks like OpenAI's, or Ollama's own. */
export function createHttpEmbedder(options: HttpEmbedderOptions): Embedder {
  const { model, api, key, queryTimeoutMs, documentTimeoutMs, maxAnswerBytes = MAX_ANSWER_BYTES } = options;
  const { path, vectorsIn } = DIALECTS[api];
  const url = options.url.replace(/\/+$/, '') + path;
  const limits: Readonly<Record<EmbeddingPurpose, number>> = {
    query: queryTimeoutMs,
    document: documentTimeoutMs,
  };
  return {
    model,
    async embed(texts, purpose, signal) {
      if (texts.length === 0) return [];
      const prefix = textPrefix(model, purpose);
      const answer = await postJson({
        url,
        key,
        signal,
        body: { model, input: texts.map((text) => prefix + text) },
        limitMs: limits[purpose],
        maxBytes: maxAnswerBytes,
      });
      const vectors = checkVectors(vectorsIn(answer), texts.length);
      if (typeof vectors === 'string') throw answeredWrongly(url, vectors);
      return vectors;
    },
  };
}
