// Checks whether dist/ was built from the current files. Contents are compared, not times: a change of branch
// or a restored file may keep the time of a file and change its contents, or the other way around.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const INPUT_FOLDERS = ['src', 'scripts'];
const INPUT_FILES = ['package.json', 'package-lock.json', 'tsconfig.json'];
/** In dist/, so that it is put in place and removed together with what was built. */
export const STAMP = 'inputs.sha256';

const filesBelow = (root, folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(root, path) : [path];
  });

/** The code cache in dist/ fits one version of Node only. */
export function hashInputs(root) {
  const hash = createHash('sha256').update(`${process.version} ${process.arch}\n`);
  const paths = [...INPUT_FILES, ...INPUT_FOLDERS.flatMap((folder) => filesBelow(root, folder))];
  for (const path of paths.sort()) {
    const contents = readFileSync(join(root, path));
    hash.update(`${path} ${contents.length}\n`).update(contents);
  }
  return hash.digest('hex');
}

export function isBuilt(root) {
  try {
    return readFileSync(join(root, 'dist', STAMP), 'utf8') === hashInputs(root);
  } catch {
    return false;
  }
}
