import { join } from 'node:path';
import type { ClientAdapter } from '../../app/ports/client-adapter.ts';
import { serverSnippets } from '../shared/server-settings-file.ts';

export const gemini: ClientAdapter = {
  name: 'gemini',
  title: 'Gemini CLI',
  transcripts: { roots: ({ homeDir }) => [join(homeDir, '.gemini', 'tmp')] },
  connection: {
    overStdio: ({ shellLine }) => `gemini mcp add throughline ${shellLine}`,
    overHttp: (url) => `gemini mcp add --transport http throughline ${url}`,
  },
  snippets: serverSnippets({
    key: 'mcpServers',
    user: { home: ['.gemini', 'settings.json'] },
    project: ['.gemini', 'settings.json'],
  }),
};
