import { msOf } from '../domain/instant.ts';
import { type Notice, nextStep, notice } from '../domain/next-step.ts';
import { CURSOR_LISTS } from '../domain/record/sources.ts';
import { checkText } from '../domain/text.ts';
import { jsonSize, takeFitting } from '../lib/take-fitting.ts';
import { DEFAULT_MIN_SCORE } from '../search/cutoff.ts';
import { type ParsedQuery, parseQuery } from '../search/parse-query.ts';
import { boundCursor } from './bound-cursor.ts';
import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';
import { scopeOf } from './memory-scope.ts';
import type { SearchScope } from './ports/search-index.ts';
import { answerQuery, type Hit, listNewest, type SearchMemoryInput } from './search/answer.ts';
import { CANDIDATES } from './search/gather.ts';
import { type SearchHit, showHits } from './search/show-hits.ts';
import { takeSound } from './search/sound-hits.ts';
import { ShownIds } from './shown-ids.ts';

type Needs = Pick<Deps, 'clock' | 'embedder' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store'>;
type ScopeForNeeds = Pick<Deps, 'clock' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store'>;
type AnswerOfNeeds = Pick<Deps, 'clock' | 'embedder' | 'redactor' | 'store'>;

export interface SearchResults {
  readonly results: readonly SearchHit[];
  readonly next_cursor: string | null;
  readonly remaining: number;
  readonly notices: readonly Notice[];
}

const DEFAULT_LIMIT = 10;
const MAX_CHARS = 18_000;

async function scopeFor(deps: ScopeForNeeds, caller: Caller, input: SearchMemoryInput): Promise<SearchScope> {
  const needsLive = input.status !== 'all' && input.as_of === undefined;
  return {
    projectIds: await scopeOf(deps, caller, input.project),
    types: input.type === undefined ? undefined : [input.type],
    categories: input.category === undefined ? undefined : [input.category],
    since: input.since,
    until: input.until,
    writtenBy: input.as_of,
    isLiveAt: needsLive ? deps.clock.now() : undefined,
  };
}

const asksNothing = ({ terms, time, phrases }: ParsedQuery) =>
  terms.length === 0 && time === undefined && phrases.length === 0;

/** Whoever asks for a type and nothing else gets the newest of it; where there is none, the words may mean something. */
async function answerOf(
  deps: AnswerOfNeeds,
  scope: SearchScope,
  query: ParsedQuery,
  input: SearchMemoryInput,
) {
  if (asksNothing(query)) return listNewest(deps, scope, query, input);
  const { types } = query;
  if (types.length > 0 && scope.types === undefined) {
    const listed = await listNewest(deps, { ...scope, types }, query, input);
    if (listed.hits.length > 0) return listed;
  }
  return answerQuery(deps, scope, query, input);
}

/** Signs alone: nothing the index holds. */
const saysNothing = ({ words, excluded }: ParsedQuery, text: string) =>
  words.length === 0 && excluded.length === 0 && text.trim() !== '';
const WORDLESS = notice('The query has no word to look for; leave it empty for the newest.');

const NAMED = 3;

function damageNotice(damaged: readonly Hit[]): readonly Notice[] {
  if (damaged.length === 0) return [];
  const ids = damaged
    .slice(0, NAMED)
    .map(({ text }) => (text.kind === 'record' ? text.id : `a ${text.kind} of ${text.sessionId}`));
  const names = `${ids.join(', ')}${damaged.length > NAMED ? ' and others' : ''}`;
  return [
    notice(
      `Left out ${damaged.length} that matched: the stored text is damaged (${names}).`,
      nextStep('doctor.run'),
    ),
  ];
}

const shownAs = ({ text }: Hit) => `${text.kind}:${text.id}:${text.part}`;

/**
 * One ranked list over records, notes, turns and captures of the project and what is global. Writes nothing, not even
 * that it was asked.
 */
export async function searchMemory(
  deps: Needs,
  caller: Caller,
  input: SearchMemoryInput,
): Promise<SearchResults> {
  checkText('query', input.query, { min: 0 });
  const { status = 'active', min_score = DEFAULT_MIN_SCORE, limit = DEFAULT_LIMIT } = input;
  const scope = await scopeFor(deps, caller, input);
  const { isLiveAt, ...bounds } = scope;
  const cursor = boundCursor(CURSOR_LISTS.search, { ...bounds, query: input.query, status, min_score });
  const before = input.cursor === undefined ? new ShownIds() : ShownIds.parse(cursor.decode(input.cursor));
  const query = parseQuery(input.query, msOf(deps.clock.now()));
  if (saysNothing(query, input.query))
    return { results: [], remaining: 0, next_cursor: null, notices: [WORDLESS] };
  const answer = await answerOf(deps, scope, query, input);
  const fresh = answer.hits.filter((hit) => !before.has(shownAs(hit))).slice(0, CANDIDATES - before.size);
  const { sound: page, damaged } = await takeSound(deps, fresh, limit);
  const results = takeFitting(await showHits(deps, caller, page, answer, query, input), MAX_CHARS, jsonSize);
  const remaining = fresh.length - damaged.length - results.length;
  const shown = before.with([...page.slice(0, results.length), ...damaged].map(shownAs));
  return {
    results,
    remaining,
    next_cursor: remaining > 0 ? cursor.encode(shown.toString()) : null,
    notices: [...(answer.trouble === undefined ? [] : [answer.trouble]), ...damageNotice(damaged)],
  };
}
