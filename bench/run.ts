import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../test/support/program.ts';
import { BENCHES } from './benches.ts';
import { type Row, verdictOf } from './benchmark.ts';
import { mergeRows, type StoredRow } from './merge-rows.ts';
import { precisionOf } from './precision.ts';

const RESULTS = join(ROOT, 'bench', 'results.json');

interface Results {
  readonly machine: string;
  readonly ranAt: string;
  readonly rows: readonly StoredRow[];
}

const machine = () =>
  `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${arch()}, Node ${process.version}`;

/** The figures of the last commit, to compare with; none before the first. */
function committed(): readonly StoredRow[] {
  try {
    const text = execFileSync('git', ['show', 'HEAD:bench/results.json'], { cwd: ROOT, stdio: 'pipe' });
    return (JSON.parse(text.toString()) as Results).rows;
  } catch {
    return [];
  }
}

function stored(): readonly StoredRow[] {
  try {
    return (JSON.parse(readFileSync(RESULTS, 'utf8')) as Results).rows;
  } catch {
    return [];
  }
}

const same = (a: Row) => (b: Row) => a.area === b.area && a.measure === b.measure;

function table(rows: readonly Row[], before: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.area,
    row.measure,
    `${row.value} ${row.unit}`,
    row.bound === undefined
      ? ''
      : `${row.bound.isMost ? '≤' : '≥'} ${row.bound.atLeast}, goal ${row.bound.goal}`,
    verdictOf(row),
    before.find(same(row))?.value.toString() ?? '–',
    row.detail ?? '',
  ]);
  const head = ['area', 'measure', 'value', 'wanted', '', 'before', 'detail'];
  const widths = head.map((_, column) =>
    Math.max(...[head, ...cells].map((row) => row[column]?.length ?? 0)),
  );
  return [head, ...cells]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** `--set PATH` measures a set of notes and questions from outside of the repository, and nothing else. Nothing of it is stored. */
const {
  values: { set },
  positionals: wanted,
} = parseArgs({ options: { set: { type: 'string' } }, allowPositionals: true });
const benches =
  set === undefined
    ? BENCHES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
    : [precisionOf(set)];
const unknown = wanted.filter((name) => !BENCHES.some((bench) => bench.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `No benchmark ${unknown.join(', ')}; there are ${BENCHES.map(({ name }) => name).join(', ')}.\n`,
  );
  process.exit(2);
}
const rows: StoredRow[] = [];
for (const bench of benches) {
  process.stderr.write(`${bench.name}: ${bench.about}\n`);
  const measured = await bench.run((line) => process.stderr.write(`  ${line}\n`));
  rows.push(...measured.map((row) => ({ bench: bench.name, ...row })));
}
process.stdout.write(`\n${machine()}\n\n${table(rows, committed())}\n`);
const results: Results = {
  machine: machine(),
  ranAt: new Date().toISOString(),
  rows: mergeRows(
    stored(),
    rows,
    BENCHES.map(({ name }) => name),
  ),
};
if (set === undefined) writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
