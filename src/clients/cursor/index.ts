import { join } from 'node:path';
import type { ClientAdapter } from '../../app/ports/client-adapter.ts';
import { connectionLine, serverSnippets } from '../shared/server-settings-file.ts';

const inSettings = (throughline: object) =>
  connectionLine('~/.cursor/mcp.json', { mcpServers: { throughline } });

export const cursor: ClientAdapter = {
  name: 'cursor',
  title: 'Cursor',
  transcripts: { roots: ({ homeDir }) => [join(homeDir, '.cursor', 'projects')] },
  connection: {
    overStdio: ({ command, args }) => inSettings({ command, args }),
    overHttp: (url) => inSettings({ url }),
  },
  snippets: serverSnippets({
    key: 'mcpServers',
    user: { home: ['.cursor', 'mcp.json'] },
    project: ['.cursor', 'mcp.json'],
  }),
};
