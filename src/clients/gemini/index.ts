import { join } from 'node:path';
import type { ClientAdapter } from '../../app/ports/client-adapter.ts';
import { EVENTS } from './events.ts';

export const gemini: ClientAdapter = {
  name: 'gemini',
  title: 'Gemini CLI',
  hooks: {
    events: EVENTS,
    // The default budget: no limit of the client was found.
    budget: { size: 8_000, unit: 'characters' },
    protocol: async () => (await import('./hook-protocol.ts')).protocol,
  },
  transcripts: {
    roots: ({ homeDir }) => [join(homeDir, '.gemini', 'tmp')],
    format: async () => (await import('./transcript.ts')).transcriptFormat,
  },
  connection: {
    overStdio: ({ shellLine }) => `gemini mcp add throughline ${shellLine}`,
    overHttp: (url) => `gemini mcp add --transport http throughline ${url}`,
  },
  snippets: async () => (await import('./settings.ts')).listSnippets,
  install: async () => (await import('./settings.ts')).listParts,
  presence: { paths: ({ homeDir }) => [join(homeDir, '.gemini')], programs: ['gemini'] },
  installNotes: (scope) =>
    scope === 'project' ? ['Gemini CLI reads hooks of a project only in folders that you trust.'] : [],
  doctor: async () => (await import('./doctor.ts')).findConnected,
};
