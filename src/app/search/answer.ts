import { type Instant, msOf } from '../../domain/instant.ts';
import type { Notice } from '../../domain/next-step.ts';
import {
  effectiveStatus,
  type RecordCategory,
  type RecordType,
  type ThroughlineRecord,
} from '../../domain/record/record.ts';
import { applyCutoff } from '../../search/cutoff.ts';
import { fuse } from '../../search/fuse.ts';
import { type MergedHit, mergeNearDuplicates } from '../../search/merge-near-duplicates.ts';
import { rankOverview } from '../../search/overview.ts';
import type { ParsedQuery } from '../../search/parse-query.ts';
import { isLongPrompt } from '../../search/query-form.ts';
import { sortByTime } from '../../search/query-order.ts';
import { rank } from '../../search/rank.ts';
import type { Ranked, WeighedTerm } from '../../search/ranked.ts';
import { CUTOFF, WEIGHTS } from '../../search/weights.ts';
import type { Deps } from '../deps.ts';
import { semanticHits } from '../embed/semantic-hits.ts';
import type { SearchScope, TextSource } from '../ports/search-index.ts';
import { CANDIDATES, gather, READ_WHOLE } from './gather.ts';
import { docOf, matchesQuotes, type Searched } from './searched-doc.ts';

type Needs = Pick<Deps, 'clock' | 'embedder' | 'games' | 'redactor' | 'store'>;

const MAX_SEMANTIC_HITS = 40;

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
  /** Whole texts, or the passage that matches best. */
  readonly content?: 'passage' | 'full' | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface Hit {
  readonly text: Searched;
  /** undefined if the query has no words. */
  readonly ranked?: Ranked;
  /** Other texts that are nearly the same. */
  readonly duplicates: readonly Searched[];
  /** A newer hit about the same subject, or with nearly the same words and another number, date or negation. */
  readonly newer?: Searched | undefined;
}

export interface Answer {
  readonly asked: readonly WeighedTerm[];
  readonly hits: readonly Hit[];
  /** The best of what was cut, if nothing was kept. */
  readonly nearest: readonly Hit[];
  /** The hits do not answer the query. */
  readonly isNearest?: boolean;
  /** A problem that limited the search. */
  readonly problem?: Notice | undefined;
}

/** Only records have types and categories. */
const sourcesOf = ({ types, categories }: SearchScope): readonly TextSource[] =>
  types === undefined && categories === undefined ? ['records', 'texts'] : ['records'];

const namesOf = ({ subject, tags, aliases, resolution }: ThroughlineRecord): readonly string[] =>
  [subject, ...tags, ...aliases, resolution].filter((name) => name !== null);

/**
 * Records as they were at a moment, in their wording of that time. With `status: all` also those that were no longer
 * active.
 */
async function asOfMoment(
  deps: Pick<Deps, 'store'>,
  texts: readonly Searched[],
  { as_of, status }: SearchMemoryInput,
): Promise<readonly Searched[]> {
  if (as_of === undefined) return texts;
  const ids = texts.filter(({ kind }) => kind === 'record').map(({ id }) => id);
  const then = new Map(
    (await deps.store.records.findAllAt(ids, as_of))
      .filter((record) => status === 'all' || effectiveStatus(record, as_of) === 'active')
      .map((record) => [record.id, record]),
  );
  return texts.flatMap((text) => {
    if (text.kind !== 'record') return [text];
    const record = then.get(text.id);
    return record === undefined
      ? []
      : [
          {
            ...text,
            text: record.content,
            names: namesOf(record),
            subjects: [...(record.subject === null ? [] : [record.subject]), ...record.aliases],
            supersededText: [text.text, ...text.names].join('\n'),
          },
        ];
  });
}

/**
 * Removes what the caller may not see: what a game hides from its players is found only by a search in that project. Rewound events
 * are removed, or marked if `status` is `all`.
 */
