import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withTool } from './ask-sets.ts';
import { atLeast, type Bench, type Row } from './benchmark.ts';
import { rounded } from './measure.ts';
import { plainSearches } from './recall.ts';
import { NOTES, notes, notesIn, type Question, type SearchSet } from './search-sets.ts';

interface Answered extends Question {
  readonly hits: readonly string[];
  /** Ten hits of plain FTS5. */
  readonly plainHits: readonly string[];
}

const askSet = (set: SearchSet): Promise<readonly Answered[]> =>
  withTool(set, async (search) => {
    const answered: Answered[] = [];
    const plain = plainSearches(set);
    for (const question of set.questions) {
      const { query, project } = question;
      answered.push({
        ...question,
        hits: (await search({ query, project, limit: 10 })).ids,
        plainHits: plain.get(project)?.(query).slice(0, 10) ?? [],
      });
    }
    return answered;
  });

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const rightIn = ({ hits, right }: Answered) => hits.filter((id) => right.has(id)).length;

function rowsOf(answered: readonly Answered[], label: string): readonly Row[] {
  const answerable = answered.filter(({ right }) => right.size > 0);
  const others = answered.filter(({ right }) => right.size === 0);
  const row = (measure: string, value: number, unit: string, more: Partial<Row> = {}): Row => ({
    area: 'precision',
    measure: `${label}: ${measure}`,
    value: rounded(value, 3),
    unit,
    ...more,
  });
  const plainly = answered.map((one) => ({ ...one, hits: one.plainHits }));
  const plainlyAnswerable = plainly.filter(({ right }) => right.size > 0);
  const plainReturned = sum(plainlyAnswerable.map(({ hits }) => hits.length));
  const plain = {
    precision: rounded(sum(plainlyAnswerable.map(rightIn)) / plainReturned, 3),
    recall: rounded(
      sum(plainlyAnswerable.map((one) => rightIn(one) / one.right.size)) / plainlyAnswerable.length,
      3,
    ),
    silence: plainly.filter(({ right, hits }) => right.size === 0 && hits.length === 0).length,
  };
  const returned = sum(answerable.map(({ hits }) => hits.length));
  const everything = sum(answered.map(({ hits }) => hits.length));
  return [
    row('right among what is returned', sum(answerable.map(rightIn)) / returned, 'of the hits', {
      bound: atLeast(0.88, 0.95),
      detail: `${returned} hits; counting those on questions without an answer ${rounded(sum(answered.map(rightIn)) / everything, 3)}; plain FTS5 ${plain.precision}`,
    }),
    row(
      'found',
      sum(answerable.map((one) => rightIn(one) / one.right.size)) / answerable.length,
      'of the answers',
      { bound: atLeast(0.92, 0.95), detail: `${answerable.length} questions; plain FTS5 ${plain.recall}` },
    ),
    row(
      'silent where nothing answers',
      others.filter(({ hits }) => hits.length === 0).length / others.length,
      'of the questions',
      { bound: atLeast(0.9, 0.95), detail: `${others.length} questions; plain FTS5 ${plain.silence}` },
    ),
  ];
}

/** Written after the ranking was frozen. The ablation of later versions looked at it, so only a new set shows how the ranking does on unknown text. */
const FRESH = 'requests';

export const precision: Bench = {
  name: 'precision',
  about: 'questions over notes, asked with search_memory over stdio at the default cutoff',
  async run(progress) {
    const answered: Answered[] = [];
    const rows: Row[] = [];
    for (const name of NOTES) {
      const some = await askSet(notes(name));
      for (const row of rowsOf(some, name)) progress(`${row.measure}: ${row.value} (${row.detail})`);
      answered.push(...some);
    }
    rows.push(...rowsOf(answered, 'all notes'));
    for (const row of rowsOf(await askSet(notes(FRESH)), FRESH)) {
      progress(`${row.measure}: ${row.value} (${row.detail})`);
      rows.push({ ...row, bound: atLeast(0.8, 0.95) });
    }
    return rows;
  },
};

/** The JSON files of a folder, or the one file that is named. */
const filesOf = (path: string) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => name.endsWith('.json'))
        .map((name) => join(path, name))
    : [path];

/** A set from outside of the repository, as a whole and by kind of question. */
export const precisionOf = (path: string): Bench => ({
  ...precision,
  async run(progress) {
    const rows: Row[] = [];
    for (const file of filesOf(resolve(path))) {
      const set = notesIn(file);
      const answered = await askSet(set);
      for (const one of answered)
        if (one.hits.length !== one.right.size || rightIn(one) < one.right.size)
          progress(
            `${one.kind}: ${JSON.stringify(one.query.slice(0, 100))} returned ${one.hits.join(', ') || 'nothing'}, right: ${[...one.right].join(', ') || 'nothing'}`,
          );
      const kinds = [...new Set(answered.map(({ kind }) => kind))];
      rows.push(
        ...rowsOf(answered, set.name).map((row) => ({ ...row, bound: atLeast(0.8, 0.95) })),
        ...kinds.flatMap((kind) =>
          rowsOf(
            answered.filter((one) => one.kind === kind),
            `${set.name}, ${kind}`,
          ).flatMap(({ bound, ...row }) => (Number.isNaN(row.value) ? [] : [row])),
        ),
      );
    }
    return rows;
  },
});
