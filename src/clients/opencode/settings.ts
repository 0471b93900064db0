import type { ClientPlace, ListParts, ListSnippets, Scope } from '../../app/ports/client-settings.ts';
import type { ServerList } from '../shared/server-settings.ts';
import { ownFilePart, serverPart } from '../shared/settings-parts.ts';
import {
  inHome,
  inProject,
  locateFile,
  programStart,
  serverSnippet,
  serverStart,
} from '../shared/snippet.ts';
import { EVENTS } from './events.ts';
import { PLUGIN_MARK, renderPlugin } from './plugin-text.ts';

/** The client has one list for the program and its arguments. */
export const SERVERS: ServerList = {
  key: 'mcp',
  entry: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }),
};

const pluginFor = (place: ClientPlace, scope: Scope): string =>
  renderPlugin(
    Object.fromEntries(
      Object.entries(EVENTS).map(([event, name]) => {
        const { command, args } = programStart(place, scope, ['hook', 'opencode', name]);
        return [event, [command, ...args]];
      }),
    ),
  );

/** On every platform the client keeps its settings in the same place below the home. */
export const settingsFiles = (place: ClientPlace, scope: Scope) =>
  scope === 'user'
    ? {
        plugin: locateFile(inHome('.config', 'opencode', 'plugin', 'throughline.js'), place),
        server: locateFile(inHome('.config', 'opencode', 'opencode.json'), place),
      }
    : {
        plugin: locateFile(inProject('.opencode', 'plugin', 'throughline.js'), place),
        server: locateFile(inProject('opencode.json'), place),
      };

export const listParts: ListParts = (place, scope) => {
  const { plugin, server } = settingsFiles(place, scope);
  const isShared = scope === 'project';
  return [
    ownFilePart({ path: plugin.path, isShared }, 'hooks', PLUGIN_MARK, pluginFor(place, scope)),
    serverPart({ path: server.path, isShared }, SERVERS, serverStart(place, scope)),
  ];
};

const SCHEMA = { $schema: 'https://opencode.ai/config.json' };

export const listSnippets: ListSnippets = (place, scope) => {
  const { plugin, server } = settingsFiles(place, scope);
  return [
    serverSnippet(server, SERVERS.key, SERVERS.entry(serverStart(place, scope)), SCHEMA),
    { what: 'hooks', format: 'text', ...plugin, text: pluginFor(place, scope) },
  ];
};
