import { join } from 'node:path';
import type { ClientAdapter } from '../../app/ports/client-adapter.ts';
import { configFolder } from '../shared/config-folder.ts';
import { connectionLine } from '../shared/server-settings-file.ts';
import { EVENTS } from './events.ts';

const inSettings = (throughline: object) => connectionLine('.vscode/mcp.json', { servers: { throughline } });

export const vscode: ClientAdapter = {
  name: 'vscode',
  title: 'VS Code',
  hooks: {
    events: EVENTS,
    // The default budget: no limit of the client is documented.
    budget: { size: 8_000, unit: 'characters' },
    protocol: async () => (await import('./hook-protocol.ts')).protocol,
  },
  connection: {
    overStdio: ({ command, args }) => inSettings({ type: 'stdio', command, args }),
    overHttp: (url) => inSettings({ type: 'http', url }),
  },
  snippets: async () => (await import('./settings.ts')).listSnippets,
  install: async () => (await import('./settings.ts')).listParts,
  presence: { paths: (place) => [join(configFolder(place), 'Code', 'User')], programs: ['code'] },
  installNotes: () => [
    'VS Code runs hooks only where your organization allows them. Elsewhere its agent follows the instructions file.',
  ],
  doctor: async () => (await import('./doctor.ts')).findConnected,
};
