import { defineConfig } from 'vitest/config';

/** Apart from the other tests: these need the real clients, which `scripts/e2e-clients.mjs` fetches. */
export default defineConfig({
  test: {
    name: 'real-clients',
    include: ['test/real-clients/**/*.test.ts'],
    // They only end what hangs: a busy machine may take many times what an idle one does.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // Clients kill hooks that are slow: one at a time, so that these tests do not make them so.
    maxWorkers: 1,
    // On a machine that is busy with others it may happen all the same.
    retry: 1,
  },
});
