import type { Embedder, EmbeddingPurpose } from '../app/ports/vectors.ts';
import { answeredWrongly, postJson } from './post-json.ts';

const MAX_DIMENSION = 16_384;

const isNumbers = (given: unknown): given is readonly number[] =>
  Array.isArray(given) && given.every((number) => typeof number === 'number' && Number.isFinite(number));

function normalised(numbers: readonly number[], at: number): Float32Array | string {
  const length = Math.hypot(...numbers);
  if (length === 0) return `vector ${at} is all zeros`;
  const vector = Float32Array.from(numbers, (number) => number / length);
  return Number.isFinite(length) && vector.some((number) => number !== 0)
    ? vector
    : `vector ${at} holds numbers that are too large`;
}

export function checkVectors(given: unknown, expectedCount: number): readonly Float32Array[] | string {
  if (!Array.isArray(given)) return 'it contains no list of vectors';
  if (given.length !== expectedCount) return `${given.length} vectors for ${expectedCount} texts`;
  const dimension: unknown = Array.isArray(given[0]) ? given[0].length : 0;
  const vectors: Float32Array[] = [];
  for (const [at, numbers] of given.entries()) {
    if (!isNumbers(numbers) || numbers.length === 0) return `vector ${at} is not a list of finite numbers`;
    if (numbers.length > MAX_DIMENSION) return `vector ${at} has more than ${MAX_DIMENSION} numbers`;
    if (numbers.length !== dimension) return `its vectors have ${dimension} and ${numbers.length} numbers`;
    const vector = normalised(numbers, at);
    if (typeof vector === 'string') return vector;
    vectors.push(vector);
  }
  return vectors;
}

type Prefixes = Readonly<Record<EmbeddingPurpose, string>>;

const NONE: Prefixes = { document: '', query: '' };
const ASKED_ENGLISH = {
  document: '',
  query: 'Represent this sentence for searching relevant passages: ',
};

const BY_NAME: readonly (readonly [RegExp, Prefixes])[] = [
  [/nomic-embed-text/, { document: 'search_document: ', query: 'search_query: ' }],
  [/(?:^|[/-])e5-(?:small|base|large)(?!.*instruct)/, { document: 'passage: ', query: 'query: ' }],
  [/mxbai-embed-large|snowflake-arctic-embed(?!2|-\w+-v2)|bge-\w+-en/, ASKED_ENGLISH],
];

export const textPrefix = (model: string, purpose: EmbeddingPurpose): string =>
  (BY_NAME.find(([name]) => name.test(model.toLowerCase()))?.[1] ?? NONE)[purpose];

export type EmbedderApi = 'openai' | 'ollama';

export interface HttpEmbedderOptions {
  /** Without the path that the API adds. */
  readonly url: string;
  readonly model: string;
  readonly api: EmbedderApi;
  /** Sent as a bearer token; never stored or logged. */
  readonly key?: string | undefined;
  readonly queryTimeoutMs: number;
  readonly documentTimeoutMs: number;
  readonly maxAnswerBytes?: number;
}

const MAX_ANSWER_BYTES = 32_000_000;

interface Dialect {
  readonly path: string;
  /** Still untrusted; in the order of the texts. */
  vectorsIn(answer: unknown): unknown;
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** The items come in any order and carry the index of their text. */
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

/** Works with OpenAI-compatible endpoints and with Ollama. */
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
