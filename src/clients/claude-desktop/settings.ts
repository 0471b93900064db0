import type { ListParts, ListSnippets } from '../../app/ports/client-settings.ts';
import type { ServerList } from '../shared/server-settings.ts';
import { serverPart } from '../shared/settings-parts.ts';
import { inConfig, locateFile, serverSnippet, serverStart } from '../shared/snippet.ts';

const FILE = inConfig('Claude', 'claude_desktop_config.json');
const SERVERS: ServerList = { key: 'mcpServers', entry: (start) => ({ ...start }) };

export const listParts: ListParts = (place, scope) =>
  scope === 'user'
    ? [
        serverPart(
          { path: locateFile(FILE, place).path, isShared: false },
          SERVERS,
          serverStart(place, scope),
        ),
      ]
    : [];

export const listSnippets: ListSnippets = (place, scope) =>
  scope === 'user'
    ? [serverSnippet(locateFile(FILE, place), SERVERS.key, SERVERS.entry(serverStart(place, scope)))]
    : [];
