import { join } from 'node:path';
import type { ClientPlace, ListParts, ListSnippets, Scope, Start } from '../../app/ports/client-settings.ts';
import { groupsOf, type Hook, type HookList } from '../shared/hook-settings.ts';
import type { SettingsText } from '../shared/jsonc/settings-text.ts';
import { findMember, valueIn } from '../shared/jsonc/tree.ts';
import { isOwnHook } from '../shared/own-entries.ts';
import type { ServerList } from '../shared/server-settings.ts';
import { hooksPart, serverPart } from '../shared/settings-parts.ts';
import {
  hooksSnippet,
  inHome,
  inProject,
  locateFile,
  programStart,
  serverSnippet,
  serverStart,
} from '../shared/snippet.ts';
import { EVENTS } from './events.ts';
import { replaceLocalServers } from './local-servers.ts';

const PLUGIN_NOTICE =
  'The plugin throughline has the same hooks, and both would run. Keep one of them. To switch the plugin off, use /plugin in Claude Code.';

/** Whether our plugin is installed and switched on. */
export const hasPlugin = ({ root }: SettingsText): boolean =>
  valueIn(findMember(root, 'enabledPlugins'))?.children?.some(
    ({ children }) =>
      String(children?.[0]?.value).startsWith('throughline@') && children?.[1]?.value === true,
  ) ?? false;

const NAME = 'claude-code';
/** Ours give up after two seconds by themselves; this is the client's own net under them. */
const TIMEOUT_SECONDS = 5;

export const HOOKS: HookList = { isOwn: isOwnHook(NAME) };
export const SERVERS: ServerList = {
  key: 'mcpServers',
  entry: (start: Start) => ({ type: 'stdio', ...start }),
};

/**
 * A path goes apart from its arguments, so that no shell takes it to pieces. A name goes in one line: on Windows npm
 * makes it a script, which only a shell can start.
 */
function hooksIn(place: ClientPlace, scope: Scope): readonly Hook[] {
  return Object.entries(EVENTS).map(([event, name]) => {
    const { command, args } = programStart(place, scope, ['hook', NAME, name]);
    const start = scope === 'project' ? { command: [command, ...args].join(' ') } : { command, args };
    return { event, handler: { type: 'command', ...start, timeout: TIMEOUT_SECONDS } };
  });
}

export function settingsFiles(place: ClientPlace, scope: Scope) {
  if (scope === 'project') {
    return {
      hooks: locateFile(inProject('.claude', 'settings.json'), place),
      server: locateFile(inProject('.mcp.json'), place),
    };
  }
  const folder = place.env.CLAUDE_CONFIG_DIR || undefined;
  const hooks = locateFile(inHome('.claude', 'settings.json'), place);
  const server = locateFile(inHome('.claude.json'), place);
  if (folder === undefined) return { hooks, server };
  return {
    hooks: { ...hooks, path: join(folder, 'settings.json') },
    server: { ...server, path: join(folder, '.claude.json') },
  };
}

export const listParts: ListParts = (place, scope) => {
  const { hooks, server } = settingsFiles(place, scope);
  const isShared = scope === 'project';
  return [
    hooksPart({ path: hooks.path, isShared }, HOOKS, hooksIn(place, scope), (settings) =>
      hasPlugin(settings) ? PLUGIN_NOTICE : null,
    ),
    // The client itself writes to this one all the time, and locks it when it does.
    serverPart(
      { path: server.path, isShared, isLocked: !isShared },
      SERVERS,
      serverStart(place, scope),
      isShared ? undefined : replaceLocalServers,
    ),
  ];
};

export const listSnippets: ListSnippets = (place, scope) => {
  const { hooks, server } = settingsFiles(place, scope);
  return [
    serverSnippet(server, SERVERS.key, SERVERS.entry(serverStart(place, scope))),
    hooksSnippet(hooks, groupsOf(hooksIn(place, scope))),
  ];
};
