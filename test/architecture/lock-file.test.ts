import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/program.ts';

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, LockedPackage>>;
};

const optional = Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
  Object.entries(optionalDependencies).map(([name, range]) => ({
    name,
    range,
    entry: packages[`${parent}/node_modules/${name}`] ?? packages[`node_modules/${name}`],
  })),
);

it('lists every optional dependency, so that `npm ci` accepts the file on every platform', () => {
  expect(optional.length).toBeGreaterThan(50);
  const missing = optional.filter(({ entry }) => entry === undefined).map(({ name }) => name);
  expect(missing, 'add an entry with version, os, cpu (and libc), dev and optional').toEqual([]);
});

it('limits every optional dependency to its platform, so that `npm ci` installs only the matching ones', () => {
  const unlimited = optional.filter(
    ({ entry }) => !entry?.optional || (entry.os === undefined && entry.cpu === undefined),
  );
  expect(unlimited.map(({ name }) => name)).toEqual([]);
  const musl = optional.filter(({ name }) => name.endsWith('-musl'));
  expect(musl.filter(({ entry }) => entry?.libc?.[0] !== 'musl').map(({ name }) => name)).toEqual([]);
});

it('pins every optional dependency to the version that its parent requires', () => {
  const isExact = (range: string) => /^\d/.test(range);
  const wrong = optional.filter(({ range, entry }) => isExact(range) && entry?.version !== range);
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

it('names no registry, so that each machine installs from its own', () => {
  const named = Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined);
  expect(named.map(([path]) => path)).toEqual([]);
});
