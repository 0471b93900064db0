import { type Edit, getNodeValue, type Node } from 'jsonc-parser';
import { insertItems, replaceValue } from './jsonc/edit-items.ts';
import { type SettingsText, wrongType } from './jsonc/settings-text.ts';
import { findMember, valueIn } from './jsonc/tree.ts';
import { commandAndArguments, isOwnServer } from './own-entries.ts';
import { type Addition, addMembers, type IsMade, removeMembers } from './settings-edit.ts';
import { SERVER_NAME } from './snippet.ts';

/** An MCP server that the client starts and talks to over stdio. */
export interface Server {
  readonly type: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
}

const KEY = 'mcpServers';

/** Flags that `install` sets, by which a server finds its data. All other flags belong to the person.  */
const DATA_FLAGS = ['--home', '--store', '--workspace'];

/** How it is started, without where its data is. */
export function withoutDataFlags(words: readonly string[]): readonly string[] {
  return words.filter((word, index) => {
    const isPlace = DATA_FLAGS.some((flag) => word === flag || word.startsWith(`${flag}=`));
    return !isPlace && !DATA_FLAGS.includes(words[index - 1] ?? '');
  });
}

/** Another path or place; environment and further flags stay. */
function updateServer(settings: SettingsText, node: Node, { command, args }: Server): readonly Edit[] {
  const entry: unknown = getNodeValue(node);
  const words = commandAndArguments(entry);
  const wanted = { command, args: [...args, ...withoutDataFlags(words.slice(words.indexOf('mcp') + 1))] };
  return Object.entries(wanted).flatMap(([key, value]): readonly Edit[] => {
    const old = valueIn(findMember(node, key));
    if (old === undefined) return insertItems(settings, node, [{ key, value }]);
    const isSame = JSON.stringify(getNodeValue(old)) === JSON.stringify(value);
    return isSame ? [] : [replaceValue(settings, old, value)];
  });
}

const findServer = ({ root }: SettingsText): Node | undefined =>
  findMember(valueIn(findMember(root, KEY)), SERVER_NAME);

export function addServer(settings: SettingsText, server: Server): Addition {
  const all = valueIn(findMember(settings.root, KEY));
  if (all !== undefined && all.type !== 'object') throw wrongType(settings, all, KEY, 'an object');
  const node = valueIn(findServer(settings));
  if (node === undefined) return addMembers(settings, KEY, { [SERVER_NAME]: server });
  if (node.type !== 'object') throw wrongType(settings, node, `${KEY}.${SERVER_NAME}`, 'an object');
  if (isOwnServer(getNodeValue(node)))
    return { edits: updateServer(settings, node, server), made: [], notice: null };
  const notice = `${KEY}.${SERVER_NAME} in ${settings.path} is started or reached in a way of your own, and is left as it is.`;
  return { edits: [], made: [], notice };
}

export function removeServer(settings: SettingsText, isMade: IsMade): readonly Edit[] {
  const member = findServer(settings);
  const node = valueIn(member);
  const isOurs = member !== undefined && node !== undefined && isOwnServer(getNodeValue(node));
  return isOurs ? removeMembers(settings, KEY, [member], isMade) : [];
}

/** The entry as it stands; undefined where there is none. */
export const readServer = (settings: SettingsText): unknown => {
  const node = valueIn(findServer(settings));
  return node && getNodeValue(node);
};
