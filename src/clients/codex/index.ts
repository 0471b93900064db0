import { join } from 'node:path';
import type { ClientAdapter } from '../../app/ports/client-adapter.ts';
import { serverSnippets } from '../shared/server-settings-file.ts';

export const codex: ClientAdapter = {
  name: 'codex',
  title: 'Codex',
  sessionInCall: ({ sessionId }) => (typeof sessionId === 'string' && sessionId !== '' ? sessionId : null),
  transcripts: { roots: ({ homeDir }) => [join(homeDir, '.codex', 'sessions')] },
  connection: {
    overStdio: ({ shellLine }) => `codex mcp add throughline -- ${shellLine}`,
    overHttp: (url) => `codex mcp add throughline --url ${url}`,
  },
  snippets: serverSnippets({
    format: 'toml',
    user: { home: ['.codex', 'config.toml'] },
    project: ['.codex', 'config.toml'],
    folderVariable: 'CODEX_HOME',
  }),
};
