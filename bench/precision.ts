import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../test/support/program.ts';
import { StdioClient } from '../test/support/stdio-client.ts';
import { atLeast, type Bench, type Row } from './benchmark.ts';
import { inPlace, rounded } from './measure.ts';

export interface SetRecord {
  readonly key: string;
  readonly project: string | null;
  readonly supersedes?: readonly string[];
  readonly resolved?: boolean;
  readonly session?: string;
  readonly [field: string]: unknown;
}

interface Question {
  readonly project: string;
  readonly query: string;
  readonly right: readonly string[];
  readonly kind: string;
}

export interface QuestionSet {
  readonly records: readonly SetRecord[];
  readonly questions: readonly Question[];
}

/** Written by somebody who had not seen the ranking, and never tuned on. */
const SETS = ['engineering', 'game'];
export const setPaths = (): readonly string[] =>
  SETS.map((name) => join(ROOT, 'bench', 'search-set', `${name}.json`));

export const readSet = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as QuestionSet;

/**
 * A session that decides twice on one subject replaces its first decision, and its checkpoint the one before. The
 * records of a set come from many sessions and are stored by one: what the set does not call replaced holds.
 */
async function reviveReplaced(
  clients: ReadonlyMap<string | null, StdioClient>,
  records: readonly SetRecord[],
  idOf: ReadonlyMap<string, string>,
): Promise<void> {
  const past = new Set(records.flatMap(({ supersedes = [] }) => supersedes));
  for (const { key, project, resolved } of records) {
    const id = idOf.get(key);
    const client = clients.get(project);
    if (id === undefined || client === undefined || resolved === true || past.has(key)) continue;
    const { memories } = await client.facts('list_memories', { ids: [id] });
    if (memories[0].status !== 'active') await client.facts('update_memory', { id, status: 'active' });
  }
}

/** In the order of the file; what resolves or replaces another says so as anybody would. */
async function storeAll(
  clients: ReadonlyMap<string | null, StdioClient>,
  records: readonly SetRecord[],
): Promise<ReadonlyMap<string, string>> {
  const idOf = new Map<string, string>();
  for (const { key, project, supersedes, resolved, session, ...given } of records) {
    const client = clients.get(project);
    if (client === undefined) continue;
    const { id } = await client.facts('store_memory', {
      ...given,
      ...(project === null ? { project: null } : {}),
      ...(supersedes === undefined ? {} : { supersedes: supersedes.map((one) => idOf.get(one)) }),
    });
    idOf.set(key, id);
    if (resolved === true) await client.facts('update_memory', { id, status: 'resolved' });
  }
  await reviveReplaced(clients, records, idOf);
  return idOf;
}

export interface Answered {
  readonly kind: string;
  readonly right: ReadonlySet<string>;
  readonly hits: readonly string[];
}

export async function askSet(path: string): Promise<readonly Answered[]> {
  const { records, questions } = readSet(path);
  return inPlace(async ({ home, project: top }) => {
    const clients = new Map<string | null, StdioClient>();
    for (const name of new Set(questions.map(({ project }) => project))) {
      const cwd = join(top, name);
      mkdirSync(cwd);
      clients.set(name, await StdioClient.open({ home, cwd }));
    }
    const [anyone] = clients.values();
    if (anyone !== undefined) clients.set(null, anyone);
    const idOf = await storeAll(clients, records);
    const answered: Answered[] = [];
    for (const { project, query, right, kind } of questions) {
      const facts = await clients.get(project)?.facts('search_memory', { query });
      const hits = facts.results.map(({ record }: { record: { id: string } }) => record.id);
      answered.push({ kind, hits, right: new Set(right.map((key) => idOf.get(key) ?? key)) });
    }
    for (const client of new Set(clients.values())) await client.close();
    return answered;
  });
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const rightIn = ({ hits, right }: Answered) => hits.filter((id) => right.has(id)).length;

export function rowsOf(answered: readonly Answered[], label: string): readonly Row[] {
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
      bound: atLeast(0.85, 0.95),
      detail: `${returned} hits; counting those on questions without an answer ${rounded(sum(answered.map(rightIn)) / everything, 3)}`,
    }),
    row(
      'found',
      sum(answerable.map((one) => rightIn(one) / one.right.size)) / answerable.length,
      'of the answers',
      {
        bound: atLeast(0.9, 0.95),
        detail: `${answerable.length} questions`,
      },
    ),
    row(
      'silent where nothing answers',
      others.filter(({ hits }) => hits.length === 0).length / others.length,
      'of the questions',
      {
        bound: atLeast(0.9, 0.95),
        detail: `${others.length} questions`,
      },
    ),
  ];
}

export const precision: Bench = {
  name: 'precision',
  about: 'questions over engineering and game notes, asked with search_memory over stdio at the default cut',
  async run(progress) {
    const answered: Answered[] = [];
    const rows: Row[] = [];
    for (const name of SETS) {
      const some = await askSet(join(ROOT, 'bench', 'search-set', `${name}.json`));
      for (const row of rowsOf(some, name)) progress(`${row.measure}: ${row.value} (${row.detail})`);
      answered.push(...some);
    }
    rows.push(...rowsOf(answered, 'both sets'));
    return rows;
  },
};
