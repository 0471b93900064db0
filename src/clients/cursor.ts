import type { AgentClient } from '../app/ports/agent-client.ts';
import { type ClientPlace, inHome, inProject } from './place.ts';
import { serverSnippet, serverStart, where } from './snippet.ts';

export const cursor = (place: ClientPlace): AgentClient => ({
  name: 'cursor',
  title: 'Cursor',
  hooks: 'none of ours',
  partsIn: () => [],
  snippetsIn(scope) {
    const here = where((scope === 'user' ? inHome : inProject)('.cursor', 'mcp.json'), place);
    return [serverSnippet(here, 'mcpServers', serverStart(place, scope))];
  },
});
