import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Home } from '../support/faults-home.ts';
import { runCommand } from '../support/faults-run.ts';
import { doctor, doctorScene, FAILED, imageOf, problems } from './doctored-home.ts';

const { filledHome } = doctorScene();

function configured(text: string): Home & { readonly config: string } {
  const place = filledHome();
  const config = join(place.path, 'config.json');
  writeFileSync(config, text, { mode: 0o600 });
  return { ...place, config };
}

it('a config.json that is not JSON is an error with its line, and the rest is examined all the same', async () => {
  const place = configured('{\n  "port": 4747,\n}\n');
  const told = await doctor(place);
  expect(told.code).toBe(FAILED);
  expect(problems(told, 'config')).toEqual([
    {
      check: 'config',
      status: 'error',
      found: expect.stringContaining(
        `${place.config} is not valid JSON: unexpected "}" at line 3, column 1.`,
      ),
      fix: expect.stringContaining('Correct the file'),
    },
  ]);
  for (const check of ['store', 'integrity', 'redaction'])
    expect(told.findings).toContainEqual(expect.objectContaining({ check, status: 'ok' }));
});

it('each wrong key of config.json is told with file, line and fix; the others hold', async () => {
  const place = configured('{\n  "prot": 1,\n  "store": "other.db",\n  "busy_timeout_ms": -1\n}\n');
  const told = await doctor(place);
  expect(problems(told, 'config')).toMatchObject([
    { found: expect.stringContaining(`${place.config}, line 2: Unknown key`), fix: 'Did you mean port?' },
    {
      found: expect.stringContaining(`${place.config}, line 4: The key busy_timeout_ms`),
      fix: expect.stringContaining('30000'),
    },
  ]);
  expect(JSON.stringify(told.findings)).toContain(join(place.path, 'other.db'));
});

it('nothing is repaired while config.json is wrong: it may name another store', async () => {
  const place = configured('{ "read_only": "perhaps" }');
  chmodSync(place.store, 0o644);
  const image = imageOf(place.path);
  const told = await doctor(place, '--repair');
  expect(told).toMatchObject({ code: FAILED, repairs: [] });
  expect(imageOf(place.path)).toEqual(image);
});

it('people are shown it last, with what to do', async () => {
  const { stdout } = await runCommand(configured('{'), 'doctor');
  expect(stdout).toMatch(/^error {4}config {7}\S+config\.json is not valid JSON.*\n +→ Correct the file/m);
});

it('a config.json in order is said to be so', async () => {
  const place = configured('{ "port": 4748 }');
  const told = await doctor(place);
  expect(told.code).toBe(0);
  expect(told.findings).toContainEqual({
    check: 'config',
    status: 'ok',
    found: `1 setting in ${place.config}.`,
    fix: null,
  });
});
