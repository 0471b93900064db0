import { type Instant, msOf } from '../domain/instant.ts';
import { effectiveStatus } from '../domain/record/lifecycle.ts';
import type { RecordCategory, RecordType, ThroughlineRecord } from '../domain/record/record.ts';
import { jsonSize, takeFitting } from '../lib/take-fitting.ts';
import { admit, DEFAULT_MIN_SCORE } from '../search/admit.ts';
import { explain } from '../search/explain.ts';
import { foldAlike } from '../search/fold-alike.ts';
import { type ParsedQuery, parseQuery } from '../search/parse-query.ts';
import { Matcher } from '../search/passages.ts';
import { type Ranked, rank, type WeighedTerm } from '../search/rank.ts';
import { snippetOf } from '../search/snippet.ts';
import { WEIGHTS } from '../search/weights.ts';
import { boundCursor } from './bound-cursor.ts';
import { scopeOf } from './memory-scope.ts';
import type { SearchScope, TextSource } from './ports/search-index.ts';
import { CANDIDATES, gather } from './search/gather.ts';
import { type HitKind, recordHit, textHit } from './search/hit-view.ts';
import { captureOf, rewoundEvents } from './search/readable-hits.ts';
import { docOf, keyOf, type Searched, saysAsQuoted } from './search/searched-doc.ts';
import { ShownIds } from './shown-ids.ts';
import type { RecordView } from './views/record-view.ts';
import type { Caller, World } from './world.ts';

