import { lstatSync, readlinkSync } from 'node:fs';
import { readSmallText } from './read-bounded.ts';

export type RefFile =
  | { readonly kind: 'commit'; readonly id: string }
  | { readonly kind: 'symbolic'; readonly target: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'broken' };

const COMMIT = /^([0-9a-f]{64}|[0-9a-f]{40})(?:\s|$)/i;

/** What HEAD or a loose ref says. A symbolic target is as found: check it before joining it to a path. */
export function readRefFile(path: string): RefFile {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    // `refs/heads/a` may be an empty folder left by `a/b` while `a` is packed.
    if (!stat || stat.isDirectory()) return { kind: 'missing' };
    if (stat.isSymbolicLink()) {
      // Before `ref:` files a symbolic ref was a symbolic link; git still reads those.
      const target = readlinkSync(path);
      if (target.startsWith('refs/')) return { kind: 'symbolic', target };
    }
  } catch {
    return { kind: 'broken' };
  }
  return parseRef(readSmallText(path) ?? '');
}

function parseRef(text: string): RefFile {
  if (text.startsWith('ref:')) return { kind: 'symbolic', target: text.slice('ref:'.length).trim() };
  const id = COMMIT.exec(text)?.[1];
  return id ? { kind: 'commit', id: id.toLowerCase() } : { kind: 'broken' };
}
