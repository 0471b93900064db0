import { join } from 'node:path';
import { unavailable } from '../../domain/error.ts';
import { type Digest, digestOf } from '../../domain/id.ts';
import { isJsonObject, parseJson } from '../../lib/json-depth.ts';
import type { KeyPath, SettingsFiles } from '../ports/client-settings.ts';

/** What `install` did to one settings file, so that `uninstall` can undo it to the byte. */
export interface InstalledFile {
  readonly client: string;
  /** Of the file as we left it. */
  readonly written: Digest;
  /** Of the file as it was; null when there was none. */
  readonly original: Digest | null;
  readonly backup: string | null;
  /** Whether the original had none of our entries, and so can be restored. */
  readonly isClean: boolean;
  /** Objects and lists that the installation added; null when they are unknown. */
  readonly made: readonly KeyPath[] | null;
  readonly folder: string | null;
}

export type Installed = Readonly<Record<string, InstalledFile>>;

const FORMAT = 1;

type Test = (value: unknown) => boolean;

const isText: Test = (value) => typeof value === 'string';
const orNull =
  (test: Test): Test =>
  (value) =>
    value === null || test(value);
const isKeyPath: Test = (value) => Array.isArray(value) && value.every(isText);

const TESTS: Readonly<Record<keyof InstalledFile, Test>> = {
  client: isText,
  written: isText,
  original: orNull(isText),
  backup: orNull(isText),
  isClean: (value) => typeof value === 'boolean',
  made: orNull((value) => Array.isArray(value) && value.every(isKeyPath)),
  folder: orNull(isText),
};

/** The first part of the record that is not as `install` writes it. It is a file of our own: any other one is damaged. */
function findDamage(record: unknown): string | undefined {
  if (!isJsonObject(record) || Object.keys(record).some((key) => key !== 'format' && key !== 'files'))
    return 'it is not a record of files';
  if (record.format !== FORMAT) return `format must be ${FORMAT}`;
  if (!isJsonObject(record.files)) return 'files must be an object';
  for (const [path, file] of Object.entries(record.files)) {
    const keys = isJsonObject(file) ? Object.keys(file) : [];
    const fields = Object.entries(TESTS);
    if (!isJsonObject(file) || keys.length !== fields.length) return `files.${path} has other fields`;
    const [wrong] = fields.find(([field, test]) => !Object.hasOwn(file, field) || !test(file[field])) ?? [];
    if (wrong !== undefined) return `files.${path}.${wrong} has another type`;
  }
  return undefined;
}

const damaged = (path: string, why: string, cause?: unknown) =>
  unavailable(
    'installed_unreadable',
    `${path} is damaged: ${why}.`,
    'Move it away and run the command again. Without it, uninstall removes the entries of Throughline one by one. Nothing was changed.',
    { cause },
  );

function parseRecord(path: string, given: string): unknown {
  try {
    return parseJson(given);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw damaged(path, cause.message, cause);
  }
}

function parse(path: string, given: string): Installed {
  const record = parseRecord(path, given);
  const damage = findDamage(record);
  if (damage !== undefined) throw damaged(path, damage);
  return (record as { readonly files: Installed }).files;
}

/** The record as it was read. `write` throws `settings_changed` when another process changed it since, and deletes an empty record. */
export async function openInstallRecord(files: SettingsFiles, home: string) {
  const path = join(home, 'installed.json');
  const { text: before } = await files.read(path);
  return {
    files: before === null ? ({} as Installed) : parse(path, before),
    async write(installed: Installed): Promise<void> {
      const isEmpty = Object.keys(installed).length === 0;
      if (isEmpty) return before === null ? undefined : files.remove(path, before, null);
      const after = `${JSON.stringify({ format: FORMAT, files: installed }, null, 2)}\n`;
      if (after !== before) await files.replace(path, { expected: before, text: after, isShared: false });
    },
  };
}

export async function readOriginal(files: SettingsFiles, { backup, original }: InstalledFile) {
  if (backup === null) return null;
  const kept = await files.read(backup).catch(() => ({ text: null }));
  return kept.text !== null && digestOf(kept.text) === original ? kept.text : null;
}
