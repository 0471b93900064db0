import { join } from 'node:path';
import type { ClientAdapter } from '../../app/ports/client-adapter.ts';
import { configFolder, connectionLine, jsonHooks } from '../shared/adapter-parts.ts';

export const vscode = {
  name: 'vscode',
  title: 'VS Code',
  hooks: jsonHooks({
    // There is no event after a compaction, and none at the end of a conversation.
    events: {
      SessionStart: 'session-start',
      UserPromptSubmit: 'prompt',
      Stop: 'stop',
      PreCompact: 'pre-compact',
    },
    id: 'sessionId',
    // The format of the client's transcripts is not documented, so they are not read.
    transcript: null,
    // Another client reads the same file with hooks, and writes this field in another way.
    isIgnored: (_, payload) => payload.text('hookEventName') === null,
  }),
  httpConnection: (url) =>
    connectionLine('.vscode/mcp.json', { servers: { throughline: { type: 'http', url } } }),
  settings: async () => (await import('./settings.ts')).settings,
  presence: { paths: (place) => [join(configFolder(place), 'Code', 'User')], programs: ['code'] },
  installNotes: () => [
    'VS Code runs hooks only where your organization allows them. Elsewhere its agent follows the instructions file.',
  ],
} satisfies ClientAdapter;