export interface SearchMemoryInput {
  readonly query: string;
  readonly category?: RecordCategory | undefined;
  readonly type?: RecordType | undefined;
  readonly project?: string | null | undefined;
  readonly status?: 'active' | 'all' | undefined;
  readonly since?: Instant | undefined;
  readonly until?: Instant | undefined;
  readonly as_of?: Instant | undefined;
  readonly min_score?: number | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface SearchHit {
  readonly kind: HitKind;
  readonly record: RecordView;
  readonly score: number;
  readonly why: string;
  readonly snippet: string;
  /** Words of the text that were asked for, as they stand in it. */
  readonly matched: readonly string[];
}

export interface SearchResults {
  readonly results: readonly SearchHit[];
  readonly next_cursor: string | null;
  readonly remaining: number;
}

const DEFAULT_LIMIT = 10;
const MAX_CHARS = 18_000;

const needsLive = (input: SearchMemoryInput) => input.status !== 'all' && input.as_of === undefined;

async function scopeFor(world: World, caller: Caller, input: SearchMemoryInput): Promise<SearchScope> {
  return {
    projectIds: await scopeOf(world, caller, input.project),
    types: input.type === undefined ? undefined : [input.type],
    categories: input.category === undefined ? undefined : [input.category],
    since: input.since,
    until: input.until,
    writtenBy: input.as_of,
    isLiveAt: needsLive(input) ? world.clock.now() : undefined,
  };
}

/** A type or a category is only ever a record's. */
const sourcesOf = ({ types, categories }: SearchScope): readonly TextSource[] =>
  types === undefined && categories === undefined ? ['records', 'texts'] : ['records'];

/** What held at a moment, worded as it was then; by `status: all` also what was over by then. */
async function asItStood(
  world: World,
  texts: readonly Searched[],
  { as_of, status }: SearchMemoryInput,
): Promise<readonly Searched[]> {
  if (as_of === undefined) return texts;
  const ids = texts.filter(({ kind }) => kind === 'record').map(({ id }) => id);
  const then = new Map(
    (await world.store.records.findAllAt(ids, as_of))
      .filter((record) => status === 'all' || effectiveStatus(record, as_of) === 'active')
      .map((record) => [record.id, record]),
  );
  return texts.flatMap((text) => {
    if (text.kind !== 'record') return [text];
    const record = then.get(text.id);
    return record === undefined ? [] : [{ ...text, text: record.content }];
  });
}

/** What a game hides from its players is found inside the game only, and what was rewound not at all. */
async function readable(
  world: World,
  texts: readonly Searched[],
  scope: SearchScope,
  input: SearchMemoryInput,
): Promise<readonly Searched[]> {
  const shown = texts.filter(({ isSecret }) => !isSecret || scope.projectIds !== undefined);
  if (input.status === 'all') return shown;
  const rewound = await rewoundEvents(world, shown);
  return rewound.size === 0 ? shown : shown.filter(({ id }) => !rewound.has(id));
}

interface Hit {
  readonly text: Searched;
  readonly ranked: Ranked;
}

interface Answer {
  readonly query: ParsedQuery;
  readonly asked: readonly WeighedTerm[];
  readonly hits: readonly (Hit & { readonly alike: number })[];
}

async function rankedHits(
  world: World,
  scope: SearchScope,
  query: ParsedQuery,
  input: SearchMemoryInput,
): Promise<Answer> {
  const search = { index: world.store.search, scope, sources: sourcesOf(scope) };
  const { terms, texts } = await gather(search, query);
  const stood = await asItStood(world, texts, input);
  const sayable = stood.filter((text) => saysAsQuoted(text, query));
  const byKey = new Map((await readable(world, sayable, scope, input)).map((text) => [keyOf(text), text]));
  const now = msOf(input.as_of ?? world.clock.now());
  const { asked, ranked } = rank(query, terms, [...byKey.values()].map(docOf), now, WEIGHTS);
  const { min_score } = input;
  const admitted =
    min_score === undefined
      ? admit(ranked, asked)
      : ranked.filter(({ sure }) => sure > 0 && sure >= min_score);
  const hits = admitted.slice(0, CANDIDATES).flatMap((one) => {
    const text = byKey.get(one.doc.key);
    return text === undefined ? [] : [{ text, ranked: one }];
  });
  const folded = foldAlike(hits, ({ text }) => text.text);
  return { query, asked, hits: folded.map(({ hit, alike }) => ({ ...hit, alike: alike.length })) };
}

/** The newest there are, where nothing was asked. */
async function newestHits(
  world: World,
  scope: SearchScope,
  query: ParsedQuery,
  input: SearchMemoryInput,
): Promise<Answer> {
  const { search } = world.store;
  const { places } = await search.find('records', { everything: true }, scope, CANDIDATES);
  const found = (await search.read('records', places, scope)).map((text) => ({
    ...text,
    source: 'records' as const,
  }));
  const stood = await asItStood(world, found, input);
  const nothing = new Float64Array(0);
  return {
    query,
    asked: [],
    hits: stood.map((text) => ({
      text,
      alike: 0,
      ranked: {
        doc: docOf(text),
        score: 0,
        sure: 0,
        own: nothing,
        anywhere: nothing,
        lent: nothing,
        timeMet: 0,
        isExact: false,
        isBySpeaker: null,
      },
    })),
  };
}

const LABELS: Readonly<Record<HitKind, string>> = {
  record: '',
  note: 'a note of a session; ',
  turn: 'what the agent said at the end of a turn; ',
  event: 'an event of the game; ',
  capture: 'from the transcript, captured; ',
};

function whyOf({ text, ranked, alike }: Answer['hits'][number], { asked, query }: Answer, view: RecordView) {
  const label = `${LABELS[text.kind]}${text.isSecret ? 'hidden from players; ' : ''}`;
  const reason =
    query.words.length === 0 ? 'newest first: the query has no words' : explain(ranked, asked, query);
  const became = view.superseded_by === null ? '' : `; replaced by ${view.superseded_by}`;
  const resolved = view.status === 'resolved' ? '; resolved' : '';
  return `${label}${reason}${became}${resolved}${alike === 0 ? '' : `; ${alike} more say nearly the same`}`;
}

async function viewsOf(world: World, hits: Answer['hits'], input: SearchMemoryInput) {
  const at = input.as_of ?? world.clock.now();
  const ids = hits.filter(({ text }) => text.kind === 'record').map(({ text }) => text.id);
  const records = await (input.as_of === undefined
    ? world.store.records.findAll(ids)
    : world.store.records.findAllAt(ids, input.as_of));
  const byId = new Map<string, ThroughlineRecord>(records.map((record) => [record.id, record]));
  const views: RecordView[] = [];
  for (const { text } of hits) {
    const { kind } = text;
    const record = byId.get(text.id);
    if (kind === 'record') {
      if (record !== undefined) views.push(recordHit(record, text, at));
    } else {
      const id = kind === 'capture' ? await captureOf(world, text) : text.id;
      views.push(textHit({ ...text, kind }, id ?? text.id));
    }
  }
  return views;
}

/**
 * One ranked list over records, notes, turns and captures of the project and what is global. Writes nothing, not even
 * that it was asked.
 */
export async function searchMemory(
  world: World,
  caller: Caller,
  input: SearchMemoryInput,
): Promise<SearchResults> {
  const { status = 'active', min_score = DEFAULT_MIN_SCORE, limit = DEFAULT_LIMIT } = input;
  const scope = await scopeFor(world, caller, input);
  const query = parseQuery(input.query, msOf(world.clock.now()));
  const { isLiveAt, ...bounds } = scope;
  const cursor = boundCursor('search_memory', { ...bounds, query: input.query, status, min_score });
  const before = input.cursor === undefined ? new ShownIds() : ShownIds.parse(cursor.decode(input.cursor));
  const isEmpty = query.terms.length === 0 && query.time === undefined && query.phrases.length === 0;
  const answer = await (isEmpty ? newestHits : rankedHits)(world, scope, query, input);
  const shownAs = ({ text }: Hit) => `${text.kind}:${text.id}:${text.part}`;
  const fresh = answer.hits.filter((hit) => !before.has(shownAs(hit))).slice(0, CANDIDATES - before.size);
  const page = fresh.slice(0, limit);
  const views = await viewsOf(world, page, input);
  const weights = new Matcher(answer.asked);
  const weightOf = (word: string) =>
    Math.max(0, ...weights.placesOf(word).map(({ index }) => answer.asked[index]?.weight ?? 0));
  const whole = page.flatMap((hit, index): SearchHit[] => {
    const record = views[index];
    if (record === undefined) return [];
    const { snippet, matched } = snippetOf(hit.text.text, weightOf);
    const score = Math.round(Math.min(1, hit.ranked.sure) * 1_000) / 1_000;
    return [{ kind: hit.text.kind, record, score, why: whyOf(hit, answer, record), snippet, matched }];
  });
  const results = takeFitting(whole, MAX_CHARS, jsonSize);
  const remaining = fresh.length - results.length;
  const shown = before.with(page.slice(0, results.length).map(shownAs));
  return { results, remaining, next_cursor: remaining > 0 ? cursor.encode(shown.toString()) : null };
}
