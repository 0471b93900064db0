import { digestOf } from '../../domain/id.ts';
import type { KeyPath, SettingsFiles, SettingsPart } from '../ports/client-settings.ts';
import { type Installed, type InstalledFile, readOriginal } from './install-record.ts';

export interface SettingsChange {
  readonly part: SettingsPart;
  readonly action: 'create' | 'update' | 'restore' | 'delete' | 'none';
  /** null: there is no file. */
  readonly before: string | null;
  readonly after: string | null;
  readonly keepsCopy: boolean;
  readonly obsoleteCopy: { readonly path: string; readonly text: string } | null;
  readonly notice: string | null;
  /** What to remember, given the copy and the folder that came into being; null: nothing. */
  remember(copy: string | null, folder: string | null): InstalledFile | null;
}

export type Decide = (part: SettingsPart, installed: Installed) => Promise<SettingsChange>;

const noChange = (
  part: SettingsPart,
  before: string | null,
  known: InstalledFile | null,
  notice: string | null = null,
): SettingsChange => ({
  part,
  action: 'none',
  before,
  after: before,
  keepsCopy: false,
  obsoleteCopy: null,
  notice,
  remember: () => known,
});

const concatPaths = (some: readonly KeyPath[] | null, more: readonly KeyPath[]) =>
  some === null ? null : [...some, ...more];

async function isStillOurs(files: SettingsFiles, before: string | null, known: InstalledFile) {
  if (before === null || digestOf(before) !== known.written) return false;
  return known.original === null || (await readOriginal(files, known)) !== null;
}

const isClean = (part: SettingsPart, before: string | null) =>
  before === null || part.remove(before, null) === before;

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
      obsoleteCopy: null,
      notice,
    } as const;
    const written = digestOf(after);
    if (known !== undefined && (await isStillOurs(files, before, known))) {
      const remember = () => ({ ...known, written, made: concatPaths(known.made, made) });
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
        made: isFresh ? made : concatPaths(known?.made ?? null, made),
        folder: folder ?? known?.folder ?? null,
      }),
    };
  };

const copyOf = (known: InstalledFile | undefined, text: string) =>
  known?.backup == null || known.original !== digestOf(text) ? null : { path: known.backup, text };

/** Removes single entries, because the file has changed since, or its original text is unknown. */
function removeEntries(
  part: SettingsPart,
  before: string,
  known: InstalledFile | undefined,
  isLink: boolean,
) {
  const rest = part.remove(before, known?.made ?? null);
  if (rest === before) return { ...noChange(part, before, null), obsoleteCopy: copyOf(known, before) };
  const isEmpty = known?.original === null && !isLink && rest.trim() === '';
  const stays =
    known?.backup == null ? null : `The copy from before the installation is kept: ${known.backup}`;
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
      obsoleteCopy: null,
      notice: null,
      remember: () => null,
    } as const;
    const isAsLeft = known?.isClean && digestOf(before) === known.written;
    if (isAsLeft && known.original === null && !isLink) return { ...change, action: 'delete', after: null };
    const original = isAsLeft ? await readOriginal(files, known) : null;
    if (original !== null)
      return { ...change, action: 'restore', after: original, obsoleteCopy: copyOf(known, original) };
    return { ...change, ...removeEntries(part, before, known, isLink) };
  };
