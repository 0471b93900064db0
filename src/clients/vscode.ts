import { pastedClient } from './pasted-client.ts';
import { type ClientPlace, inConfig, inProject } from './place.ts';
import { serverSnippet, serverStart, where } from './snippet.ts';

export const vscode = (place: ClientPlace) =>
  pastedClient({ name: 'vscode', title: 'VS Code', hooks: 'none of ours' }, (scope) => {
    const paths = scope === 'user' ? inConfig('Code', 'User', 'mcp.json') : inProject('.vscode', 'mcp.json');
    return serverSnippet(where(paths, place), 'servers', { type: 'stdio', ...serverStart(place, scope) });
  });
