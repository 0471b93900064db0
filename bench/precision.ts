import { withTool } from './ask-sets.ts';
import { atLeast, type Bench, type Row } from './benchmark.ts';
import { rounded } from './measure.ts';
import { NOTES, notes, type Question, type SearchSet } from './search-sets.ts';

interface Answered extends Question {
  readonly hits: readonly string[];
}

const askSet = (set: SearchSet): Promise<readonly Answered[]> =>
  withTool(set, async (search) => {
    const answered: Answered[] = [];
    for (const question of set.questions) {
      const { query, project } = question;
      answered.push({ ...question, hits: (await search({ query, project, limit: 10 })).ids });
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
  const returned = sum(answerable.map(({ hits }) => hits.length));
  const everything = sum(answered.map(({ hits }) => hits.length));
  return [
    row('right among what is returned', sum(answerable.map(rightIn)) / returned, 'of the hits', {
      bound: atLeast(0.88, 0.95),
      detail: `${returned} hits; counting those on questions without an answer ${rounded(sum(answered.map(rightIn)) / everything, 3)}`,
    }),
    row(
      'found',
      sum(answerable.map((one) => rightIn(one) / one.right.size)) / answerable.length,
      'of the answers',
      { bound: atLeast(0.92, 0.95), detail: `${answerable.length} questions` },
    ),
    row(
      'silent where nothing answers',
      others.filter(({ hits }) => hits.length === 0).length / others.length,
      'of the questions',
      { bound: atLeast(0.9, 0.95), detail: `${others.length} questions` },
    ),
  ];
}

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
    return rows;
  },
};
