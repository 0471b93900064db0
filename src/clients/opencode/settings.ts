import type { ClientPlace, ClientSettings, Scope } from '../../app/ports/client-settings.ts';
import { connectedBy, settingsAt } from '../shared/find-connected.ts';
import { readServer, type ServerList } from '../shared/json-entries.ts';
import { hookStart } from '../shared/own-entries.ts';
import { ownFilePart, serverPart } from '../shared/settings-parts.ts';
import { inHome, inProject, locateFiles, serverSnippet, serverStart } from '../shared/snippet.ts';
import { opencode } from './index.ts';
import { commandsIn, PLUGIN_MARK, renderPlugin } from './plugin-text.ts';

/** The client has one list for the program and its arguments. */
const SERVERS: ServerList = {
  key: 'mcp',
  entry: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }),
};

const SCHEMA = { $schema: 'https://opencode.ai/config.json' };

const pluginFor = (place: ClientPlace, scope: Scope): string =>
  renderPlugin(
    Object.fromEntries(
      Object.entries(opencode.hooks.events).map(([event, name]) => {
        const { command, args } = hookStart(place, scope, 'opencode', name);
        return [event, [command, ...args]];
      }),
    ),
  );

const locate = locateFiles({
  // On every platform the client keeps its settings in the same place below the home.
  user: {
    plugin: inHome('.config', 'opencode', 'plugin', 'throughline.js'),
    server: inHome('.config', 'opencode', 'opencode.json'),
  },
  project: {
    plugin: inProject('.opencode', 'plugin', 'throughline.js'),
    server: inProject('opencode.json'),
  },
});

export const settings: ClientSettings = {
  listParts(place, scope) {
    const { plugin, server } = locate(place, scope);
    const isShared = scope === 'project';
    return [
      ownFilePart({ path: plugin.path, isShared }, 'hooks', PLUGIN_MARK, pluginFor(place, scope)),
      serverPart({ path: server.path, isShared }, SERVERS, serverStart(place, scope)),
    ];
  },
  listSnippets(place, scope) {
    const { plugin, server } = locate(place, scope);
    return [
      serverSnippet(server, SERVERS.key, SERVERS.entry(serverStart(place, scope)), SCHEMA),
      { what: 'hooks', format: 'text', ...plugin, text: pluginFor(place, scope) },
    ];
  },
  findConnected: connectedBy(opencode, (place, scope, read) => {
    const { plugin, server } = locate(place, scope);
    const found = commandsIn(read(plugin.path)).map(([event, [command = '', ...args]]) => ({
      event,
      entry: { command, args },
    }));
    return {
      hooks: { path: plugin.path, found, offBecause: null },
      server: { path: server.path, entry: readServer(settingsAt(server.path, read), SERVERS) },
    };
  }),
};
