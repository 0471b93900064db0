import { readdirSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { digestsIn } from '../support/faults-bytes.ts';
import { runCommand } from '../support/faults-run.ts';
import { StdioClient } from '../support/stdio-client.ts';
import {
  alter,
  runDoctorProgram as doctor,
  doctorScene,
  FAILED,
  imageOf,
  problems,
  rowsIn,
} from './doctor-home.ts';

const { home, keep, filledHome } = doctorScene();

const CHECKS = [
  'store',
  'integrity',
  'schema',
  'text_index',
  'counters',
  'journal',
  'log',
  'disk',
  'permissions',
  'processes',
  'versions',
  'redaction',
];

describe('a home in order', () => {
  it.each([[[]], [['--full']], [['--repair']]])(
    'is found so with %j, and nothing in it changes',
    async (flags) => {
      const place = filledHome();
      const image = imageOf(place.path);
      const report = await doctor(place, ...flags);
      expect(report).toMatchObject({ code: 0, status: 'note', repairs: [] });
      for (const check of CHECKS)
        expect(report.findings).toContainEqual({ check, status: 'ok', found: expect.any(String), fix: null });
      expect(imageOf(place.path)).toEqual(image);
    },
  );

  it('is listed for people with the worst last and a summary at the end', async () => {
    const place = filledHome();
    const { stdout, stderr } = await runCommand(place, 'doctor');
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^ok {7}store /);
    expect(lines.at(-1)).toBe('No problems: 2 notes.');
    expect(lines.at(-4)).toMatch(/^note {5}clients /);
    expect(stderr).toBe('');
  });

  it('is shown in the help, and refuses flags it does not know', async () => {
    const place = home();
    expect((await runCommand(place, 'help', 'doctor')).stdout).toContain('--repair');
    expect((await runCommand(place, 'doctor', '--repare')).stderr).toContain('--repair');
    expect((await runCommand(place, 'doctor', '--repair', '--read-only')).stderr).toContain('(read_only)');
  });
});

describe('a home without a store', () => {
  it('gets a note about how a store is created, and nothing is created', async () => {
    const place = home();
    rmSync(place.path, { recursive: true });
    for (const flags of [[], ['--repair']]) {
      const report = await doctor(place, ...flags);
      expect(report.code).toBe(0);
      expect(problems(report, 'store')).toMatchObject([
        { status: 'note', fix: expect.stringContaining('first session') },
      ]);
      expect(readdirSync(place.root)).toEqual(['work']);
    }
  });
});

describe('a store that a server has open', () => {
  it('is examined without changing a byte, and the process is named', async () => {
    const place = filledHome();
    const client = keep(await StdioClient.open({ home: place.path, cwd: place.work }));
    await client.facts('add_session_note', { summary: 'while the doctor looks' });
    const before = digestsIn(place.path);
    const report = await doctor(place, '--full');
    expect(report).toMatchObject({ code: 0, status: 'note' });
    expect(report.findings.find(({ check }) => check === 'processes')?.found).toContain(
      String(client.process.pid),
    );
    expect(digestsIn(place.path)).toEqual(before);
    await client.facts('add_session_note', { summary: 'and afterwards' });
  });

  it('is repaired only after the processes that have it open have ended', async () => {
    const place = filledHome();
    alter(place.store, (database) => database.exec('UPDATE record_counts SET count = count + 1'));
    const client = keep(await StdioClient.open({ home: place.path, cwd: place.work }));
    await client.facts('get_sessions');
    const rows = rowsIn(place.store);
    const refused = await doctor(place, '--repair');
    expect(refused.code).toBe(FAILED);
    expect(refused.repairs).toMatchObject([
      {
        status: 'error',
        found: expect.stringContaining(String(client.process.pid)),
        fix: expect.stringContaining('Stop'),
      },
    ]);
    await client.close();
    expect((await doctor(place, '--repair')).code).toBe(0);
    expect(rowsIn(place.store)).toEqual(rows);
  });
});
