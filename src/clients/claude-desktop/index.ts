import { join } from 'node:path';
import type { ClientAdapter } from '../../app/ports/client-adapter.ts';
import { configFolder } from '../shared/adapter-parts.ts';

export const claudeDesktop = {
  name: 'claude-desktop',
  title: 'Claude Desktop',
  mcpName: 'claude-ai',
  isWithoutHooks: true,
  // The client knows no projects: it starts its servers in the root folder.
  scopes: ['user'],
  settings: async () => (await import('./settings.ts')).settings,
  presence: { paths: (place) => [join(configFolder(place), 'Claude')] },
  installNotes: () => [
    'Claude Desktop has no hooks and knows no projects: ask it to start a session, and name the project.',
  ],
} satisfies ClientAdapter;
