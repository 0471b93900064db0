import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { doctor, doctorScene, problems, rowsIn } from './doctor-home.ts';

const { after, filledHome } = doctorScene();

describe('what a killed process was writing', () => {
  const NAMES = [
    'store.db.new-0123456789abcdef',
    'store.db.new-0123456789abcdef-copy',
    'store.db.new-0123456789abcdef-journal',
    'store.db.new-0123456789abcdef-shm',
    'store.db.new-0123456789abcdef-wal',
    'store.db.v1-2026-01-02T03-04-05-678Z.bak.new-89abcdef01234567',
    '.throughline-8c1fd6a6-3f64-4b9f-9c36-5f6e9a7f2b10.tmp',
    'identities/.throughline-11111111-2222-3333-4444-555555555555.tmp',
  ];
  const OTHERS = ['.throughline-notes.tmp', 'notes.new-0123456789abcdef', 'store.db-journal.txt'];
  const write = (path: string, ageMs: number) => {
    writeFileSync(path, 'half', { mode: 0o600 });
    utimesSync(path, new Date(Date.now() - ageMs), new Date(Date.now() - ageMs));
  };
  function littered(ageMs: number) {
    const place = filledHome();
    mkdirSync(join(place.path, 'identities'), { mode: 0o700 });
    for (const name of [...NAMES, ...OTHERS]) write(join(place.path, name), ageMs);
    return place;
  }
  const leftIn = (path: string) => NAMES.filter((name) => existsSync(join(path, name)));

  it.each([
    ['a minute ago', 60_000],
    ['a year ago', 365 * 86_400_000],
    ['by a clock that was a year ahead', -365 * 86_400_000],
  ])('is named with its size and age, and removed by a repair: %s', async (_, ageMs) => {
    const place = littered(ageMs);
    const reported = problems(await doctor(place), 'leftovers');
    const [{ found = '', fix = '' } = {}] = reported;
    for (const name of NAMES)
      expect(found).toMatch(new RegExp(`${name.replaceAll('.', '\\.')} \\(4 bytes, [^)]+\\)`));
    expect(fix).toContain('--repair');
    expect(leftIn(place.path)).toEqual(NAMES);
    const rows = rowsIn(place.store);
    const { code, repairs } = await doctor(place, '--repair');
    expect(code).toBe(0);
    expect(repairs).toHaveLength(NAMES.length);
    expect(leftIn(place.path)).toEqual([]);
    for (const name of OTHERS) expect(existsSync(join(place.path, name))).toBe(true);
    expect(problems(await doctor(place), 'leftovers')).toEqual([]);
    expect(rowsIn(place.store)).toEqual(rows);
  });

  it.runIf(process.platform === 'linux')('is kept while a living process has part of it open', async () => {
    const place = littered(7_200_000);
    const held = join(place.path, 'store.db.new-0123456789abcdef-copy');
    const hold = `require('fs').openSync(${JSON.stringify(held)}, 'r'); console.log('open'); setInterval(() => {}, 1000)`;
    const holder = spawn(process.execPath, ['-e', hold], { stdio: ['ignore', 'pipe', 'inherit'] });
    after(() => void holder.kill('SIGKILL'));
    await once(holder.stdout, 'data');
    const kept = NAMES.slice(0, 5);
    await doctor(place, '--repair');
    expect(leftIn(place.path)).toEqual(kept);
    holder.kill('SIGKILL');
    await once(holder, 'close');
    await doctor(place, '--repair');
    expect(leftIn(place.path)).toEqual([]);
  });
});
