import { pastedClient } from './pasted-client.ts';
import { type ClientPlace, inConfig } from './place.ts';
import { serverSnippet, serverStart, where } from './snippet.ts';

/** Knows no projects: it starts its servers in the root folder. */
export const claudeDesktop = (place: ClientPlace) =>
  pastedClient({ name: 'claude-desktop', title: 'Claude Desktop', hooks: 'none at all' }, (scope) => {
    if (scope === 'project') return null;
    const paths = inConfig('Claude', 'claude_desktop_config.json');
    return serverSnippet(where(paths, place), 'mcpServers', serverStart(place, scope));
  });
