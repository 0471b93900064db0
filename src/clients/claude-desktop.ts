import type { AgentClient } from '../app/ports/agent-client.ts';
import { type ClientPlace, inConfig } from './place.ts';
import { serverSnippet, serverStart, where } from './snippet.ts';

/** Knows no projects: it starts its servers in the root folder. */
export const claudeDesktop = (place: ClientPlace): AgentClient => ({
  name: 'claude-desktop',
  title: 'Claude Desktop',
  hooks: 'none at all',
  partsIn: () => [],
  snippetsIn(scope) {
    if (scope === 'project') return [];
    const here = where(inConfig('Claude', 'claude_desktop_config.json'), place);
    return [serverSnippet(here, 'mcpServers', serverStart(place, scope))];
  },
});
