import { join } from 'node:path';
import type { ClientPlace, ListParts, ListSnippets, Scope } from '../../app/ports/client-settings.ts';
import { addHooks, groupsOf, type Hook, removeHooks } from '../shared/hook-settings.ts';
import type { SettingsText } from '../shared/jsonc/settings-text.ts';
import { findMember, valueIn } from '../shared/jsonc/tree.ts';
import { isOwnHook } from '../shared/own-entries.ts';
import { addServer, removeServer, type Server } from '../shared/server-settings.ts';
import { textWith, textWithout } from '../shared/settings-edit.ts';
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

const PLUGIN_NOTICE =
  'The plugin throughline brings the same hooks, and both would run: keep one of them. /plugin in Claude Code switches it off.';

/** Whether our plugin is installed and switched on. */
export const hasPlugin = ({ root }: SettingsText): boolean =>
  valueIn(findMember(root, 'enabledPlugins'))?.children?.some(
    ({ children }) =>
      String(children?.[0]?.value).startsWith('throughline@') && children?.[1]?.value === true,
  ) ?? false;

const NAME = 'claude-code';
/** Ours give up after two seconds by themselves; this is the client's own net under them. */
const TIMEOUT_SECONDS = 5;

export const isOurs = isOwnHook(NAME);

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

const serverIn = (place: ClientPlace, scope: Scope): Server => ({
  type: 'stdio',
  ...serverStart(place, scope),
});

function settingsFiles(place: ClientPlace, scope: Scope) {
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
    {
      path: hooks.path,
      what: 'hooks',
      isShared,
      isLocked: false,
      add: (text) =>
        textWith(hooks.path, text, (settings) => ({
          ...addHooks(settings, hooksIn(place, scope), isOurs),
          notice: hasPlugin(settings) ? PLUGIN_NOTICE : null,
        })),
      remove: (text, made) =>
        textWithout(hooks.path, text, made, (settings, isMade) => removeHooks(settings, isMade, isOurs)),
    },
    {
      path: server.path,
      what: 'MCP server',
      isShared,
      // The client itself writes to this one all the time, and locks it when it does.
      isLocked: !isShared,
      add: (text) => textWith(server.path, text, (settings) => addServer(settings, serverIn(place, scope))),
      remove: (text, made) => textWithout(server.path, text, made, removeServer),
    },
  ];
};

export const listSnippets: ListSnippets = (place, scope) => {
  const { hooks, server } = settingsFiles(place, scope);
  return [
    serverSnippet(server, 'mcpServers', serverIn(place, scope)),
    hooksSnippet(hooks, groupsOf(hooksIn(place, scope))),
  ];
};
