import { statSync } from 'node:fs';
import { join } from 'node:path';
import { StdioClient } from '../test/support/stdio-client.ts';
import { atMost, type Bench, type Row } from './benchmark.ts';
import { type Filling, fillStore, pastKind, randomFrom, SEED } from './fill-store.ts';
import { type BenchPlace, inPlace, median, quantile, rounded, timed } from './measure.ts';
import { anyWord, commonWord, middlingWord, rareWord } from './zipf-words.ts';

const ROUNDS = 100;
const WARM_UP = 5;
const PAUSE_MS = 20;

interface Size {
  readonly count: number;
  readonly bound?: NonNullable<Row['bound']>;
}

const SIZES: readonly Size[] = [
  { count: 10_000 },
  { count: 100_000, bound: atMost(20, 10) },
  { count: 1_000_000, bound: atMost(30, 15) },
];

const QUERIES = {
  rare: [rareWord, rareWord, rareWord],
  mixed: [rareWord, middlingWord, commonWord],
  'very common': [commonWord, commonWord, commonWord],
};

const HALF_PAST: Filling = {
  kindOf: (index) => [pastKind(index), index % 2 === 0 ? 'active' : 'superseded'],
  wordOf: anyWord,
  // Every twentieth active text has about 4 KB, and matches more words than the short ones.
  lengthOf: (index) => (index % 40 === 0 ? 560 : 12),
};

async function timingsOf(search: () => Promise<unknown>): Promise<readonly number[]> {
  const timings: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) timings.push(await timed(search));
  return timings.slice(WARM_UP);
}

type WordOf = (random: number) => string;

const queryOf = (words: readonly WordOf[], random: () => number) =>
  words.map((word) => word(random())).join(' ');

const rowOf = (measure: string, timings: readonly number[], wanted: Partial<Row>): Row => ({
  area: 'search',
  measure,
  value: rounded(quantile(timings, 0.95)),
  unit: 'ms',
  detail: `p50 ${rounded(median(timings))} ms`,
  ...wanted,
});

/** A client calls a tool some time after it has started the server. */
const IDLE_MS = 2_000;
const STARTS = 5;

/** The first search of a process, as a multiple of its later ones: the median of several processes. */
async function firstRow(place: BenchPlace, records: string, random: () => number): Promise<Row> {
  const [firsts, others]: [number[], number[]] = [[], []];
  for (let start = 0; start < STARTS; start += 1) {
    const client = await StdioClient.open({ home: place.home, cwd: place.project });
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    const search = () => client.facts('search_memory', { query: queryOf(QUERIES.mixed, random) });
    firsts.push(await timed(search));
    others.push(...(await timingsOf(search)));
    await client.close();
  }
  return {
    area: 'search',
    measure: `first search of a process at ${records}, multiple of the others`,
    value: rounded(median(firsts) / median(others)),
    unit: '×',
    bound: atMost(2, 1.5),
    detail: `${rounded(median(firsts))} ms against ${rounded(median(others))} ms`,
  };
}

/** Another process stores one record after the other meanwhile. */
async function whileWriting<Result>(place: BenchPlace, work: () => Promise<Result>): Promise<Result> {
  const writer = await StdioClient.open({ home: place.home, cwd: place.project });
  let isDone = false;
  const writing = (async () => {
    for (let count = 0; !isDone; count += 1) {
      await writer.facts('store_memory', { content: `kept meanwhile ${count}` });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  })();
  try {
    return await work();
  } finally {
    isDone = true;
    await writing;
    await writer.close();
  }
}

const logSize = (home: string) => statSync(join(home, 'store.db-wal'), { throwIfNoEntry: false })?.size ?? 0;

const rowsAt = ({ count, ...wanted }: Size, progress: (line: string) => void): Promise<readonly Row[]> =>
  inPlace(async (place) => {
    await fillStore(place, count, progress, HALF_PAST);
    const random = randomFrom(SEED);
    const client = await StdioClient.open({ home: place.home, cwd: place.project });
    const records = `${count.toLocaleString('en')} records`;
    const rows: Row[] = [];
    await client.facts('search_memory', { query: commonWord(random()) });
    const before = logSize(place.home);
    for (const [kind, words] of Object.entries(QUERIES)) {
      const timings = await timingsOf(() => client.facts('search_memory', { query: queryOf(words, random) }));
      const row = rowOf(`${kind} words at ${records}, p95`, timings, wanted);
      rows.push(row);
      progress(`${row.measure}: ${row.value} ms (${row.detail})`);
    }
    // No record is from that time: without an index on time every record would be read.
    const longAgo = { since: '2020-03-01', until: '2020-03-31' };
    const dated = await timingsOf(() =>
      client.facts('search_memory', { query: queryOf(QUERIES['very common'], random), ...longAgo }),
    );
    rows.push(rowOf(`very common words of a month long ago at ${records}, p95`, dated, wanted));
    const grown = logSize(place.home) - before;
    const busy = await whileWriting(place, () =>
      timingsOf(() => client.facts('search_memory', { query: queryOf(QUERIES.mixed, random) })),
    );
    rows.push(rowOf(`mixed words at ${records} while another process writes, p95`, busy, wanted));
    await client.close();
    rows.push(await firstRow(place, records, random));
    const measure = `growth of the log by searching ${records}`;
    return [...rows, { area: 'search', measure, value: grown, unit: 'bytes', bound: atMost(0, 0) }];
  });

export const search: Bench = {
  name: 'search',
  about: `search_memory over stdio, ${ROUNDS} queries of three words each; one project, every second record past, words as common as in a language, one text of forty with 4 KB; seed ${SEED}`,
  async run(progress) {
    const rows: Row[] = [];
    for (const size of SIZES) rows.push(...(await rowsAt(size, progress)));
    return rows;
  },
};
