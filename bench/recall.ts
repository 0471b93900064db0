import { withTool } from './ask-sets.ts';
import { atLeast, type Bench, type Row } from './benchmark.ts';
import { rounded } from './measure.ts';
import { plainSearch } from './plain-search.ts';
import { longChats, type Question, type SearchSet, shortChats } from './search-sets.ts';

interface Asked extends Question {
  /** Ids on the first page of ten: without a cutoff, with the default, and by plain FTS5. */
  readonly hits: readonly string[];
  readonly hitsAtDefault: readonly string[];
  readonly plainHits: readonly string[];
  /** Characters of the text of the answer without a cutoff. */
  readonly size: number;
}

/** By project, plain FTS5 over the same texts. */
export function plainSearches({ records }: SearchSet) {
  const byProject = new Map<string, { id: string; text: string }[]>();
  for (const { id, projectId, content } of records) {
    const texts = byProject.get(projectId ?? '') ?? [];
    texts.push({ id, text: content });
    byProject.set(projectId ?? '', texts);
  }
  return new Map([...byProject].map(([project, texts]) => [project, plainSearch(texts)]));
}

const askAll = (set: SearchSet): Promise<readonly Asked[]> =>
  withTool(set, async (search) => {
    const plain = plainSearches(set);
    const asked: Asked[] = [];
    for (const question of set.questions) {
      const { query, project } = question;
      const all = await search({ query, project, limit: 10, min_score: 0 });
      const byDefault = await search({ query, project, limit: 10 });
      asked.push({
        ...question,
        hits: all.ids,
        hitsAtDefault: byDefault.ids,
        plainHits: plain.get(project)?.(query) ?? [],
        size: all.text.length,
      });
    }
    return asked;
  });

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

type HitsOf = (one: Asked) => readonly string[];
const all: HitsOf = ({ hits }) => hits;
const atDefault: HitsOf = ({ hitsAtDefault }) => hitsAtDefault;
const plainly: HitsOf = ({ plainHits }) => plainHits;

const recallIn = (depth: number, hitsOf: HitsOf) => (one: Asked) =>
  hitsOf(one)
    .slice(0, depth)
    .filter((id) => one.right.has(id)).length / one.right.size;

const reciprocalRank = (hitsOf: HitsOf) => (one: Asked) => {
  const first = hitsOf(one).findIndex((id) => one.right.has(id));
  return first < 0 ? 0 : 1 / (first + 1);
};

const figures = (asked: readonly Asked[], hitsOf: HitsOf) =>
  `in five ${rounded(mean(asked.map(recallIn(5, hitsOf))), 3)}, in ten ${rounded(mean(asked.map(recallIn(10, hitsOf))), 3)}, MRR ${rounded(mean(asked.map(reciprocalRank(hitsOf))), 3)}`;

/** Tokens are estimated as four characters. */
const CHARACTERS_PER_TOKEN = 4;
/** How much less than plain FTS5 a kind of question may have. */
const TOLERANCE = 0.05;

function rowsOf(name: string, asked: readonly Asked[], bound: Row['bound']): readonly Row[] {
  const answerable = asked.filter(({ right }) => right.size > 0);
  const row = (measure: string, some: readonly Asked[], more: Partial<Row> = {}): Row => ({
    area: 'recall',
    measure: `${name}, ${measure}`,
    value: rounded(mean(some.map(recallIn(10, all))), 3),
    unit: 'of the evidence in ten',
    detail: `${some.length} questions; ${figures(some, all)}; by default ${figures(some, atDefault)}; plain FTS5 ${figures(some, plainly)}`,
    ...more,
  });
  const kinds = [...new Set(answerable.map(({ kind }) => kind))].map((kind) => {
    const some = answerable.filter((one) => one.kind === kind);
    const plain = mean(some.map(recallIn(10, plainly)));
    return row(kind, some, { bound: atLeast(rounded(plain - TOLERANCE, 3), rounded(plain, 3)) });
  });
  const others = asked.filter(({ right }) => right.size === 0);
  const silent = others.filter(({ hitsAtDefault }) => hitsAtDefault.length === 0).length;
  return [
    row('all, min_score 0', answerable, { ...(bound === undefined ? {} : { bound }) }),
    ...kinds,
    {
      area: 'recall',
      measure: `${name}, tokens of an answer`,
      value: Math.round(mean(asked.map(({ size }) => size)) / CHARACTERS_PER_TOKEN),
      unit: 'tokens',
      bound: { isMost: true, atLeast: 1_500, goal: 1_000 },
      detail: 'the text of ten hits, four characters a token',
    },
    ...(others.length === 0
      ? []
      : [
          {
            area: 'recall',
            measure: `${name}, empty answer where nothing answers, by default`,
            value: rounded(silent / others.length, 3),
            unit: 'of the questions',
            detail: `${others.length} questions`,
          },
        ]),
  ];
}

export const recall: Bench = {
  name: 'recall',
  about:
    'short and long chats, each message a record of its session; search_memory over stdio in one project, first page of ten',
  async run(progress) {
    const rows: Row[] = [];
    for (const [set, bound] of [
      [shortChats(), atLeast(0.81, 0.84)],
      [longChats(), atLeast(0.55, 0.62)],
    ] as const) {
      if (set === undefined) {
        progress('a set of chats is not there: nothing to measure');
        continue;
      }
      const some = rowsOf(set.name, await askAll(set), bound);
      for (const { measure, value, detail } of some) progress(`${measure}: ${value} (${detail})`);
      rows.push(...some);
    }
    return rows;
  },
};
