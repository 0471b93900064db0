import { cpus } from 'node:os';
import { defineConfig } from 'vitest/config';

const project = (name: string, include: readonly string[], testTimeout: number) => ({
  test: {
    name,
    include: [...include],
    testTimeout,
    hookTimeout: testTimeout,
    setupFiles: ['test/support/fixed-seed.ts'],
  },
});

/**
 * Each test sits at the lowest level that can fail for the reason we care about; the slow ones run real processes.
 * Timeouts only end what hangs: a busy machine may take many times what an idle one does.
 */
export default defineConfig({
  define: { __VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    // Many tests wait for processes they started, so that three workers are faster than two even on two cores.
    maxWorkers: Math.max(3, cpus().length - 1),
    reporters: ['default', './test/support/report-skipped.ts'],
    projects: [
      project(
        'unit',
        [
          'test/{domain,lib,config,redact,search,storage,system,app,cli,clients,embedders,transcripts}/**/*.test.ts',
        ],
        120_000,
      ),
      project('contract', ['test/contract/**/*.test.ts'], 120_000),
      project('architecture', ['test/architecture/**/*.test.ts'], 120_000),
      project('surface', ['test/surface/**/*.test.ts'], 240_000),
      project('e2e', ['test/e2e/**/*.test.ts'], 300_000),
      project('faults', ['test/{faults,doctor}/**/*.test.ts'], 600_000),
    ],
  },
});
