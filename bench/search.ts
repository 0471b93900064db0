import { statSync } from 'node:fs';
import { join } from 'node:path';
import { StdioClient } from '../test/support/stdio-client.ts';
import { atMost, type Bench, type Row } from './benchmark.ts';
import { type Filling, fillStore, pastKind, randomFrom, SEED } from './fill-store.ts';
import { inPlace, median, quantile, rounded, timed } from './measure.ts';
import { anyWord, commonWord, middlingWord, rareWord } from './zipf-words.ts';

const ROUNDS = 100;
const WARM_UP = 5;

interface Size {
  readonly count: number;
  readonly bound?: NonNullable<Row['bound']>;
}

const SIZES: readonly Size[] = [
  { count: 10_000 },
  { count: 100_000, bound: atMost(25, 10) },
  { count: 1_000_000, bound: atMost(80, 40) },
];

const QUERIES = {
  rare: [rareWord, rareWord, rareWord],
  mixed: [rareWord, middlingWord, commonWord],
  'very common': [commonWord, commonWord, commonWord],
};

const HALF_PAST: Filling = {
  kindOf: (index) => [pastKind(index), index % 2 === 0 ? 'active' : 'superseded'],
  wordOf: anyWord,
};

async function timingsOf(search: () => Promise<unknown>): Promise<readonly number[]> {
  const timings: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) timings.push(await timed(search));
  return timings.slice(WARM_UP);
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
      const timings = await timingsOf(() =>
        client.facts('search_memory', { query: words.map((word) => word(random())).join(' ') }),
      );
      const detail = `p50 ${rounded(median(timings))} ms`;
      const value = rounded(quantile(timings, 0.95));
      rows.push({
        area: 'search',
        measure: `${kind} words at ${records}, p95`,
        value,
        unit: 'ms',
        detail,
        ...wanted,
      });
      progress(`${kind} words at ${records}: ${detail}, p95 ${value} ms`);
    }
    const grown = logSize(place.home) - before;
    await client.close();
    const measure = `growth of the log by searching ${records}`;
    return [...rows, { area: 'search', measure, value: grown, unit: 'bytes', bound: atMost(0, 0) }];
  });

export const search: Bench = {
  name: 'search',
  about: `search_memory over stdio, ${ROUNDS} queries of three words each; one project, every second record past, words as common as in a language; seed ${SEED}`,
  async run(progress) {
    const rows: Row[] = [];
    for (const size of SIZES) rows.push(...(await rowsAt(size, progress)));
    return rows;
  },
};
