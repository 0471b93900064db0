import type { ClientAdapter } from '../../app/ports/client-adapter.ts';

/** Any client without hooks: its agent reads in a file of the project what hooks would do for it. */
export const agentsMd = {
  name: 'agents-md',
  title: 'agents that read AGENTS.md',
  isWithoutHooks: true,
  scopes: ['project'],
  settings: async () => (await import('./settings.ts')).settings,
  installNotes: () => ['Each client also needs the MCP server: docs/guides/any-client.md shows its entry.'],
} satisfies ClientAdapter;
