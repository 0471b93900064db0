import { join } from 'node:path';
import type { ClientAdapter } from '../../app/ports/client-adapter.ts';

export const codex: ClientAdapter = {
  name: 'codex',
  title: 'Codex',
  sessionInCall: ({ sessionId }) => (typeof sessionId === 'string' && sessionId !== '' ? sessionId : null),
  transcripts: { roots: ({ homeDir }) => [join(homeDir, '.codex', 'sessions')] },
  connection: {
    overStdio: ({ shellLine }) => `codex mcp add throughline -- ${shellLine}`,
    overHttp: (url) => `codex mcp add throughline --url ${url}`,
  },
  snippets: async () => (await import('./settings.ts')).listSnippets,
};
