import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FILES, insideSrc, type SourceFile, withoutComments } from './source-files.ts';

/** House rules as data. To change one, write down why in docs/decisions/, then change it here. */
const ARGUE = 'if the rule is wrong, argue in docs/decisions/ and change test/architecture/imports.test.ts';

const PURE = ['node:path', 'node:util'];
const MACHINE = ['node:*'];
const MCP = ['@modelcontextprotocol/*', 'zod'];

/** Per room: the rooms it may import, and the packages. A room may always import itself. */
const ROOMS: Readonly<Record<string, { rooms: readonly string[]; packages: readonly string[] }>> = {
  domain: { rooms: [], packages: [] },
  search: { rooms: ['domain'], packages: [] },
  redact: { rooms: ['domain'], packages: [] },
  lib: { rooms: [], packages: MACHINE },
  app: { rooms: ['domain', 'search', 'redact', 'lib'], packages: ['node:path'] },
  config: { rooms: ['domain', 'lib'], packages: PURE },
  storage: { rooms: ['domain', 'app/ports', 'lib'], packages: MACHINE },
  system: { rooms: ['domain', 'app/ports', 'lib'], packages: MACHINE },
  embedders: { rooms: ['domain', 'app/ports', 'lib'], packages: MACHINE },
  importers: { rooms: ['domain', 'app/ports', 'lib'], packages: MACHINE },
  transcripts: { rooms: ['domain', 'app/ports', 'lib'], packages: MACHINE },
  clients: {
    rooms: ['domain', 'app/ports', 'lib', 'transcripts'],
    packages: [...MACHINE, 'jsonc-parser', 'diff'],
  },
  mcp: { rooms: ['app', 'domain', 'lib', 'config'], packages: MCP },
  cli: { rooms: ['app', 'domain', 'lib', 'config'], packages: [...PURE, 'string-width'] },
  http: { rooms: ['app', 'domain', 'lib', 'config', 'mcp'], packages: [...MCP, ...MACHINE] },
  main: { rooms: ['*'], packages: MACHINE },
};

/** What a single file may import that its room may not. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  'app/campaign/campaign-file-schema.ts': ['zod'],
  'app/campaign/entity-schema.ts': ['zod'],
  'app/campaign/schema-parts.ts': ['zod'],
  'app/campaign/session-schema.ts': ['zod'],
  'domain/id.ts': ['node:crypto'],
  'main/start-stdio.ts': ['@modelcontextprotocol/*'],
  'search/stem.ts': ['stemmer'],
  'storage/sqlite/driver.ts': ['@photostructure/sqlite'],
};

/** What a released migration may rely on: nothing of ours, and of Node only what gives the same bytes for ever. */
const FROZEN_PACKAGES = ['node:crypto', 'node:module', 'node:zlib'];

const MAX_LINES = 300;

const importsOf = (text: string) =>
  [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*)'([^'\s]+)'/g)].map(
    ([, name = '']) => name,
  );
