import { type Edit, getNodeValue, type Node } from 'jsonc-parser';
import type { ClientPlace, ClientSettings, Scope } from '../../app/ports/client-settings.ts';
import { isJsonObject } from '../../lib/json-depth.ts';
import { type Hook, withoutDataFlags } from '../shared/json-entries.ts';
import { ALL_HOOKS, jsonSettings } from '../shared/json-settings.ts';
import { removeItems } from '../shared/jsonc/edit-items.ts';
import { childrenOf, findMember, type SettingsText, valueIn } from '../shared/jsonc/settings-text.ts';
import { commandAndArguments, isOwnServer } from '../shared/own-entries.ts';
import type { Addition } from '../shared/settings-edit.ts';
import { inHome, inProject, locateFiles, programStart, SERVER_NAME } from '../shared/snippet.ts';
import { claudeCode } from './index.ts';

interface LocalServer {
  readonly folder: string;
  /** The object that has it, and its member there. */
  readonly servers: Node;
  readonly member: Node;
  readonly entry: unknown;
}

/** What `claude mcp add` makes without a scope: an entry for one folder, which wins over the one of the user there. */
function listLocalServers({ root }: SettingsText): readonly LocalServer[] {
  const projects = valueIn(findMember(root, 'projects'));
  return (projects === undefined ? [] : childrenOf(projects)).flatMap((project) => {
    const servers = valueIn(findMember(valueIn(project), 'mcpServers'));
    const member = findMember(servers, SERVER_NAME);
    const value = valueIn(member);
    if (servers === undefined || member === undefined || value === undefined) return [];
    const folder = String(childrenOf(project)[0]?.value);
    return [{ folder, servers, member, entry: getNodeValue(value) as unknown }];
  });
}

/** Starts this program with nothing of the person's own: no environment, and no flags but those that locate the data. */
function isReplaceable({ entry }: LocalServer): boolean {
  if (!isOwnServer(entry) || !isJsonObject(entry)) return false;
  const words = commandAndArguments(entry);
  const ownFlags = withoutDataFlags(words.slice(words.indexOf('mcp') + 1));
  const hasEnvironment = isJsonObject(entry.env) && Object.keys(entry.env).length > 0;
  return ownFlags.length === 0 && !hasEnvironment;
}

const foldersOf = (servers: readonly LocalServer[]) => servers.map(({ folder }) => folder).join(', ');

function noticesFor(replaced: readonly LocalServer[], kept: readonly LocalServer[]): readonly string[] {
  return [
    ...(replaced.length === 0
      ? []
      : [`This replaces the entry that claude mcp add made for ${foldersOf(replaced)}.`]),
    ...(kept.length === 0
      ? []
      : [
          `For ${foldersOf(kept)} there is an entry that you changed, and Claude Code uses that entry there. To remove it, run claude mcp remove throughline -s local in that folder.`,
        ]),
  ];
}

/** Takes out the entries for single folders that only start the same program. */
function replaceLocalServers(settings: SettingsText, added: Addition): Addition {
  const found = listLocalServers(settings);
  const replaced = found.filter(isReplaceable);
  const kept = found.filter((one) => !isReplaceable(one));
  const removed = replaced.flatMap(({ servers, member }): readonly Edit[] =>
    removeItems(settings, servers, [member]),
  );
  const notices = [...(added.notice === null ? [] : [added.notice]), ...noticesFor(replaced, kept)];
  return {
    ...added,
    edits: [...added.edits, ...removed],
    notice: notices.length === 0 ? null : notices.join(' '),
  };
}

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

/**
 * A path goes apart from its arguments, so that no shell takes it to pieces. Other clients read this file and run the command without
 * the arguments: alone it must do nothing, so it is not `env`, which would print the environment. A name goes in one line: on Windows npm
 * makes it a script, which only a shell can start.
 */
const hooksFor = (place: ClientPlace, scope: Scope): readonly Hook[] =>
  Object.entries(claudeCode.hooks.events).map(([event, name]) => {
    const { command, args } = programStart(place, scope, ['hook', claudeCode.name, name]);
    const start = scope === 'project' ? { command: [command, ...args].join(' ') } : { command, args };
    return { event, handler: { type: 'command', ...start, timeout: TIMEOUT_SECONDS } };
  });

export const settings: ClientSettings = jsonSettings(claudeCode, {
  locate: locateFiles(
    {
      user: { hooks: inHome('.claude', 'settings.json'), server: inHome('.claude.json') },
      project: { hooks: inProject('.claude', 'settings.json'), server: inProject('.mcp.json') },
    },
    'CLAUDE_CONFIG_DIR',
  ),
  servers: { key: 'mcpServers', entry: (start) => ({ type: 'stdio', ...start }) },
  hooks: hooksFor,
  hooksSwitch: ALL_HOOKS,
  hooksNotice: (hooks) => (hasPlugin(hooks) ? PLUGIN_NOTICE : null),
  // The client itself writes to this one all the time.
  isUserFileLocked: true,
  adjustUserServer: replaceLocalServers,
  alsoFound: (scope, hooks, servers) => ({
    hasPlugin: hasPlugin(hooks),
    overriddenIn: scope === 'user' ? listLocalServers(servers).map(({ folder }) => folder) : [],
  }),
});
