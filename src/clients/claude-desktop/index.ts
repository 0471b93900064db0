import type { ClientAdapter } from '../../app/ports/client-adapter.ts';

export const claudeDesktop: ClientAdapter = {
  name: 'claude-desktop',
  title: 'Claude Desktop',
  isWithoutHooks: true,
  snippets: async () => (await import('./settings.ts')).listSnippets,
};
