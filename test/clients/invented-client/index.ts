import { join } from 'node:path';
import type { ClientAdapter } from '../../../src/app/ports/client-adapter.ts';
import { EVENTS } from './events.ts';

/**
 * A client that does not exist and is like none that does: payloads and transcripts are no JSON, context is plain text,
 * the budget counts bytes, and no environment variable names its process.
 */
export const quill: ClientAdapter = {
  name: 'quill',
  title: 'Quill',
  environment: { projectDir: (env) => env.QUILL_ROOM || null },
  sessionInCall: (meta) => (typeof meta['quill/talk'] === 'string' ? meta['quill/talk'] : null),
  hooks: {
    events: EVENTS,
    budget: { size: 4_000, unit: 'bytes' },
    protocol: async () => (await import('./hook-protocol.ts')).protocol,
  },
  transcripts: {
    roots: ({ homeDir }) => [join(homeDir, '.quill', 'talks')],
    format: async () => (await import('./transcript.ts')).transcriptFormat,
    sessionIdOf: (path) => /(\d+)\.talk$/.exec(path)?.[1] ?? null,
  },
  settings: () => import('./settings.ts'),
  presence: { paths: ({ homeDir }) => [join(homeDir, '.quill')] },
};
