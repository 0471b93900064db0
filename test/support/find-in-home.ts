import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { DatabaseSync } from '@photostructure/sqlite';

/** The paths of all files in the folder and in folders inside it. */
export const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

/** A value as it is, and, where it is a packed text, unpacked. */
function readings(value: unknown): readonly string[] {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value);
  try {
    return [text, inflateRawSync(Buffer.from(text, 'base64')).toString('utf8')];
  } catch {
    return [text];
  }
}

/** Every value of every table of the store, packed ones unpacked. */
export function storedValues(home: string): readonly string[] {
  const db = new DatabaseSync(join(home, 'store.db'), { readOnly: true });
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  const values = tables.flatMap(({ name }) =>
    db
      .prepare(`SELECT * FROM "${name}"`)
      .all()
      .flatMap((row) => Object.values(row as object).flatMap(readings)),
  );
  db.close();
  return values;
}

/** The names of the secrets that stand anywhere in the folder: in a byte of a file, a file's name, or a stored value. */
export function findInHome(
  home: string,
  secrets: Readonly<Record<string, string>>,
  isOurs: (path: string) => boolean = () => true,
): readonly string[] {
  const files = filesIn(home).filter(isOurs);
  const everything = [...files, ...files.map((path) => readFileSync(path, 'latin1')), ...storedValues(home)];
  return Object.entries(secrets)
    .filter(([, secret]) => everything.some((text) => text.includes(secret)))
    .map(([name]) => name);
}
