import { pastedClient } from './pasted-client.ts';
import { type ClientPlace, inHome, inProject } from './place.ts';
import { serverSnippet, serverStart, where } from './snippet.ts';

/** One list for the program and its arguments. */
export const opencode = (place: ClientPlace) =>
  pastedClient({ name: 'opencode', title: 'OpenCode', hooks: 'none of ours' }, (scope) => {
    const paths =
      scope === 'user' ? inHome('.config', 'opencode', 'opencode.json') : inProject('opencode.json');
    const { command, args } = serverStart(place, scope);
    const entry = { type: 'local', command: [command, ...args], enabled: true };
    return serverSnippet(where(paths, place), 'mcp', entry, { $schema: 'https://opencode.ai/config.json' });
  });
