import { clipLine } from '../clip.ts';
import { BOUND } from './bounds.ts';

/** A path as seen from the session's folder, where it lies inside. */
export function relativePath(root: string | null, path: string): string {
  const base = root === null ? '' : root.replace(/[\\/]+$/, '');
  const isInside = base !== '' && path.startsWith(base) && /^[\\/]/.test(path.slice(base.length));
  const inner = isInside ? path.slice(base.length).replace(/^[\\/]+/, '') : path.replace(/^\.\//, '');
  return clipLine(inner, BOUND.path);
}
