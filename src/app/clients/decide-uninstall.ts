import { digestOf } from '../../domain/id.ts';
import type { SettingsPart } from '../ports/client-settings.ts';
import type { SettingsFiles } from '../ports/settings-files.ts';
import { type InstalledFile, readOriginal } from './installed.ts';
import { type Decide, noChange, type SettingsChange } from './settings-change.ts';

const copyOf = (known: InstalledFile | undefined, text: string) =>
  known?.backup == null || known.original !== digestOf(text) ? null : { path: known.backup, text };

/** Entry by entry: the file was changed since, or nobody remembers how it was. */
function takeOut(part: SettingsPart, before: string, known: InstalledFile | undefined, isLink: boolean) {
  const rest = part.remove(before, known?.made ?? null);
  if (rest === before) return { ...noChange(part, before, null), spentCopy: copyOf(known, before) };
  const isEmpty = known?.original === null && !isLink && rest.trim() === '';
  const stays = known?.backup == null ? null : `The copy from before install stays: ${known.backup}`;
  return isEmpty
    ? ({ action: 'delete', after: null, keepsCopy: false, notice: null } as const)
    : ({ action: 'update', after: rest, keepsCopy: true, notice: stays } as const);
}

/** The bytes that were there before install, where that is all we changed; else without our entries. */
export const decideUninstall =
  (files: SettingsFiles): Decide =>
  async (part, installed): Promise<SettingsChange> => {
    const { text: before, isLink } = await files.read(part.path);
    const known = installed[part.path];
    if (before === null) return noChange(part, before, null);
    const change = {
      part,
      before,
      keepsCopy: false,
      spentCopy: null,
      notice: null,
      remember: () => null,
    } as const;
    const isAsLeft = known?.isClean && digestOf(before) === known.written;
    if (isAsLeft && known.original === null && !isLink) return { ...change, action: 'delete', after: null };
    const original = isAsLeft ? await readOriginal(files, known) : null;
    if (original !== null)
      return { ...change, action: 'restore', after: original, spentCopy: copyOf(known, original) };
    return { ...change, ...takeOut(part, before, known, isLink) };
  };
