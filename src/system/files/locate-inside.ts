import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { denied, invalid } from '../../domain/error.ts';
import { nextStep } from '../../domain/next-step.ts';
import { findAllowedRoot } from '../../lib/allowed-path.ts';
import { type Place, refusal } from './failure.ts';

const LONGEST_PATH = 4096;

export async function locateInside(roots: readonly string[], path: string, field: string): Promise<Place> {
  checkShape(path, field);
  const refuse = (problem: string) =>
    denied(
      'path_outside_roots',
      `${field} ${problem}: ${path}`,
      'Pass a path inside an allowed folder, or add its folder to those that the setting allowed_roots lists.',
      {
        fields: [{ field, problem }],
        allowed: roots,
        next: [nextStep('config.set', { key: 'allowed_roots' })],
      },
    );
  const real = await resolveLinks(resolve(path));
  const realRoots = await Promise.all(roots.map((root) => resolveLinks(resolve(root))));
  const root = findAllowedRoot(
    real ?? '',
    realRoots.filter((known) => known !== undefined),
  );
  if (real === undefined || root === undefined) throw refuse('is outside the allowed folders');
  return { path: real, root, field, refuse };
}

function checkShape(path: string, field: string): void {
  const refuse = (problem: string, hint: string) => {
    throw refusal(invalid, 'path_not_absolute', { path: path.slice(0, 200), field }, problem, hint);
  };
  if (path.startsWith('~'))
    refuse('begins with ~, which is not expanded', 'Write the home folder out in full.');
  if (!isAbsolute(path))
    refuse('must be an absolute path', 'Give the whole path, from the root of the disk.');
  if (path.length > LONGEST_PATH) refuse(`is longer than ${LONGEST_PATH} characters`, 'Give a shorter path.');
  if (path.includes('\0')) refuse('contains a NUL character', 'Remove U+0000 from the path.');
}

/**
 * The real path of the deepest ancestor there is, and the rest as it stands. Undefined for a link that leads
 * nowhere: whatever appeared at its end later would be followed, in or out of the roots.
 */
async function resolveLinks(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch {
    const isLink = await lstat(path).then(
      (stats) => stats.isSymbolicLink(),
      () => false,
    );
    const parent = dirname(path);
    if (isLink || parent === path) return undefined;
    const realParent = await resolveLinks(parent);
    return realParent === undefined ? undefined : join(realParent, basename(path));
  }
}
