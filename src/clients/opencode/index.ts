import type { ClientAdapter } from '../../app/ports/client-adapter.ts';

export const opencode: ClientAdapter = {
  name: 'opencode',
  title: 'OpenCode',
  snippets: async () => (await import('./settings.ts')).listSnippets,
};
