import { describe, expect, it } from 'vitest';
import { FILES, withoutComments } from './source-files.ts';

/** Files that name the whole of the dependencies, and why a part is not enough there. */
const WHOLE: Readonly<Record<string, string>> = {
  'app/deps.ts': 'declares them',
  'app/services.ts': 'passes them to every use case',
  'app/hooks/hook-services.ts': 'passes them to every use case of a hook',
  'app/disabled-projects/agent-deps.ts': 'returns the same dependencies with another store',
  'main/open-deps.ts': 'opens them',
  'main/compose.ts': 'keeps them open for as long as the program runs',
};

const withoutImports = (text: string) => text.replace(/^import\b[^;]*;/gm, '');

/** `Deps` or `HookDeps`, but not as the first argument of `Pick`. */
const namesWhole = (text: string) =>
  /(?<!\bPick<\s*)\b(?:Hook)?Deps\b/.test(withoutImports(withoutComments(text)));

describe('dependencies', () => {
  it('are taken as a Pick of what is used', () => {
    const takers = FILES.filter(({ path, text }) => !(path in WHOLE) && namesWhole(text));
    expect(
      takers.map(({ path }) => `src/${path}`),
      'take Pick<Deps, …> with the keys that are used, or add the file with a reason to test/architecture/deps.test.ts',
    ).toEqual([]);
    expect(
      FILES.filter(({ text }) => /\bPick<\s*Deps\b|\b(?:Store|Project)Deps\b/.test(text)).length,
    ).toBeGreaterThan(50);
  });

  it('have no exception that is not needed', () => {
    const taking = FILES.filter(({ text }) => namesWhole(text)).map(({ path }) => path);
    expect(Object.keys(WHOLE).filter((path) => !taking.includes(path))).toEqual([]);
  });

  it.each([
    ["deps: Pick<Deps, 'store'>", false],
    ["type Needs = Pick<\n  Deps,\n  'clock' | 'store'\n>;", false],
    ["import type { Deps } from './deps.ts';", false],
    ['deps: Deps', true],
    ['deps: Pick<Deps, keyof Deps>', true],
    ["deps: Omit<Deps, 'store'>", true],
  ])('counts %j as taking the whole: %s', (text, isWhole) => expect(namesWhole(text)).toBe(isWhole));
});
