import { type Edit, getNodeValue, type Node } from 'jsonc-parser';
import type { KeyPath, Start } from '../../app/ports/client-settings.ts';
import { insertItems, removeItems, replaceValue } from './jsonc/edit-items.ts';
import { childrenOf, findMember, type SettingsText, valueIn, wrongType } from './jsonc/settings-text.ts';
import { commandAndArguments, foreignServer, isOwnServer } from './own-entries.ts';
import {
  type Addition,
  addMembers,
  type IsMade,
  type Removal,
  removeFrom,
  removeMembers,
} from './settings-edit.ts';
import { SERVER_NAME } from './snippet.ts';

export interface Hook {
  readonly event: string;
  readonly handler: Handler;
}

export interface Handler {
  readonly command: string;
  /** Without them the command is a line for a shell. */
  readonly args?: readonly string[];
  readonly [field: string]: unknown;
}

/** Where a client lists its hooks: event → groups → handlers, or flat: event → handlers. */
export interface HookList {
  readonly isFlat?: true;
  /** Whether a handler starts our hook. */
  readonly isOwn: (handler: unknown) => boolean;
}

const KEY = 'hooks';

const groupOf = ({ handler }: Hook, { isFlat }: Pick<HookList, 'isFlat'>) =>
  isFlat ? handler : { hooks: [handler] };

/** As they stand in a file that has no others. */
export const groupsOf = (
  hooks: readonly Hook[],
  list: Pick<HookList, 'isFlat'> = {},
): Readonly<Record<string, readonly object[]>> =>
  Object.fromEntries(hooks.map((hook) => [hook.event, [groupOf(hook, list)]]));

const listAt = (node: Node | undefined): readonly Node[] => (node?.type === 'array' ? childrenOf(node) : []);
const handlersIn = (group: Node, { isFlat }: HookList): readonly Node[] =>
  isFlat ? [group] : listAt(valueIn(findMember(group, KEY)));

const ownIn = (group: Node, list: HookList): readonly Node[] =>
  handlersIn(group, list).filter((node) => list.isOwn(getNodeValue(node)));

/** Which program and how; what a person set besides, such as another timeout, stays. */
function updateHandler(settings: SettingsText, node: Node, { command, args }: Handler): readonly Edit[] {
  const old = { command: valueIn(findMember(node, 'command')), args: findMember(node, 'args') };
  const oldArgs = valueIn(old.args);
  const edits: (Edit | readonly Edit[])[] = [];
  if (old.command !== undefined && old.command.value !== command)
    edits.push(replaceValue(settings, old.command, command));
  if (args === undefined) edits.push(removeItems(settings, node, old.args === undefined ? [] : [old.args]));
  else if (oldArgs === undefined) edits.push(insertItems(settings, node, [{ key: 'args', value: args }]));
  else if (JSON.stringify(getNodeValue(oldArgs)) !== JSON.stringify(args))
    edits.push(replaceValue(settings, oldArgs, args));
  return edits.flat();
}

function addHook(settings: SettingsText, node: Node, hook: Hook, list: HookList): readonly Edit[] {
  if (node.type !== 'array') throw wrongType(settings, node, `${KEY}.${hook.event}`, 'a list');
  const own = childrenOf(node).flatMap((group) => ownIn(group, list));
  if (own.length === 0) return insertItems(settings, node, [{ value: groupOf(hook, list) }]);
  return own.flatMap((handler) => updateHandler(settings, handler, hook.handler));
}

/** Ours behind those that are there, where there are groups in one of their own; ours that are there already are brought up to date. */
export function addHooks(settings: SettingsText, hooks: readonly Hook[], list: HookList): Addition {
  const all = valueIn(findMember(settings.root, KEY));
  if (all !== undefined && all.type !== 'object') throw wrongType(settings, all, KEY, 'an object');
  const missing = hooks.filter(({ event }) => findMember(all, event) === undefined);
  const there = hooks.map((hook) => ({ hook, node: valueIn(findMember(all, hook.event)) }));
  const added = addMembers(settings, KEY, groupsOf(missing, list));
  return {
    edits: [
      ...there.flatMap(({ hook, node }) => (node === undefined ? [] : addHook(settings, node, hook, list))),
      ...added.edits,
    ],
    made: [...added.made, ...missing.map(({ event }): KeyPath => [KEY, event])],
    notice: null,
  };
}

/** Removes whole groups that have only our hooks, and single hooks from groups that have others too. */
function removeHook(
  settings: SettingsText,
  node: Node,
  event: string,
  isMade: IsMade,
  list: HookList,
): Removal {
  const groups = listAt(node).filter((group) => ownIn(group, list).length > 0);
  const whole = groups.filter((group) => handlersIn(group, list).length === ownIn(group, list).length);
  const edits = groups
    .filter((group) => !whole.includes(group))
    .flatMap((group) => removeItems(settings, valueIn(findMember(group, KEY)) ?? group, ownIn(group, list)));
  const removal = removeFrom(settings, node, [KEY, event], whole, isMade);
  return { ...removal, edits: [...edits, ...removal.edits] };
}

export function removeHooks(settings: SettingsText, isMade: IsMade, list: HookList): readonly Edit[] {
  const all = valueIn(findMember(settings.root, KEY));
  if (all?.type !== 'object') return [];
  const events = childrenOf(all).map((event) => ({
    event,
    removal: removeHook(settings, valueIn(event) ?? event, String(event.children?.[0]?.value), isMade, list),
  }));
  const gone = events.filter(({ removal }) => removal.isGone).map(({ event }) => event);
  return [...events.flatMap(({ removal }) => removal.edits), ...removeMembers(settings, KEY, gone, isMade)];
}

/** A hook of ours in the settings. */
export interface FoundHook {
  readonly event: string;
  readonly entry: unknown;
}

/** Which events run ours, and how. */
export const listHooks = ({ root }: SettingsText, list: HookList): readonly FoundHook[] => {
  const all = valueIn(findMember(root, KEY));
  return (all?.type === 'object' ? childrenOf(all) : []).flatMap((event) =>
    listAt(valueIn(event))
      .flatMap((group) => ownIn(group, list))
      .map((node) => ({ event: String(event.children?.[0]?.value), entry: getNodeValue(node) })),
  );
};

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
