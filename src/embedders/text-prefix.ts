import type { EmbeddingPurpose } from '../app/ports/embedder.ts';

type Prefixes = Readonly<Record<EmbeddingPurpose, string>>;

const NONE: Prefixes = { document: '', query: '' };
const ASKED_ENGLISH = {
  document: '',
  query: 'Represent this sentence for searching relevant passages: ',
};

/** What models were trained to find before a text, by the names they are served under. */
const BY_NAME: readonly (readonly [RegExp, Prefixes])[] = [
  [/nomic-embed-text/, { document: 'search_document: ', query: 'search_query: ' }],
  [/(?:^|[/-])e5-(?:small|base|large)(?!.*instruct)/, { document: 'passage: ', query: 'query: ' }],
  [/mxbai-embed-large|snowflake-arctic-embed(?!2|-\w+-v2)|bge-\w+-en/, ASKED_ENGLISH],
];

export const textPrefix = (model: string, purpose: EmbeddingPurpose): string =>
  (BY_NAME.find(([name]) => name.test(model.toLowerCase()))?.[1] ?? NONE)[purpose];
