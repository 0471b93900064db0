import type { AgentClient } from '../app/ports/agent-client.ts';
import { type ClientPlace, inHome, inProject } from './place.ts';
import { serverSnippet, serverStart, where } from './snippet.ts';

export const gemini = (place: ClientPlace): AgentClient => ({
  name: 'gemini',
  title: 'Gemini CLI',
  hooks: 'none of ours',
  partsIn: () => [],
  snippetsIn(scope) {
    const here = where((scope === 'user' ? inHome : inProject)('.gemini', 'settings.json'), place);
    return [serverSnippet(here, 'mcpServers', serverStart(place, scope))];
  },
});
