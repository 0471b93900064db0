import { type Instant, msOf } from '../../domain/instant.ts';
import type { Notice } from '../../domain/next-step.ts';
import { effectiveStatus } from '../../domain/record/lifecycle.ts';
import type { RecordCategory, RecordType, ThroughlineRecord } from '../../domain/record/record.ts';
import { applyCutoff } from '../../search/cutoff.ts';
import { fuse } from '../../search/fuse.ts';
import { mergeNearDuplicates } from '../../search/merge-near-duplicates.ts';
import type { ParsedQuery } from '../../search/parse-query.ts';
import { type Ranked, rank, type WeighedTerm } from '../../search/rank.ts';
import { WEIGHTS } from '../../search/weights.ts';
import type { Deps } from '../deps.ts';
import { semanticHits } from '../embed/semantic-hits.ts';
import type { SearchScope, TextSource } from '../ports/search-index.ts';
import { CANDIDATES, gather, READ_WHOLE } from './gather.ts';
import { rewoundEvents } from './readable-hits.ts';
import { docOf, type Searched, saysAsQuoted } from './searched-doc.ts';

type Needs = Pick<Deps, 'clock' | 'embedder' | 'redactor' | 'store'>;

const NEAREST = 40;

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

export interface Hit {
  readonly text: Searched;
  /** Undefined where nothing was asked. */
  readonly ranked?: Ranked;
  /** Other texts that are nearly the same. */
  readonly alike: readonly Searched[];
}

export interface Answer {
  readonly asked: readonly WeighedTerm[];
  readonly hits: readonly Hit[];
  /** What could not be used, in a sentence. */
  readonly trouble?: Notice | undefined;
}

/** A type or a category is only ever a record's. */
const sourcesOf = ({ types, categories }: SearchScope): readonly TextSource[] =>
  types === undefined && categories === undefined ? ['records', 'texts'] : ['records'];

const namesOf = ({ subject, tags, aliases, resolution }: ThroughlineRecord): readonly string[] =>
  [subject, ...tags, ...aliases, resolution].filter((name) => name !== null);

/** What held at a moment, worded as it was then; by `status: all` also what was over by then. */
async function asItStood(
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
            former: [text.text, ...text.names].join('\n'),
          },
        ];
  });
}

/** What a game hides from its players is found inside the game only, and what was rewound not at all. */
async function readable(
  deps: Pick<Deps, 'store'>,
  texts: readonly Searched[],
  scope: SearchScope,
  { status }: SearchMemoryInput,
): Promise<readonly Searched[]> {
  const shown = texts.filter(({ isSecret }) => !isSecret || scope.projectIds !== undefined);
  const rewound = await rewoundEvents(deps, shown);
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
  // Records that mean the same in other words, where somebody has set up an embedder.
  const near = await semanticHits(deps, query.text, scope, NEAREST);
  const similarity = new Map(near.hits.map((hit) => [hit.recordId, hit.similarity]));
  const { terms, texts, named } = await gather(search, query, [...similarity.keys()]);
  const similarityOf = new Map(named.map(({ key, id }) => [key as string, similarity.get(id)]));
  const found = new Map([...named, ...texts].map((text) => [text.key, text]));
  const stood = await asItStood(deps, [...found.values()], input);
  const said = stood.filter((text) => saysAsQuoted(text, query));
  const byKey = new Map<string, Searched>(
    (await readable(deps, said, scope, input)).map((text) => [text.key, text]),
  );
  const now = msOf(input.as_of ?? deps.clock.now());
  const { asked, ranked } = rank(query, terms, [...byKey.values()].map(docOf), now, WEIGHTS);
  const fused = named.length === 0 ? ranked : fuse(ranked, (key) => similarityOf.get(key));
  const { min_score } = input;
  const admitted =
    min_score === undefined
      ? applyCutoff(fused, asked)
      : fused.filter(({ sure }) => sure > 0 && sure >= min_score);
  const hits = admitted.slice(0, CANDIDATES).flatMap((one) => {
    const text = byKey.get(one.doc.key);
    return text === undefined ? [] : [{ text, ranked: one }];
  });
  // Whoever wants everything gets everything.
  const folded =
    min_score === 0
      ? hits.map((hit) => ({ hit, alike: [] }))
      : mergeNearDuplicates(hits, ({ text }) => text.text);
  return {
    asked,
    hits: folded.map(({ hit, alike }) => ({ ...hit, alike: alike.map(({ text }) => text) })),
    trouble: near.trouble,
  };
}

/** The newest records there are, where nothing was asked. */
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
  const stood = await asItStood(deps, read?.texts ?? [], input);
  const said = stood.filter((text) => saysAsQuoted(text, query));
  return { asked: [], hits: said.map((text) => ({ text, alike: [] })) };
}
