import { checkText } from '../domain/check-text.ts';
import { msOf } from '../domain/instant.ts';
import { type Notice, nextStep, notice } from '../domain/next-step.ts';
import { CURSOR_LISTS } from '../domain/record/sources.ts';
import { jsonSize, takeFitting } from '../lib/lists.ts';
import { type ParsedQuery, parseQuery } from '../search/parse-query.ts';
import { CUTOFF } from '../search/weights.ts';
import type { Caller } from './caller.ts';
import type { Deps, ProjectDeps, StoreDeps } from './deps.ts';
import { createListCursor, ReturnedIds } from './list-cursor.ts';
import { scopeOf } from './locate-session.ts';
import type { SearchScope } from './ports/search-index.ts';
import { answerQuery, type Hit, listNewest, type SearchMemoryInput } from './search/answer.ts';
import { CANDIDATES } from './search/gather.ts';
import { findResolvedLoops } from './search/resolved-loops.ts';
import { type SearchHit, showHits } from './search/show-hits.ts';

interface CheckedHits {
  /** At most as many as were requested. */
  readonly undamaged: readonly Hit[];
  /** Hits before the last of these whose text is damaged. */
  readonly damaged: readonly Hit[];
}

/** Compares only the texts that will be shown with their checksums. */
async function takeUndamaged(
  { store }: StoreDeps,
  hits: readonly Hit[],
  count: number,
): Promise<CheckedHits> {
  const undamaged: Hit[] = [];
  const damaged: Hit[] = [];
  for (let from = 0; from < hits.length && undamaged.length < count; ) {
    const next = hits.slice(from, from + count - undamaged.length);
    from += next.length;
    const broken = new Set(await store.search.listDamaged(next.map(({ text }) => text.key)));
    for (const hit of next) (broken.has(hit.text.key) ? damaged : undamaged).push(hit);
  }
  return { undamaged, damaged };
}

type Needs = Pick<
  Deps,
  'clock' | 'embedder' | 'folders' | 'games' | 'readOff' | 'redactor' | 'settings' | 'store'
>;
type AnswerOfNeeds = Pick<Deps, 'clock' | 'embedder' | 'games' | 'redactor' | 'store'>;

interface SearchResults {
  readonly results: readonly SearchHit[];
  /** If nothing answers, the texts that share most words with the query. */
  readonly nearest: readonly SearchHit[];
  readonly next_cursor: string | null;
  readonly remaining: number;
  readonly notices: readonly Notice[];
}

const DEFAULT_LIMIT = 10;
const MAX_CHARS = 18_000;

async function scopeFor(deps: ProjectDeps, caller: Caller, input: SearchMemoryInput): Promise<SearchScope> {
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

/** A query that only names a type lists the newest of that type. If there is none, it is searched as words. */
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

/** Only punctuation, which the index does not contain. */
const hasNoWords = ({ words, excluded }: ParsedQuery, text: string) =>
  words.length === 0 && excluded.length === 0 && text.trim() !== '';
const WORDLESS = notice('The query contains no word. Pass an empty query to list the newest.');

const MAX_NAMED = 3;

function damageNotice(damaged: readonly Hit[]): readonly Notice[] {
  if (damaged.length === 0) return [];
  const ids = damaged
    .slice(0, MAX_NAMED)
    .map(({ text }) =>
      text.kind === 'record' || text.sessionId === null ? text.id : `a ${text.kind} of ${text.sessionId}`,
    );
  const names = `${ids.join(', ')}${damaged.length > MAX_NAMED ? ' and others' : ''}`;
  return [
    notice(
      `Left out ${damaged.length} that matched: the stored text is damaged (${names}).`,
      nextStep('doctor.run'),
    ),
  ];
}

/** They come first on the first page. */
async function resolvedLoops(
  deps: AnswerOfNeeds,
  caller: Caller,
  scope: SearchScope,
  query: ParsedQuery,
  input: SearchMemoryInput & { readonly limit: number },
): Promise<readonly SearchHit[]> {
  const answer = await findResolvedLoops(deps, scope, query, input);
  const { undamaged } = await takeUndamaged(deps, answer.hits, input.limit);
  return showHits(deps, caller, undamaged, answer, query, input);
}

const oldestFirst = ({ text: a }: Hit, { text: b }: Hit) =>
  a.at < b.at ? -1 : a.at > b.at ? 1 : a.sequence - b.sequence;

/** Messages of an overview are read as a course of events. Of notes the best comes first, unless their order is asked for. */
function inOrderOf({ overview }: ParsedQuery, page: readonly Hit[]): readonly Hit[] {
  const isCourse =
    overview === 'order' ||
    (overview === 'summary' && page.every(({ ranked }) => ranked?.isConversation === true));
  return isCourse ? page.toSorted(oldestFirst) : page;
}

const shownAs = ({ text }: Hit) => `${text.kind}:${text.id}:${text.part}`;

/** One ranked list over records, notes, turns and captures of the project and the global scope. Writes nothing. */
export async function searchMemory(
  deps: Needs,
  caller: Caller,
  input: SearchMemoryInput,
): Promise<SearchResults> {
  checkText('query', input.query, { min: 0 });
  const { status = 'active', min_score = CUTOFF.minScore, limit = DEFAULT_LIMIT } = input;
  const scope = await scopeFor(deps, caller, input);
  const { isLiveAt, ...bounds } = scope;
  const cursor = createListCursor(CURSOR_LISTS.search, { ...bounds, query: input.query, status, min_score });
  const before =
    input.cursor === undefined ? new ReturnedIds() : ReturnedIds.parse(cursor.decode(input.cursor));
  const query = parseQuery(input.query, msOf(deps.clock.now()));
  if (hasNoWords(query, input.query))
    return { results: [], nearest: [], remaining: 0, next_cursor: null, notices: [WORDLESS] };
  const answer = await answerOf(deps, scope, query, input);
  const fresh = answer.hits.filter((hit) => !before.has(shownAs(hit))).slice(0, CANDIDATES - before.size);
  const loops =
    input.cursor === undefined ? await resolvedLoops(deps, caller, scope, query, { ...input, limit }) : [];
  const { undamaged, damaged } = await takeUndamaged(deps, fresh, limit - loops.length);
  const page = inOrderOf(query, undamaged);
  const shownHits = await showHits(deps, caller, page, answer, query, input);
  const fitting = takeFitting(shownHits, MAX_CHARS - jsonSize(loops), jsonSize);
  const isAnswered = loops.length > 0;
  const { undamaged: near } = await takeUndamaged(deps, isAnswered ? [] : answer.nearest, CUTOFF.nearest);
  const nearest = await showHits(deps, caller, near, { ...answer, isNearest: true }, query, {
    ...input,
    content: 'passage',
  });
  const remaining = fresh.length - damaged.length - fitting.length;
  const shown = before.with([
    ...loops.map(({ kind, record }) => `${kind}:${record.id}:0`),
    ...[...page.slice(0, fitting.length), ...damaged].map(shownAs),
  ]);
  return {
    results: [...loops, ...fitting],
    nearest,
    remaining,
    next_cursor: remaining > 0 ? cursor.encode(shown.toString()) : null,
    notices: [...(answer.problem === undefined ? [] : [answer.problem]), ...damageNotice(damaged)],
  };
}