/** What is loaded together with a file: no types, and nothing that it imports with `import(…)`. */
const loadedAtOnce = (text: string) =>
  [...text.matchAll(/^(?:import|export)\b(?! type\b)[^;'"]*?'([^'\s]+)'/gm)].map(([, name = '']) => name);
const matches = (rule: string, name: string) =>
  rule === '*' || rule === name || (rule.endsWith('*') && name.startsWith(rule.slice(0, -1)));

function mayImport(path: string, name: string): boolean {
  const room = path.split('/')[0] ?? '';
  const { rooms, packages } = ROOMS[room] ?? { rooms: [], packages: [] };
  if (!name.startsWith('.'))
    return [...packages, ...(EXCEPTIONS[path] ?? [])].some((rule) => matches(rule, name));
  const target = insideSrc(path, name);
  if (room !== 'main' && target.startsWith('main/')) return false;
  return [room, ...rooms].some((allowed) => allowed === '*' || target.startsWith(`${allowed}/`));
}

const offenders = (isWrong: (file: SourceFile) => boolean) => FILES.filter(isWrong).map(({ path }) => path);

describe('the house', () => {
  it('has rooms that we know', () => {
    const rooms = new Set(FILES.map(({ path }) => path.split('/')[0] ?? ''));
    expect(
      [...rooms].filter((room) => !(room in ROOMS) && room !== 'web'),
      ARGUE,
    ).toEqual([]);
    expect(FILES.length).toBeGreaterThan(100);
  });

  it('has imports that point inward only', () => {
    const wrong = FILES.flatMap(({ path, text }) =>
      importsOf(withoutComments(text))
        .filter((name) => !mayImport(path, name))
        .map((name) => `src/${path} imports ${name}: ${ARGUE}`),
    );
    expect(wrong).toEqual([]);
  });

  it('has migrations that import nothing which can change', () => {
    const isFrozen = (path: string, name: string) =>
      name.startsWith('.')
        ? insideSrc(path, name).startsWith('storage/migrations/')
        : FROZEN_PACKAGES.includes(name);
    const wrong = FILES.filter(({ path }) => path.startsWith('storage/migrations/')).flatMap(
      ({ path, text }) =>
        importsOf(withoutComments(text))
          .filter((name) => !isFrozen(path, name))
          .map((name) => `src/${path} imports ${name}: copy what it needs into the folder, frozen`),
    );
    expect(wrong).toEqual([]);
  });

  it('makes no exception that nobody needs any more', () => {
    const idle = Object.entries(EXCEPTIONS).flatMap(([path, rules]) => {
      const imported = importsOf(FILES.find((file) => file.path === path)?.text ?? '');
      return rules
        .filter((rule) => !imported.some((name) => matches(rule, name)))
        .map((rule) => `src/${path} no longer imports ${rule}`);
    });
    expect(idle).toEqual([]);
  });

  it('touches the process in main/bin.ts only', () => {
    const users = offenders(
      ({ path, text }) => /(?<![-\w])process\./.test(withoutComments(text)) && path !== 'main/bin.ts',
    );
    expect(users, ARGUE).toEqual([]);
  });

  it('speaks SQL in storage only', () => {
    const speakers = offenders(
      ({ path, text }) => /\bSELECT |\bINSERT INTO\b/.test(text) && !path.startsWith('storage/'),
    );
    expect(speakers, ARGUE).toEqual([]);
  });

  it('branches on no name of a storage engine: what engines differ in is declared as data', () => {
    const asks = /(?:[=!]==?|\bcase|\.startsWith\()\s*['"`](?:sqlite|postgres)/i;
    const askers = offenders(
      ({ path, text }) => asks.test(withoutComments(text)) && !/^(storage|main)\//.test(path),
    );
    // The one place that reads the scheme of a store's URL, for config and storage alike.
    expect(askers, ARGUE).toEqual(['domain/store-location.ts']);
  });

  it('reads no clock and rolls no dice outside system', () => {
    const asks = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\(|\brandomBytes\(/;
    const askers = offenders(
      ({ path, text }) => asks.test(withoutComments(text)) && !/^(system|storage|main)\//.test(path),
    );
    expect(askers, ARGUE).toEqual([]);
  });

  it('has kebab-case names', () => {
    const wrong = offenders(
      ({ path }) => !/^(\d{3}-)?[a-z0-9]+(-[a-z0-9]+)*\.[cm]?[jt]sx?$/.test(basename(path)),
    );
    expect(wrong, ARGUE).toEqual([]);
  });

  it(`has no file of more than ${MAX_LINES} lines`, () => {
    expect(
      offenders(({ text }) => text.trimEnd().split('\n').length > MAX_LINES),
      ARGUE,
    ).toEqual([]);
  });

  it('starts commands and hooks without the schema library, which is loaded with a campaign file', () => {
    const files = new Map(FILES.map((file) => [file.path, withoutComments(file.text)]));
    const loadedWith = (start: string): ReadonlySet<string> => {
      const loaded = new Set([start]);
      for (const path of loaded)
        for (const name of loadedAtOnce(files.get(path) ?? ''))
          loaded.add(name.startsWith('.') ? insideSrc(path, name) : name);
      return loaded;
    };
    for (const start of [
      'main/bin.ts',
      'main/run-hook.ts',
      'main/run-command.ts',
      'app/campaign/use-cases.ts',
    ])
      expect([...loadedWith(start)], start).not.toContain('zod');
    expect([...loadedWith('app/campaign/campaign-file-schema.ts')]).toContain('zod');
  });
});
