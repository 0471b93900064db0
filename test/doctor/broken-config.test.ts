import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Home } from '../support/faults-home.ts';
import { runCommand } from '../support/faults-run.ts';
import { doctor, doctorScene, FAILED, imageOf, problems } from './doctor-home.ts';

const { filledHome } = doctorScene();

function configured(text: string): Home & { readonly config: string } {
  const place = filledHome();
  const config = join(place.path, 'config.json');
  writeFileSync(config, text, { mode: 0o600 });
  return { ...place, config };
}

it('reports a config.json that is not JSON with its line, and runs the other checks', async () => {
  const place = configured('{\n  "port": 4747,\n}\n');
  const report = await doctor(place);
  expect(report.code).toBe(FAILED);
  expect(problems(report, 'config')).toEqual([
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
    expect(report.findings).toContainEqual(expect.objectContaining({ check, status: 'ok' }));
});

it('reports each wrong key of config.json with file, line and fix, and applies the others', async () => {
  const place = configured('{\n  "prot": 1,\n  "store": "other.db",\n  "busy_timeout_ms": -1\n}\n');
  const report = await doctor(place);
  expect(problems(report, 'config')).toMatchObject([
    { found: expect.stringContaining(`${place.config}, line 2: Unknown key`), fix: 'Did you mean port?' },
    {
      found: expect.stringContaining(`${place.config}, line 4: The key busy_timeout_ms`),
      fix: expect.stringContaining('30000'),
    },
  ]);
  expect(JSON.stringify(report.findings)).toContain(join(place.path, 'other.db'));
});

it('repairs nothing while config.json is wrong, because it may name another store', async () => {
  const place = configured('{ "read_only": "perhaps" }');
  chmodSync(place.store, 0o644);
  const image = imageOf(place.path);
  const report = await doctor(place, '--repair');
  expect(report).toMatchObject({ code: FAILED, repairs: [] });
  expect(imageOf(place.path)).toEqual(image);
});

it('shows the error last, with a fix', async () => {
  const { stdout } = await runCommand(configured('{'), 'doctor');
  expect(stdout).toMatch(/^error {4}config {7}\S+config\.json is not valid JSON.*\n +→ Correct the file/m);
});

it('reports a correct config.json as ok', async () => {
  const place = configured('{ "port": 4748 }');
  const report = await doctor(place);
  expect(report.code).toBe(0);
  expect(report.findings).toContainEqual({
    check: 'config',
    status: 'ok',
    found: `1 setting in ${place.config}.`,
    fix: null,
  });
});
