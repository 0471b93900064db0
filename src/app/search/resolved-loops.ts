import type { ParsedQuery } from '../../search/parse-query.ts';
import { asksOutcome, isOutcomeWord } from '../../search/query-outcome.ts';
import type { Deps } from '../deps.ts';
import { pastScope, type SearchScope } from '../ports/search-index.ts';
import { type Answer, answerQuery, type SearchMemoryInput } from './answer.ts';

type Needs = Pick<Deps, 'clock' | 'embedder' | 'games' | 'redactor' | 'store'>;

const MAX_LOOPS = 3;
const NOTHING: Answer = { asked: [], hits: [], nearest: [] };

/** Resolved open loops, if the question asks what became of one; a search for what holds leaves them out. */
export async function findResolvedLoops(
  deps: Needs,
  scope: SearchScope,
  query: ParsedQuery,
  input: SearchMemoryInput,
): Promise<Answer> {
  const terms = query.terms.filter(({ word }) => !isOutcomeWord(word));
  const isAsked = scope.isLiveAt !== undefined && terms.length > 0 && asksOutcome(query.text);
  if (!isAsked || scope.types?.includes('open_loop') === false) return NOTHING;
  const past: SearchScope = { ...pastScope(scope), types: ['open_loop'] };
  const answer = await answerQuery(deps, past, { ...query, terms }, input);
  const records = await deps.store.records.findAll(answer.hits.map(({ text }) => text.id));
  const resolved = new Set(records.flatMap(({ id, status }) => (status === 'resolved' ? [id] : [])));
  return { ...answer, hits: answer.hits.filter(({ text }) => resolved.has(text.id)).slice(0, MAX_LOOPS) };
}
