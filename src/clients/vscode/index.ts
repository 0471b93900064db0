import type { ClientAdapter } from '../../app/ports/client-adapter.ts';
import { inFile } from '../shared/connection-line.ts';

const inSettings = (throughline: object) => inFile('.vscode/mcp.json', { servers: { throughline } });

export const vscode: ClientAdapter = {
  name: 'vscode',
  title: 'VS Code',
  connection: {
    overStdio: ({ command, args }) => inSettings({ type: 'stdio', command, args }),
    overHttp: (url) => inSettings({ type: 'http', url }),
  },
  snippets: async () => (await import('./settings.ts')).listSnippets,
};
