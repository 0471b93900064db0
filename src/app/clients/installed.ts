import { join } from 'node:path';
import { unavailable } from '../../domain/error.ts';
import { type Digest, digestOf } from '../../domain/id.ts';
import { list, map, orNull, ShapeProblem, shape, text, truth, whole } from '../../lib/check-shape.ts';
import { parseJson } from '../../lib/json-depth.ts';
import type { KeyPath } from '../ports/client-settings.ts';
import type { SettingsFiles } from '../ports/settings-files.ts';

/** What `install` did to one settings file, so that `uninstall` can undo it to the byte. */
export interface InstalledFile {
  readonly client: string;
  /** Of the file as we left it. */
  readonly written: Digest;
  /** Of the file as it was; null when there was none. */
  readonly original: Digest | null;
  readonly backup: string | null;
  /** Whether the original had nothing of ours in it, and so is what to go back to. */
  readonly isClean: boolean;
  /** Objects and lists that came with us; null when nobody knows. */
  readonly made: readonly KeyPath[] | null;
  /** The topmost folder that came with us. */
  readonly folder: string | null;
}

/** By path. */
export type Installed = Readonly<Record<string, InstalledFile>>;

const FORMAT = 1;
const anyText = text({ max: 100_000 });

const checkRecord = shape({
  format: whole(FORMAT, FORMAT),
  files: map(
    anyText,
    shape({
      client: anyText,
      written: anyText,
      original: orNull(anyText),
      backup: orNull(anyText),
      isClean: truth,
      made: orNull(list(list(anyText))),
      folder: orNull(anyText),
    }),
  ),
});

function parse(path: string, given: string): Installed {
  try {
    const record = parseJson(given);
    checkRecord(record, '');
    return (record as { readonly files: Installed }).files;
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof ShapeProblem)) throw cause;
    throw unavailable(
      'installed_unreadable',
      `${path} is damaged: ${cause.message}.`,
      'Move it away and run it again: uninstall then takes out what is ours entry by entry. Nothing was changed.',
      { cause },
    );
  }
}

/** The record as it was read, and how to change it. */
export interface InstalledRecord {
  readonly files: Installed;
  /** Throws `settings_changed` when another process changed it since. Without files in it there is none. */
  write(files: Installed): Promise<void>;
}

export async function openInstalled(files: SettingsFiles, home: string): Promise<InstalledRecord> {
  const path = join(home, 'installed.json');
  const { text: before } = await files.read(path);
  return {
    files: before === null ? {} : parse(path, before),
    async write(installed) {
      const isEmpty = Object.keys(installed).length === 0;
      if (isEmpty) return before === null ? undefined : files.remove(path, before, null);
      const after = `${JSON.stringify({ format: FORMAT, files: installed }, null, 2)}\n`;
      if (after !== before) await files.replace(path, { expected: before, text: after, isShared: false });
    },
  };
}

/** The bytes to go back to, if they are still there and still the same. */
export async function readOriginal(
  files: SettingsFiles,
  { backup, original }: InstalledFile,
): Promise<string | null> {
  if (backup === null) return null;
  const kept = await files.read(backup).catch(() => ({ text: null }));
  return kept.text !== null && digestOf(kept.text) === original ? kept.text : null;
}
