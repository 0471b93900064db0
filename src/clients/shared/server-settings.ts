import { type Edit, getNodeValue, type Node } from 'jsonc-parser';
import type { Start } from '../../app/ports/client-settings.ts';
import { insertItems, replaceValue } from './jsonc/edit-items.ts';
import { type SettingsText, wrongType } from './jsonc/settings-text.ts';
import { findMember, valueIn } from './jsonc/tree.ts';
import { commandAndArguments, foreignServer, isOwnServer } from './own-entries.ts';
import { type Addition, addMembers, type IsMade, removeMembers } from './settings-edit.ts';
import { SERVER_NAME } from './snippet.ts';

/** Where a client lists its MCP servers, and how it writes one that it starts. */
export interface ServerList {
  readonly key: string;
  /** Has the program in `command`, and its arguments there too or in `args`. */
  readonly entry: (start: Start) => Readonly<Record<string, unknown>>;
}

/** Flags that `install` sets, by which a server finds its data. All other flags belong to the person.  */
const DATA_FLAGS = ['--home', '--store', '--workspace'];

/** How it is started, without where its data is. */
export function withoutDataFlags(words: readonly string[]): readonly string[] {
  return words.filter((word, index) => {
    const isPlace = DATA_FLAGS.some((flag) => word === flag || word.startsWith(`${flag}=`));
    return !isPlace && !DATA_FLAGS.includes(words[index - 1] ?? '');
  });
}

/** Flags that the person added to the command of our server. */
export function keptArguments(entry: unknown): readonly string[] {
  const words = commandAndArguments(entry);
  return withoutDataFlags(words.slice(words.indexOf('mcp') + 1));
}

const START_KEYS = ['command', 'args'];

/** Another path or place; environment and further flags stay. */
function updateServer(
  settings: SettingsText,
  node: Node,
  { entry }: ServerList,
  { command, args }: Start,
): readonly Edit[] {
  const wanted = Object.entries(entry({ command, args: [...args, ...keptArguments(getNodeValue(node))] }));
  return wanted
    .filter(([key]) => START_KEYS.includes(key))
    .flatMap(([key, value]): readonly Edit[] => {
      const old = valueIn(findMember(node, key));
      if (old === undefined) return insertItems(settings, node, [{ key, value }]);
      const isSame = JSON.stringify(getNodeValue(old)) === JSON.stringify(value);
      return isSame ? [] : [replaceValue(settings, old, value)];
    });
}

const findServer = ({ root }: SettingsText, { key }: Pick<ServerList, 'key'>): Node | undefined =>
  findMember(valueIn(findMember(root, key)), SERVER_NAME);

export function addServer(settings: SettingsText, list: ServerList, start: Start): Addition {
  const { key, entry } = list;
  const all = valueIn(findMember(settings.root, key));
  if (all !== undefined && all.type !== 'object') throw wrongType(settings, all, key, 'an object');
  const node = valueIn(findServer(settings, list));
  if (node === undefined) return addMembers(settings, key, { [SERVER_NAME]: entry(start) });
  if (node.type !== 'object') throw wrongType(settings, node, `${key}.${SERVER_NAME}`, 'an object');
  if (isOwnServer(getNodeValue(node)))
    return { edits: updateServer(settings, node, list, start), made: [], notice: null };
  return { edits: [], made: [], notice: foreignServer(`${key}.${SERVER_NAME}`, settings.path) };
}

export function removeServer(settings: SettingsText, list: ServerList, isMade: IsMade): readonly Edit[] {
  const member = findServer(settings, list);
  const node = valueIn(member);
  const isOurs = member !== undefined && node !== undefined && isOwnServer(getNodeValue(node));
  return isOurs ? removeMembers(settings, list.key, [member], isMade) : [];
}

/** The entry as it stands; undefined where there is none. */
export const readServer = (settings: SettingsText, list: Pick<ServerList, 'key'>): unknown => {
  const node = valueIn(findServer(settings, list));
  return node && getNodeValue(node);
};
