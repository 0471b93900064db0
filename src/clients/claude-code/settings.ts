import type { ClientPlace, ClientSettings, Scope } from '../../app/ports/client-settings.ts';
import { connectedBy, settingsAt } from '../shared/find-connected.ts';
import { groupsOf, type Hook, type HookList, listHooks } from '../shared/hook-settings.ts';
import { ALL_HOOKS, offBecause } from '../shared/json-settings.ts';
import type { SettingsText } from '../shared/jsonc/settings-text.ts';
import { findMember, valueIn } from '../shared/jsonc/tree.ts';
import { isOwnHook } from '../shared/own-entries.ts';
import { readServer, type ServerList } from '../shared/server-settings.ts';
import { hooksPart, serverPart } from '../shared/settings-parts.ts';
import {
  hooksSnippet,
  inHome,
  inProject,
  locateFiles,
  programStart,
  serverSnippet,
  serverStart,
} from '../shared/snippet.ts';
import { claudeCode } from './index.ts';
import { listLocalServers, replaceLocalServers } from './local-servers.ts';

const PLUGIN_NOTICE =
  'The plugin throughline has the same hooks, and both would run. Keep one of them. To switch the plugin off, use /plugin in Claude Code.';

/** Whether our plugin is installed and switched on. */
const hasPlugin = ({ root }: SettingsText): boolean =>
  valueIn(findMember(root, 'enabledPlugins'))?.children?.some(
    ({ children }) =>
      String(children?.[0]?.value).startsWith('throughline@') && children?.[1]?.value === true,
  ) ?? false;

/** Ours give up after two seconds by themselves; this is the client's own net under them. */
const TIMEOUT_SECONDS = 5;

const HOOKS: HookList = { isOwn: isOwnHook(claudeCode.name) };
const SERVERS: ServerList = { key: 'mcpServers', entry: (start) => ({ type: 'stdio', ...start }) };

/**
 * A path goes apart from its arguments, so that no shell takes it to pieces. A name goes in one line: on Windows npm
 * makes it a script, which only a shell can start.
 */
const hooksFor = (place: ClientPlace, scope: Scope): readonly Hook[] =>
  Object.entries(claudeCode.hooks.events).map(([event, name]) => {
    const { command, args } = programStart(place, scope, ['hook', claudeCode.name, name]);
    const start = scope === 'project' ? { command: [command, ...args].join(' ') } : { command, args };
    return { event, handler: { type: 'command', ...start, timeout: TIMEOUT_SECONDS } };
  });

const locate = locateFiles(
  {
    user: { hooks: inHome('.claude', 'settings.json'), server: inHome('.claude.json') },
    project: { hooks: inProject('.claude', 'settings.json'), server: inProject('.mcp.json') },
  },
  'CLAUDE_CONFIG_DIR',
);

export const settings: ClientSettings = {
  listParts(place, scope) {
    const { hooks, server } = locate(place, scope);
    const isShared = scope === 'project';
    return [
      hooksPart({ path: hooks.path, isShared }, HOOKS, hooksFor(place, scope), (text) =>
        hasPlugin(text) ? PLUGIN_NOTICE : null,
      ),
      // The client itself writes to this one all the time, and locks it when it does.
      serverPart(
        { path: server.path, isShared, isLocked: !isShared },
        SERVERS,
        serverStart(place, scope),
        isShared ? undefined : replaceLocalServers,
      ),
    ];
  },
  listSnippets(place, scope) {
    const { hooks, server } = locate(place, scope);
    return [
      serverSnippet(server, SERVERS.key, SERVERS.entry(serverStart(place, scope))),
      hooksSnippet(hooks, groupsOf(hooksFor(place, scope))),
    ];
  },
  findConnected: connectedBy(claudeCode, (place, scope, read) => {
    const files = locate(place, scope);
    const hooks = settingsAt(files.hooks.path, read);
    const servers = settingsAt(files.server.path, read);
    return {
      hooks: {
        path: hooks.path,
        found: listHooks(hooks, HOOKS),
        offBecause: offBecause(hooks, ALL_HOOKS),
      },
      server: { path: files.server.path, entry: readServer(servers, SERVERS) },
      hasPlugin: hasPlugin(hooks),
      overriddenIn: scope === 'user' ? listLocalServers(servers).map(({ folder }) => folder) : [],
    };
  }),
};