async function filterVisibleTexts(
  { games, store }: Pick<Deps, 'games' | 'store'>,
  texts: readonly Searched[],
  scope: SearchScope,
  { status }: SearchMemoryInput,
): Promise<readonly Searched[]> {
  const shown = texts.filter(({ isSecret }) => !isSecret || scope.projectIds !== undefined);
  const events = shown.filter(({ kind }) => kind === 'event').map(({ id }) => id);
  if (events.length === 0) return shown;
  const rewound = await games.listRewoundEvents(store, events);
  if (rewound.size === 0) return shown;
  return status === 'all'
    ? shown.map((text) => ({ ...text, isRewound: rewound.has(text.id) }))
    : shown.filter(({ id }) => !rewound.has(id));
}

export async function answerQuery(
  deps: Needs,
  scope: SearchScope,
  query: ParsedQuery,
  input: SearchMemoryInput,
): Promise<Answer> {
  const search = { index: deps.store.search, scope, sources: sourcesOf(scope) };
  const semantic = await semanticHits(deps, query.text, scope, MAX_SEMANTIC_HITS);
  const similarity = new Map(semantic.hits.map((hit) => [hit.recordId, hit.similarity]));
  const { terms, texts, named } = await gather(search, query, [...similarity.keys()]);
  const similarityOf = new Map(named.map(({ key, id }) => [key as string, similarity.get(id)]));
  const found = new Map([...named, ...texts].map((text) => [text.key, text]));
  const asOf = await asOfMoment(deps, [...found.values()], input);
  const matching = asOf.filter((text) => matchesQuotes(text, query));
  const byKey = new Map<string, Searched>(
    (await filterVisibleTexts(deps, matching, scope, input)).map((text) => [text.key, text]),
  );
  const now = msOf(input.as_of ?? deps.clock.now());
  const { asked, ranked } = rank(query, terms, [...byKey.values()].map(docOf), now, WEIGHTS);
  const byScore = named.length === 0 ? ranked : fuse(ranked, (key) => similarityOf.get(key));
  const isOverview = query.overview !== undefined;
  const fused = isOverview ? rankOverview(byScore, query) : byScore;
  const { min_score } = input;
  const kept =
    min_score === undefined
      ? applyCutoff(fused, { isRequest: isLongPrompt(query.words), isOverview })
      : fused.filter(({ confidence }) => confidence > 0 && confidence >= min_score);
  const hitsOf = (some: readonly Ranked[]) =>
    some.flatMap((one) => {
      const text = byKey.get(one.doc.key);
      return text === undefined ? [] : [{ text, ranked: one }];
    });
  const hits = hitsOf(kept.slice(0, CANDIDATES));
  const nearest =
    kept.length > 0 ? [] : fused.filter(({ confidence }) => confidence > 0).slice(0, CUTOFF.nearest);
  const ordered = sortByTime(
    hits,
    query.order,
    ({ ranked: { score, doc } }) => ({ score, at: doc.at }),
    CUTOFF.shareOfBest,
  );
  // With a minimum of 0 nothing is merged.
  const merged: readonly MergedHit<(typeof hits)[number]>[] =
    min_score === 0
      ? ordered.map((hit) => ({ hit, duplicates: [] }))
      : mergeNearDuplicates(ordered, ({ text }) => ({
          text: text.text,
          subject: text.subjects[0] ?? null,
          at: text.at,
        }));
  return {
    asked,
    hits: merged.map(({ hit, duplicates, newer }) => ({
      text: hit.text,
      ranked: hit.ranked,
      duplicates: duplicates.map(({ text }) => text),
      newer: newer?.text,
    })),
    nearest: hitsOf(nearest).map((hit) => ({ ...hit, duplicates: [] })),
    problem: semantic.problem,
  };
}

/** The newest records, for a query without words. */
export async function listNewest(
  deps: Pick<Deps, 'store'>,
  scope: SearchScope,
  query: ParsedQuery,
  input: SearchMemoryInput,
): Promise<Answer> {
  const { search } = deps.store;
  const [newest] = await search.find([
    { query: { everything: true }, sources: ['records'], scope, limit: CANDIDATES },
  ]);
  const keys = newest?.candidates.map(({ key }) => key) ?? [];
  const [read] = await search.read([{ texts: { keys }, scope, whole: READ_WHOLE }]);
  const asOf = await asOfMoment(deps, read?.texts ?? [], input);
  const matching = asOf.filter((text) => matchesQuotes(text, query));
  return { asked: [], hits: matching.map((text) => ({ text, duplicates: [] })), nearest: [] };
}
