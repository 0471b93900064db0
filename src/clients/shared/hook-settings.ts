import { type Edit, getNodeValue, type Node } from 'jsonc-parser';
import type { KeyPath } from '../../app/ports/client-settings.ts';
import { insertItems, removeItems, replaceValue } from './jsonc/edit-items.ts';
import { type SettingsText, wrongType } from './jsonc/settings-text.ts';
import { childrenOf, findMember, valueIn } from './jsonc/tree.ts';
import {
  type Addition,
  addMembers,
  type IsMade,
  type Removal,
  removeFrom,
  removeMembers,
} from './settings-edit.ts';

/** Hooks in nested lists: event → groups → handlers. */
export interface Hook {
  readonly event: string;
  readonly handler: Handler;
}

interface Handler {
  readonly type: 'command';
  readonly command: string;
  /** Without them the command is a line for a shell. */
  readonly args?: readonly string[];
  readonly timeout: number;
}

const KEY = 'hooks';

const groupOf = ({ handler }: Hook) => ({ hooks: [handler] });

/** As they stand in a file that has no others. */
export const groupsOf = (hooks: readonly Hook[]): Readonly<Record<string, readonly object[]>> =>
  Object.fromEntries(hooks.map((hook) => [hook.event, [groupOf(hook)]]));

const listAt = (node: Node | undefined): readonly Node[] => (node?.type === 'array' ? childrenOf(node) : []);
const handlersIn = (group: Node): readonly Node[] => listAt(valueIn(findMember(group, KEY)));

/** Whether a handler starts our hook. */
type IsOwn = (handler: unknown) => boolean;
const ownIn = (group: Node, isOwn: IsOwn): readonly Node[] =>
  handlersIn(group).filter((node) => isOwn(getNodeValue(node)));

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

function addHook(settings: SettingsText, list: Node, hook: Hook, isOwn: IsOwn): readonly Edit[] {
  if (list.type !== 'array') throw wrongType(settings, list, `${KEY}.${hook.event}`, 'a list');
  const own = childrenOf(list).flatMap((group) => ownIn(group, isOwn));
  if (own.length === 0) return insertItems(settings, list, [{ value: groupOf(hook) }]);
  return own.flatMap((node) => updateHandler(settings, node, hook.handler));
}

/** Ours behind those that are there, in a group of their own; ours that are there already are brought up to date. */
export function addHooks(settings: SettingsText, hooks: readonly Hook[], isOwn: IsOwn): Addition {
  const all = valueIn(findMember(settings.root, KEY));
  if (all !== undefined && all.type !== 'object') throw wrongType(settings, all, KEY, 'an object');
  const missing = hooks.filter(({ event }) => findMember(all, event) === undefined);
  const lists = hooks.map((hook) => ({ hook, list: valueIn(findMember(all, hook.event)) }));
  const added = addMembers(settings, KEY, groupsOf(missing));
  return {
    edits: [
      ...lists.flatMap(({ hook, list }) => (list === undefined ? [] : addHook(settings, list, hook, isOwn))),
      ...added.edits,
    ],
    made: [...added.made, ...missing.map(({ event }): KeyPath => [KEY, event])],
    notice: null,
  };
}

/** Removes whole groups that have only our hooks, and single hooks from groups that have others too. */
function removeHook(
  settings: SettingsText,
  list: Node,
  event: string,
  isMade: IsMade,
  isOwn: IsOwn,
): Removal {
  const groups = listAt(list).filter((group) => ownIn(group, isOwn).length > 0);
  const whole = groups.filter((group) => handlersIn(group).length === ownIn(group, isOwn).length);
  const edits = groups
    .filter((group) => !whole.includes(group))
    .flatMap((group) => removeItems(settings, valueIn(findMember(group, KEY)) ?? group, ownIn(group, isOwn)));
  const removal = removeFrom(settings, list, [KEY, event], whole, isMade);
  return { ...removal, edits: [...edits, ...removal.edits] };
}

export function removeHooks(settings: SettingsText, isMade: IsMade, isOwn: IsOwn): readonly Edit[] {
  const all = valueIn(findMember(settings.root, KEY));
  if (all?.type !== 'object') return [];
  const events = childrenOf(all).map((event) => ({
    event,
    removal: removeHook(settings, valueIn(event) ?? event, String(event.children?.[0]?.value), isMade, isOwn),
  }));
  const gone = events.filter(({ removal }) => removal.isGone).map(({ event }) => event);
  return [...events.flatMap(({ removal }) => removal.edits), ...removeMembers(settings, KEY, gone, isMade)];
}

/** Which events run ours, and how. */
export const listHooks = (
  { root }: SettingsText,
  isOwn: IsOwn,
): readonly { event: string; entry: unknown }[] => {
  const all = valueIn(findMember(root, KEY));
  return (all?.type === 'object' ? childrenOf(all) : []).flatMap((event) =>
    listAt(valueIn(event))
      .flatMap((group) => ownIn(group, isOwn))
      .map((node) => ({ event: String(event.children?.[0]?.value), entry: getNodeValue(node) })),
  );
};
