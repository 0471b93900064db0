import type { ClientAdapter } from '../../app/ports/client-adapter.ts';
import { connectionLine, serverSnippets } from '../shared/server-settings-file.ts';

const inSettings = (throughline: object) => connectionLine('.vscode/mcp.json', { servers: { throughline } });

export const vscode: ClientAdapter = {
  name: 'vscode',
  title: 'VS Code',
  connection: {
    overStdio: ({ command, args }) => inSettings({ type: 'stdio', command, args }),
    overHttp: (url) => inSettings({ type: 'http', url }),
  },
  snippets: serverSnippets({
    key: 'servers',
    user: { config: ['Code', 'User', 'mcp.json'] },
    project: ['.vscode', 'mcp.json'],
    entry: (start) => ({ type: 'stdio', ...start }),
  }),
};
