import { join } from 'node:path';
import type { AgentClient, Scope, SettingsPart } from '../app/ports/agent-client.ts';
import { CLAUDE_CODE_EVENTS } from './claude-code-hooks.ts';
import { hasPlugin, PLUGIN_NOTICE } from './claude-code-plugin.ts';
import { addHooks, groupsOf, type Hook, removeHooks } from './hook-settings.ts';
import { type ClientPlace, inHome, inProject, startOf } from './place.ts';
import { addServer, removeServer, type Server } from './server-settings.ts';
import { textWith, textWithout } from './settings-edit.ts';
import { hooksSnippet, serverSnippet, serverStart, where } from './snippet.ts';

/** Ours give up after two seconds by themselves; this is the client's own net under them. */
const TIMEOUT_SECONDS = 5;

/**
 * A path goes apart from its arguments, so that no shell takes it to pieces. A name goes in one line: on Windows npm
 * makes it a script, which only a shell can start.
 */
function hooksIn(place: ClientPlace, scope: Scope): readonly Hook[] {
  return Object.entries(CLAUDE_CODE_EVENTS).map(([event, name]) => {
    const { command, args } = startOf(place, scope, ['hook', 'claude-code', name]);
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

function partsIn(place: ClientPlace, scope: Scope): readonly SettingsPart[] {
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
          ...addHooks(settings, hooksIn(place, scope)),
          notice: hasPlugin(settings) ? PLUGIN_NOTICE : null,
        })),
      remove: (text, made) => textWithout(hooks.path, text, made, removeHooks),
    },
    {
      path: server.path,
      what: 'MCP server',
      isShared,
      // Claude Code itself writes to this one all the time, and locks it when it does.
      isLocked: !isShared,
      add: (text) => textWith(server.path, text, (settings) => addServer(settings, serverIn(place, scope))),
      remove: (text, made) => textWithout(server.path, text, made, removeServer),
    },
  ];
}

export const claudeCode = (place: ClientPlace): AgentClient => ({
  name: 'claude-code',
  title: 'Claude Code',
  hooks: 'ours',
  partsIn: (scope) => partsIn(place, scope),
  snippetsIn(scope) {
    const { hooks, server } = wheresIn(place, scope);
    return [
      serverSnippet(server, 'mcpServers', serverIn(place, scope)),
      hooksSnippet(hooks, groupsOf(hooksIn(place, scope))),
    ];
  },
});
