import { digestOf } from '../../domain/id.ts';
import type { KeyPath, SettingsPart } from '../ports/client-settings.ts';
import type { SettingsFiles } from '../ports/settings-files.ts';
import { type InstalledFile, readOriginal } from './installed.ts';
import { type Decide, noChange } from './settings-change.ts';

const together = (some: readonly KeyPath[] | null, more: readonly KeyPath[]) =>
  some === null ? null : [...some, ...more];

/** Nobody but us changed it since, and what was there before us can still be had. */
async function isStillOurs(
  files: SettingsFiles,
  before: string | null,
  known: InstalledFile,
): Promise<boolean> {
  if (before === null || digestOf(before) !== known.written) return false;
  return known.original === null || (await readOriginal(files, known)) !== null;
}

const isClean = (part: SettingsPart, before: string | null) =>
  before === null || part.remove(before, null) === before;

/** Our entries as they should be; a file that has them is left alone. */
export const decideInstall =
  (files: SettingsFiles, client: string): Decide =>
  async (part, installed) => {
    const { text: before } = await files.read(part.path);
    const { text: after, made, notice } = part.add(before ?? '');
    const known = installed[part.path];
    if (after === (before ?? '')) return noChange(part, before, known ?? null, notice);
    const change = {
      part,
      action: before === null ? 'create' : 'update',
      before,
      after,
      spentCopy: null,
      notice,
    } as const;
    const written = digestOf(after);
    if (known !== undefined && (await isStillOurs(files, before, known))) {
      const remember = () => ({ ...known, written, made: together(known.made, made) });
      return { ...change, keepsCopy: false, remember };
    }
    const isFresh = isClean(part, before);
    return {
      ...change,
      keepsCopy: before !== null,
      remember: (backup, folder) => ({
        client,
        written,
        original: before === null ? null : digestOf(before),
        backup,
        isClean: isFresh,
        made: isFresh ? made : together(known?.made ?? null, made),
        folder: folder ?? known?.folder ?? null,
      }),
    };
  };
