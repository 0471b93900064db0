import { applyEdits, type Edit, type Node } from 'jsonc-parser';
import type { AddedText, KeyPath } from '../../app/ports/client-settings.ts';
import { insertItems, insertRoot, isEmptyWithout, removeItems, removeRoot } from './jsonc/edit-items.ts';
import { findMember, parseSettings, type SettingsText, valueIn } from './jsonc/settings-text.ts';

export interface Addition extends Omit<AddedText, 'text'> {
  readonly edits: readonly Edit[];
}

export interface Removal {
  readonly edits: readonly Edit[];
  /** Nothing would be left of it: whatever it stands in takes it out. */
  readonly isGone: boolean;
}

/** Whether an object or list came with us. */
export type IsMade = (path: KeyPath) => boolean;

/** Into the object under a key of the file; it comes into being where there is none, and so does the file's own. */
export function addMembers(
  settings: SettingsText,
  key: string,
  members: Readonly<Record<string, unknown>>,
): Addition {
  const { root } = settings;
  const object = valueIn(findMember(root, key));
  const items = Object.entries(members).map(([name, value]) => ({ key: name, value }));
  if (items.length === 0) return { edits: [], made: [], notice: null };
  if (object !== undefined) return { edits: insertItems(settings, object, items), made: [], notice: null };
  return root === undefined
    ? { edits: insertRoot(settings, { [key]: members }), made: [[], [key]], notice: null }
    : { edits: insertItems(settings, root, [{ key, value: members }]), made: [[key]], notice: null };
}

/** Items out of what they stand in, which goes as well where we made it and nothing is left in it. */
export function removeFrom(
  settings: SettingsText,
  container: Node,
  path: KeyPath,
  items: readonly Node[],
  isMade: IsMade,
): Removal {
  const isGone = items.length > 0 && isMade(path) && isEmptyWithout(settings, container, items);
  return { edits: isGone ? [] : removeItems(settings, container, items), isGone };
}

/** Members of the object under a key of the file. */
export function removeMembers(
  settings: SettingsText,
  key: string,
  members: readonly Node[],
  isMade: IsMade,
): readonly Edit[] {
  const member = findMember(settings.root, key);
  const object = valueIn(member);
  if (settings.root === undefined || member === undefined || object === undefined) return [];
  const inner = removeFrom(settings, object, [key], members, isMade);
  if (!inner.isGone) return inner.edits;
  const outer = removeFrom(settings, settings.root, [], [member], isMade);
  return outer.isGone ? removeRoot(settings) : outer.edits;
}

export const withEdits = ({ byteOrderMark, text }: SettingsText, edits: readonly Edit[]): string =>
  byteOrderMark + applyEdits(text, [...edits]);

/** The text with something added to it. */
export function textWith(path: string, text: string, add: (settings: SettingsText) => Addition): AddedText {
  const settings = parseSettings(path, text);
  const { edits, made, notice } = add(settings);
  return { text: withEdits(settings, edits), made, notice };
}

export const hasPath = (made: readonly KeyPath[], path: KeyPath): boolean =>
  made.some((other) => other.join('\0') === path.join('\0'));

/** The text with something taken out; `made`: what came with us, or null where nobody knows. */
export function textWithout(
  path: string,
  text: string,
  made: readonly KeyPath[] | null,
  remove: (settings: SettingsText, isMade: IsMade) => readonly Edit[],
): string {
  const settings = parseSettings(path, text);
  // An empty object does no harm; an empty file is no JSON any more.
  const isMade: IsMade = (one) => (made === null ? one.length > 0 : hasPath(made, one));
  return withEdits(settings, remove(settings, isMade));
}
