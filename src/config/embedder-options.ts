import type { Option } from './option.ts';

const NO_FLAG = ['environment', 'file'] as const;

/** Where vectors for search come from. */
export const embedderOptions = [
  {
    name: 'embedder',
    type: 'text',
    among: ['none', 'http'],
    default: 'none',
    maxLength: 20,
    places: NO_FLAG,
    description: 'The source of search vectors: none, or http for an endpoint that you run or choose.',
  },
  {
    name: 'embedder_url',
    type: 'text',
    default: undefined,
    maxLength: 2_000,
    format: {
      matches: /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/i,
      words: 'an http or https URL, without user, query or fragment',
    },
    places: NO_FLAG,
    description: 'The base URL of the embedder, without /embeddings (or /api/embed for Ollama).',
  },
  {
    name: 'embedder_model',
    type: 'text',
    default: undefined,
    maxLength: 200,
    places: NO_FLAG,
    description: 'The model of the embedder. After a change, all vectors are created again.',
  },
  {
    name: 'embedder_api',
    type: 'text',
    among: ['openai', 'ollama'],
    default: 'openai',
    maxLength: 20,
    places: NO_FLAG,
    description: 'The API of the embedder: openai (most servers support it) or ollama.',
  },
  {
    name: 'embedder_key_env',
    type: 'text',
    default: undefined,
    maxLength: 200,
    format: { matches: /^[A-Za-z_]\w*$/, words: 'the name of an environment variable, not the key itself' },
    places: NO_FLAG,
    description: "The name of the environment variable that holds the embedder's key.",
  },
  {
    type: 'number',
    isWhole: true,
    name: 'embedder_timeout_ms',
    min: 50,
    max: 60_000,
    default: 2_000,
    places: NO_FLAG,
    description:
      'Milliseconds that a search waits for the embedder. A batch of records may take 15 times as long.',
  },
] as const satisfies readonly Option[];
