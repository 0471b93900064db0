import { join } from 'node:path';
import type { ClientPlace, ListParts, ListSnippets, Scope } from '../../app/ports/client-settings.ts';
import { addHooks, groupsOf, type Hook, removeHooks } from '../shared/hook-settings.ts';
import { isOwnHook } from '../shared/own-words.ts';
import { inHome, inProject, startOf } from '../shared/place.ts';
import { addServer, removeServer, type Server } from '../shared/server-settings.ts';
import { textWith, textWithout } from '../shared/settings-edit.ts';
import { hooksSnippet, serverSnippet, serverStart, where } from '../shared/snippet.ts';
import { EVENTS } from './events.ts';
import { hasPlugin, PLUGIN_NOTICE } from './plugin.ts';

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
    const { command, args } = startOf(place, scope, ['hook', NAME, name]);
    const start = scope === 'project' ? { command: [command, ...args].join(' ') } : { command, args };
    return { event, handler: { type: 'command', ...start, timeout: TIMEOUT_SECONDS } };
  });
}

const serverIn = (place: ClientPlace, scope: Scope): Server => ({
  type: 'stdio',
  ...serverStart(place, scope),
});

function wheresIn(place: ClientPlace, scope: Scope) {
  if (scope === 'project') {
    return {
      hooks: where(inProject('.claude', 'settings.json'), place),
      server: where(inProject('.mcp.json'), place),
    };
  }
  const folder = place.env.CLAUDE_CONFIG_DIR || undefined;
  const hooks = where(inHome('.claude', 'settings.json'), place);
  const server = where(inHome('.claude.json'), place);
  if (folder === undefined) return { hooks, server };
  return {
    hooks: { ...hooks, path: join(folder, 'settings.json') },
    server: { ...server, path: join(folder, '.claude.json') },
  };
}

export const listParts: ListParts = (place, scope) => {
  const { hooks, server } = wheresIn(place, scope);
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
  const { hooks, server } = wheresIn(place, scope);
  return [
    serverSnippet(server, 'mcpServers', serverIn(place, scope)),
    hooksSnippet(hooks, groupsOf(hooksIn(place, scope))),
  ];
};
