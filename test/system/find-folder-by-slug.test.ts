import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFolderBySlug } from '../../src/system/find-folder-by-slug.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** A folder with these folders in it, and a function that finds one of them by the rest of its slug. */
function folderWith(...names: readonly string[]) {
  const root = realpathSync(tempFolder());
  for (const name of names) mkdirSync(join(root, name), { recursive: true });
  const start = root.slice(1).replace(/[^A-Za-z0-9]+/g, '-');
  return { root, find: (rest: string) => findFolderBySlug(`${start}-${rest}`) };
}

describe('the folder that a slug was made from', () => {
  it.each([
    ['boat', 'boat'],
    ['my-boat.app/src_2', 'my-boat-app-src-2'],
    ['.hidden/My Boat', 'hidden-My-Boat'],
    ['Boat', 'boat'],
  ])('%j is found by %j', (name, slug) => {
    const { root, find } = folderWith(name, 'other', 'my');
    expect(find(slug)).toBe(join(root, name));
  });

  it('is none if two folders have the slug, because one of them would be a guess', () => {
    const { find } = folderWith('my-boat', 'my/boat');
    expect(find('my-boat')).toBeUndefined();
  });

  it('is found once if a link leads to it too', () => {
    const { root, find } = folderWith('harbor/boat');
    symlinkSync('harbor/boat', join(root, 'harbor-boat'));
    expect(find('harbor-boat')).toBe(join(root, 'harbor', 'boat'));
  });

  it('is none if it is gone', () => {
    const { find } = folderWith('boat');
    expect(find('boat-engine')).toBeUndefined();
    expect(find('boats')).toBeUndefined();
    expect(findFolderBySlug('')).toBeUndefined();
  });
});
