import { pastedClient } from './pasted-client.ts';
import { type ClientPlace, inHome, inProject } from './place.ts';
import { serverSnippet, serverStart, where } from './snippet.ts';

export const cursor = (place: ClientPlace) =>
  pastedClient({ name: 'cursor', title: 'Cursor', hooks: 'none of ours' }, (scope) => {
    const paths = (scope === 'user' ? inHome : inProject)('.cursor', 'mcp.json');
    return serverSnippet(where(paths, place), 'mcpServers', serverStart(place, scope));
  });
