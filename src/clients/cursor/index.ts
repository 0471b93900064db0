import { join } from 'node:path';
import type { ClientAdapter } from '../../app/ports/client-adapter.ts';
import { inFile } from '../shared/connection-line.ts';

const inSettings = (throughline: object) => inFile('~/.cursor/mcp.json', { mcpServers: { throughline } });

export const cursor: ClientAdapter = {
  name: 'cursor',
  title: 'Cursor',
  transcripts: { roots: ({ homeDir }) => [join(homeDir, '.cursor', 'projects')] },
  connection: {
    overStdio: ({ command, args }) => inSettings({ command, args }),
    overHttp: (url) => inSettings({ url }),
  },
  snippets: async () => (await import('./settings.ts')).listSnippets,
};
