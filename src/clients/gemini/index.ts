import { join } from 'node:path';
import type { ClientAdapter } from '../../app/ports/client-adapter.ts';

export const gemini: ClientAdapter = {
  name: 'gemini',
  title: 'Gemini CLI',
  transcripts: { roots: ({ homeDir }) => [join(homeDir, '.gemini', 'tmp')] },
  connection: {
    overStdio: ({ shellLine }) => `gemini mcp add throughline ${shellLine}`,
    overHttp: (url) => `gemini mcp add --transport http throughline ${url}`,
  },
  snippets: async () => (await import('./settings.ts')).listSnippets,
};
