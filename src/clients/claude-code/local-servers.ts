import { type Edit, getNodeValue, type Node } from 'jsonc-parser';
import { isJsonObject } from '../../lib/json-depth.ts';
import { removeItems } from '../shared/jsonc/edit-items.ts';
import type { SettingsText } from '../shared/jsonc/settings-text.ts';
import { childrenOf, findMember, valueIn } from '../shared/jsonc/tree.ts';
import { commandAndArguments, isOwnServer } from '../shared/own-entries.ts';
import { withoutDataFlags } from '../shared/server-settings.ts';
import type { Addition } from '../shared/settings-edit.ts';
import { SERVER_NAME } from '../shared/snippet.ts';

interface LocalServer {
  readonly folder: string;
  /** The object that has it, and its member there. */
  readonly servers: Node;
  readonly member: Node;
  readonly entry: unknown;
}

/** What `claude mcp add` makes unless it is told a scope: an entry for one folder, which wins over the one of the user there. */
export function listLocalServers({ root }: SettingsText): readonly LocalServer[] {
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
export function replaceLocalServers(settings: SettingsText, added: Addition): Addition {
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
