import { defineConfig } from 'vitest/config';

/** Apart from the other tests: these need the real client, which `scripts/e2e-claude-code.mjs` fetches. */
export default defineConfig({
  test: {
    name: 'claude-code',
    include: ['test/claude-code/**/*.test.ts'],
    // They only end what hangs: a busy machine may take many times what an idle one does.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // The client kills hooks that are slow: one at a time, so that these tests do not make them so.
    maxWorkers: 1,
    // On a machine that is busy with others it may happen all the same.
    retry: 1,
  },
});
