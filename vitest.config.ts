import { cpus } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * For tests that leave nothing behind in their process: files share one, so that modules are loaded once per worker. Tests that
 * weigh processes or close their pipes are not among them: what other threads start at that moment inherits memory and pipes.
 */
const SHARED = { isolate: false, pool: 'threads' } as const;

/** One process per worker for many files, so that modules are loaded once, and one file at a time in each. */
const SHARED_PROCESS = { isolate: false, pool: 'forks' } as const;

/** What measures or replaces a part of its process has one to itself. */
const OWN_PROCESS = [
  'test/contract/sqlite-sync-on-close.test.ts',
  'test/lib/json-depth.test.ts',
  'test/lib/system-files.test.ts',
  'test/redact/linear-time.test.ts',
  'test/transcripts/linear-time.test.ts',
  'test/transcripts/memory.test.ts',
];

const project = (name: string, include: readonly string[], testTimeout: number, options: object = {}) => ({
  test: {
    ...options,
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
        300_000,
        { ...SHARED, exclude: OWN_PROCESS },
      ),
      project('own-process', OWN_PROCESS, 300_000),
      project('campaign', ['test/campaign/**/*.test.ts'], 300_000, SHARED),
      project('contract', ['test/contract/**/*.test.ts'], 300_000, { ...SHARED, exclude: OWN_PROCESS }),
      project('architecture', ['test/architecture/**/*.test.ts'], 300_000, SHARED),
      project('surface', ['test/{surface,doctor}/**/*.test.ts'], 300_000, SHARED),
      project('e2e', ['test/e2e/**/*.test.ts'], 300_000, SHARED_PROCESS),
      project('faults', ['test/faults/**/*.test.ts'], 600_000, SHARED_PROCESS),
    ],
  },
});
