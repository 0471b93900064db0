import type { KeyPath, SettingsKind, SettingsPart, Start } from '../../app/ports/client-settings.ts';
import {
  addHooks,
  addServer,
  type Hook,
  type HookList,
  removeHooks,
  removeServer,
  type ServerList,
} from './json-entries.ts';
import { insertItems, insertRoot, isEmptyWithout, removeItems, removeRoot } from './jsonc/edit-items.ts';
import { findMember, parseSettings, type SettingsText } from './jsonc/settings-text.ts';
import { type Addition, hasPath, textWith, textWithout, withEdits } from './settings-edit.ts';

export interface SettingsFile extends Pick<SettingsPart, 'path' | 'isShared'> {
  /** The client locks the file while it writes. */
  readonly isLocked?: boolean;
}

const fileFacts = ({ path, isShared, isLocked = false }: SettingsFile) => ({ path, isShared, isLocked });

/** Our server in a JSON file, whose comments and other entries stay. `adjust`: what changes with it. */
export const serverPart = (
  file: SettingsFile,
  list: ServerList,
  start: Start,
  adjust: (settings: SettingsText, added: Addition) => Addition = (_, added) => added,
): SettingsPart => ({
  ...fileFacts(file),
  what: 'MCP server',
  add: (text) => textWith(file.path, text, (settings) => adjust(settings, addServer(settings, list, start))),
  remove: (text, made) =>
    textWithout(file.path, text, made, (settings, isMade) => removeServer(settings, list, isMade)),
});

/** Our hooks in a JSON file. `noticeFor`: what a person should know before. */
export const hooksPart = (
  file: SettingsFile,
  list: HookList,
  hooks: readonly Hook[],
  noticeFor: (settings: SettingsText) => Addition['notice'] = () => null,
): SettingsPart => ({
  ...fileFacts(file),
  what: 'hooks',
  add: (text) =>
    textWith(file.path, text, (settings) => ({
      ...addHooks(settings, hooks, list),
      notice: noticeFor(settings),
    })),
  remove: (text, made) =>
    textWithout(file.path, text, made, (settings, isMade) => removeHooks(settings, isMade, list)),
});

/** Hooks and server in the same file: one part, because every file is changed and restored once. */
export const bothParts = (hooks: SettingsPart, server: SettingsPart): SettingsPart => ({
  ...hooks,
  what: 'hooks and MCP server',
  add(text) {
    const first = hooks.add(text);
    const second = server.add(first.text);
    const notices = [first.notice, second.notice].filter((notice) => notice !== null);
    return {
      text: second.text,
      made: [...first.made, ...second.made],
      notice: notices.length === 0 ? null : notices.join(' '),
    };
  },
  remove: (text, made) => hooks.remove(server.remove(text, made), made),
});

/** A whole file that is ours, such as a plugin. `mark`: a line by which we know it again, whatever the version. */
export const ownFilePart = (
  file: SettingsFile,
  what: SettingsKind,
  mark: string,
  content: string,
): SettingsPart => ({
  ...fileFacts(file),
  what,
  add: (text) =>
    text.trim() === '' || text.includes(mark)
      ? { text: content, made: [], notice: null }
      : { text, made: [], notice: `${file.path} was not created by Throughline. It was not changed.` },
  remove: (text) => (text.includes(mark) ? '' : text),
});

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
  if (made === null ? !isLast : !hasPath(made, [key])) return text;
  const isOurFile = isLast && made !== null && hasPath(made, []);
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
