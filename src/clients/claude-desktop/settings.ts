import type { ClientSettings } from '../../app/ports/client-settings.ts';
import type { ServerList } from '../shared/json-entries.ts';
import { serverPart } from '../shared/settings-parts.ts';
import { inConfig, locateFile, serverSnippet, serverStart } from '../shared/snippet.ts';

const FILE = inConfig('Claude', 'claude_desktop_config.json');
const SERVERS: ServerList = { key: 'mcpServers', entry: (start) => ({ ...start }) };

export const settings: ClientSettings = {
  listParts(place, scope) {
    if (scope === 'project') return [];
    const { path } = locateFile(FILE, place);
    return [serverPart({ path, isShared: false }, SERVERS, serverStart(place, scope))];
  },
  listSnippets: (place, scope) =>
    scope === 'project'
      ? []
      : [serverSnippet(locateFile(FILE, place), SERVERS.key, SERVERS.entry(serverStart(place, scope)))],
};
