import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, describeFailure, type Place } from './failure.ts';

export async function findNewest(place: Place, extension: string): Promise<string | undefined> {
  const ending = extension.startsWith('.') ? extension : `.${extension}`;
  try {
    const entries = await readdir(place.path, { withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
      .map(({ name }) => name);
    const files = await Promise.all(names.sort().map((name) => changedAt(join(place.path, name))));
    return files.reduce((newest, file) => (file.at >= newest.at ? file : newest), NO_FILE).path;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw describeFailure(error, place);
  }
}

const NO_FILE: { path: string | undefined; at: bigint } = { path: undefined, at: -(2n ** 63n) };

/** A file that is gone by now is no file. */
const changedAt = (path: string): Promise<typeof NO_FILE> =>
  lstat(path, { bigint: true }).then(
    ({ mtimeNs }) => ({ path, at: mtimeNs }),
    () => NO_FILE,
  );
