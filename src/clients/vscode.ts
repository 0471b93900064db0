import type { AgentClient } from '../app/ports/agent-client.ts';
import { type ClientPlace, inConfig, inProject } from './place.ts';
import { serverSnippet, serverStart, where } from './snippet.ts';

export const vscode = (place: ClientPlace): AgentClient => ({
  name: 'vscode',
  title: 'VS Code',
  hooks: 'none of ours',
  partsIn: () => [],
  snippetsIn(scope) {
    const paths = scope === 'user' ? inConfig('Code', 'User', 'mcp.json') : inProject('.vscode', 'mcp.json');
    return [serverSnippet(where(paths, place), 'servers', { type: 'stdio', ...serverStart(place, scope) })];
  },
});
