import type { ClientAdapter } from '../../app/ports/client-adapter.ts';
import { serverSnippets } from '../shared/server-settings-file.ts';

export const opencode: ClientAdapter = {
  name: 'opencode',
  title: 'OpenCode',
  isSessionId: (id) => /^ses_[0-9a-f]{12}[0-9A-Za-z]{14}$/.test(id),
  snippets: serverSnippets({
    key: 'mcp',
    user: { home: ['.config', 'opencode', 'opencode.json'] },
    project: ['opencode.json'],
    // The client has one list for the program and its arguments.
    entry: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }),
    besides: { $schema: 'https://opencode.ai/config.json' },
  }),
};
