import type { ClientAdapter } from '../../app/ports/client-adapter.ts';
import { serverSnippets } from '../shared/server-settings-file.ts';

export const claudeDesktop: ClientAdapter = {
  name: 'claude-desktop',
  title: 'Claude Desktop',
  isWithoutHooks: true,
  // The client knows no projects: it starts its servers in the root folder.
  snippets: serverSnippets({ key: 'mcpServers', user: { config: ['Claude', 'claude_desktop_config.json'] } }),
};
