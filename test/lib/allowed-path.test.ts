import { describe, expect, it } from 'vitest';
import { findAllowedRoot, isInside } from '../../src/lib/allowed-path.ts';

describe('isInside', () => {
  it.each([
    ['/home/a', '/home/a', true],
    ['/home/a', '/home/a/b/c', true],
    ['/home/a', '/home/a/..b', true],
    ['/home/a/', '/home/a/b', true],
    ['/', '/etc', true],
    ['/home/a', '/home/ab', false],
    ['/home/a', '/home', false],
    ['/home/a', '/home/a/../b', false],
    ['/home/a', '/home/a/b/../../../etc', false],
    ['/home/a', 'a/b', false],
    ['a', '/a', false],
    ['', '/a', false],
  ])('root %s, path %s: %s', (root, path, expected) => {
    expect(isInside(root, path)).toBe(expected);
  });
});

it('is never inside a root that depends on where the process runs', () => {
  expect(isInside('', `${process.cwd()}/x`)).toBe(false);
  expect(isInside(process.cwd(), 'x')).toBe(false);
});

describe('findAllowedRoot', () => {
  it('counts no root for what is in a closed folder, except roots inside that folder', () => {
    const roots = ['/a', '/a/closed', '/a/closed/own'];
    const find = (path: string) => findAllowedRoot(path, roots, '/a/closed');
    expect(find('/a/x')).toBe('/a');
    expect(find('/a/closedx')).toBe('/a');
    expect(find('/a/closed/own/x')).toBe('/a/closed/own');
    for (const path of ['/a/closed', '/a/closed/x', '/a/closed/ownx']) expect(find(path)).toBeUndefined();
  });

  it('names the root that holds the path, or none', () => {
    expect(findAllowedRoot('/b/x', ['/a', '/b'])).toBe('/b');
    expect(findAllowedRoot('/c/x', ['/a', '/b'])).toBeUndefined();
    expect(findAllowedRoot('/c/x', [])).toBeUndefined();
  });
});
