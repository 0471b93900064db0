import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BENCHES } from '../../bench/benches.ts';
import { mergeRows, type StoredRow } from '../../bench/merge-rows.ts';
import { ROOT } from '../support/program.ts';

const NAMES = BENCHES.map(({ name }) => name);

it('every stored figure names a benchmark that exists', () => {
  const { rows } = JSON.parse(readFileSync(join(ROOT, 'bench', 'results.json'), 'utf8')) as {
    rows: readonly StoredRow[];
  };
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ bench }) => !NAMES.includes(bench))).toEqual([]);
});

const row = (bench: string, area: string, measure: string): StoredRow => ({
  ...{ bench, area, measure },
  value: 1,
  unit: 'ms',
});

it('a run replaces all figures of the areas it measured and keeps the others', () => {
  const kept = [row('hook', 'hook', 'turn end'), row('peers', 'peers: other', 'start')];
  const old = [row('definitions', 'definitions', '8 tools'), row('peers', 'peers: ours', 'start')];
  const measured = [row('definitions', 'definitions', '15 tools'), row('peers', 'peers: ours', 'start')];
  expect(mergeRows([...kept, ...old], measured, NAMES)).toEqual([...kept, ...measured]);
});

it('a run drops the figures of benchmarks that no longer exist', () => {
  const gone = row('gone', 'definitions', 'bytes');
  const measured = [row('start', 'exit', 'after stdin ends')];
  expect(mergeRows([gone], measured, NAMES)).toEqual(measured);
});
