import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Repair } from '../../src/app/doctor/doctor.ts';
import type { Finding, FindingStatus } from '../../src/app/doctor/finding.ts';
import type { Database, Row } from '../../src/storage/sqlite/driver.ts';
import { WHOLE_HANDOFF } from '../support/faults-handoff.ts';
import { type Home, homeIn, makeRoot, type Scene, scene } from '../support/faults-home.ts';
import { runCommand } from '../support/faults-run.ts';
import { findDamage, withDatabase } from '../support/faults-store.ts';
import { runProgramInProcess } from '../support/run-in-process.ts';
import { StdioClient } from '../support/stdio-client.ts';

export const PAGE = 4_096;
export const FAILED = 6;

export interface DoctorResult {
  readonly code: number | null;
  readonly status: FindingStatus;
  readonly findings: readonly Finding[];
  readonly repairs: readonly Repair[];
}

function resultOf(code: number | null, stdout: string, stderr: string): DoctorResult {
  if (stdout === '') throw new Error(stderr);
  return { code, ...JSON.parse(stdout) };
}

/** Runs the doctor inside this process, which must not have the store open. */
export async function doctor({ path, work }: Home, ...flags: string[]): Promise<DoctorResult> {
  const words = ['doctor', '--json', ...flags];
  const { exitCode, stdout, stderr } = await runProgramInProcess(words, { home: path, project: work });
  return resultOf(exitCode, stdout, stderr);
}

/** The same by the built program. */
export async function runDoctorProgram(place: Home, ...flags: string[]): Promise<DoctorResult> {
  const { code, stdout, stderr } = await runCommand(place, 'doctor', '--json', ...flags);
  return resultOf(code, stdout, stderr);
}

/** The findings of some checks that are not `ok`. */
export const problems = ({ findings }: DoctorResult, ...checks: string[]): readonly Finding[] =>
  findings.filter(({ check, status }) => status !== 'ok' && checks.includes(check));

/** Everything in the home as it is: names, bytes and permissions. */
export function imageOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name): [string, string] => {
    const path = join(folder, name);
    const { mode, uid, size } = statSync(path);
    const bytes = statSync(path).isFile()
      ? createHash('sha256').update(readFileSync(path)).digest('hex')
      : 'folder';
    return [name, `${mode.toString(8)} ${uid} ${size} ${bytes}`];
  });
  return Object.fromEntries(entries.sort());
}

/** Sessions in several projects, short and long texts, so that tables have inner pages and rows have overflow. */
async function fillHome(client: StdioClient, sessions = 8): Promise<void> {
  for (let index = 0; index < sessions; index += 1) {
    const { session } = await client.facts('start_session', {
      resume: false,
      project: `project ${index % 5}`,
    });
    const target = { session_id: session.session_id };
    for (let number = 0; number < 5; number += 1) {
      const summary = `Note ${index}.${number} ${'n'.repeat(number === 3 && index === 2 ? 15_000 : 300)}`;
      await client.facts('add_session_note', { summary, ...target });
    }
    await client.facts('end_session', {
      ...WHOLE_HANDOFF,
      checkpoint: `Checkpoint ${index} ${'c'.repeat(index === 4 ? 20_000 : 20)}`,
      decisions: Array.from(
        { length: 25 },
        (_, count) => `Decision ${index}.${count} is kept as it was made.`,
      ),
      idempotency_key: `key ${index}`,
      ...target,
    });
  }
}

export interface DoctorScene extends Scene {
  /** A home with a store that the real program filled and closed properly. */
  filledHome(place?: Home): Home;
}

/** Folders and processes of one test file, and one store that is filled once and copied for each test. */
export function doctorScene(): DoctorScene {
  const stage = scene();
  let made: Home;
  beforeAll(async () => {
    made = homeIn(makeRoot());
    const client = await StdioClient.open({ home: made.path, cwd: made.work });
    await fillHome(client);
    await client.close();
  });
  afterAll(() => rmSync(made.root, { recursive: true, force: true }));
  return {
    ...stage,
    filledHome(place = stage.home()) {
      rmSync(place.path, { recursive: true });
      mkdirSync(place.path, { mode: 0o700 });
      copyFileSync(made.store, place.store);
      return place;
    },
  };
}

const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
  AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%\\_text\\_%' ESCAPE '\\' AND name NOT IN ('schema_migrations', 'record_counts')`;

export type Rows = Readonly<Record<string, readonly Row[]>>;

/** Looks at a copy: this process must not be one that has the store itself open. */
export function onCopy<Result>(store: string, look: (copy: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-doctor-'));
  try {
    const copy = join(folder, 'store.db');
    for (const part of ['', '-wal'])
      if (existsSync(`${store}${part}`)) copyFileSync(`${store}${part}`, `${copy}${part}`);
    return look(copy);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Changes a store and leaves it closed, whole in its one file. */
export function alter(store: string, change: (database: Database & Guarded) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-doctor-'));
  try {
    const copy = join(folder, 'store.db');
    copyFileSync(store, copy);
    withDatabase(copy, (database) => {
      change(database as Database & Guarded);
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    });
    copyFileSync(copy, store);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export interface Guarded {
  /** Some drivers protect the tables of a text index by default. */
  enableDefensive?(isActive: boolean): void;
}

export const damageIn = (store: string): readonly string[] => onCopy(store, findDamage);

/** Every row of every table that is not derived from others. */
export const rowsIn = (store: string): Rows =>
  onCopy(store, (copy) =>
    withDatabase(copy, (database) =>
      Object.fromEntries(
        database
          .prepare(TABLES)
          .all()
          .map(({ name }) => [
            String(name),
            database.prepare(`SELECT rowid AS row_number, * FROM "${name}" ORDER BY rowid`).all(),
          ]),
      ),
    ),
  );

export interface Missing {
  readonly table: string;
  readonly row: Row;
}

/** What was there before and is not there, byte for byte, after. */
export function missingFrom(after: Rows, before: Rows): readonly Missing[] {
  return Object.entries(before).flatMap(([table, rows]) => {
    // A migration may have given the table more columns.
    const columns = Object.keys(rows[0] ?? {});
    const kept = new Set((after[table] ?? []).map((row) => JSON.stringify(row, columns)));
    return rows.filter((row) => !kept.has(JSON.stringify(row))).map((row) => ({ table, row }));
  });
}

/** What a repair says of each table must be so: never more than was there, and all of it where it says so. */
export function expectTrueCounts({ repairs }: DoctorResult, before: Rows): void {
  const tables = repairs.at(-1)?.tables ?? [];
  expect(tables.length).toBeGreaterThan(0);
  for (const { table, saved, lost, counted } of tables) {
    const truth = before[table]?.length ?? 0;
    if (counted === 'exactly') expect([table, saved + lost]).toEqual([table, truth]);
    else expect(truth, table).toBeGreaterThanOrEqual(saved + lost);
    if (counted === 'unknown') expect([table, lost]).toEqual([table, 0]);
  }
}

/** Whether rows are missing, or may be. */
export const isLossy = ({ repairs }: DoctorResult): boolean =>
  (repairs.at(-1)?.tables ?? []).some(({ lost, counted }) => lost > 0 || counted !== 'exactly');

/** The file that a damaged store was set aside as. */
export function asideOf({ path }: Home): string {
  const name = readdirSync(path).find((one) => /^store\.db\.damaged-[\dTZ-]+$/.test(one));
  if (name === undefined) throw new Error(`nothing was set aside in ${path}`);
  return join(path, name);
}
