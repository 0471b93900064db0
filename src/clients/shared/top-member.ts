import { applyEdits, type Edit } from 'jsonc-parser';
import type { KeyPath, SettingsPart } from '../../app/ports/client-settings.ts';
import { insertItems, insertRoot, isEmptyWithout, removeItems, removeRoot } from './jsonc/edit-items.ts';
import { parseSettings, type SettingsText } from './jsonc/settings-text.ts';
import { findMember } from './jsonc/tree.ts';

const withEdits = ({ byteOrderMark, text }: SettingsText, edits: readonly Edit[]): string =>
  byteOrderMark + applyEdits(text, [...edits]);

const includes = (made: readonly KeyPath[], path: KeyPath) =>
  made.some((other) => other.join('\0') === path.join('\0'));

function addMember(path: string, text: string, key: string, value: unknown) {
  const settings = parseSettings(path, text);
  const { root } = settings;
  if (findMember(root, key) !== undefined) return { text, made: [] };
  if (root === undefined)
    return { text: withEdits(settings, insertRoot(settings, { [key]: value })), made: [[], [key]] };
  return { text: withEdits(settings, insertItems(settings, root, [{ key, value }])), made: [[key]] };
}

function removeMember(path: string, text: string, key: string, made: readonly KeyPath[] | null): string {
  const settings = parseSettings(path, text);
  const { root } = settings;
  const member = findMember(root, key);
  if (root === undefined || member === undefined) return text;
  const isLast = isEmptyWithout(settings, root, [member]);
  // Without a record nobody knows whose it is. It goes only if it is all that is left.
  if (made === null ? !isLast : !includes(made, [key])) return text;
  const isOurFile = isLast && made !== null && includes(made, []);
  return withEdits(settings, isOurFile ? removeRoot(settings) : removeItems(settings, root, [member]));
}

/** The same part, in a file that also needs this member, such as a version. */
export const withTopMember = (part: SettingsPart, key: string, value: unknown): SettingsPart => ({
  ...part,
  add(text) {
    const first = addMember(part.path, text, key, value);
    const second = part.add(first.text);
    return { ...second, made: [...first.made, ...second.made] };
  },
  remove(text, made) {
    const without = part.remove(text, made);
    return without === text ? text : removeMember(part.path, without, key, made);
  },
});
