import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

/** The feature, and what may import it. */
const LEFT_OUT = ['campaign', 'main', 'storage'];

it('type-checks without the campaign feature: it uses nothing that the feature declares', () => {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-core-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const rooms = readdirSync(join(ROOT, 'src')).filter((room) => !LEFT_OUT.includes(room));
  const config = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: { typeRoots: [join(ROOT, 'node_modules', '@types')] },
    include: rooms.map((room) => join(ROOT, 'src', room)),
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { stdout, status } = spawnSync(process.execPath, [TSC, '--noEmit', '-p', folder], {
    encoding: 'utf8',
  });
  expect(stdout, 'see docs/decisions/campaign-feature.md').toBe('');
  expect(status).toBe(0);
});
