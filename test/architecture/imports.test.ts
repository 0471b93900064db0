import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FILES, insideSrc, type SourceFile, withoutComments } from './source-files.ts';

/** Rules as data. To change one, write down why in docs/decisions/, then change it here. */
const HOW_TO_CHANGE =
  'if the rule is wrong, write down why in docs/decisions/ and change test/architecture/imports.test.ts';

const PURE = ['node:path', 'node:util'];
const MACHINE = ['node:*'];
const MCP = ['@modelcontextprotocol/*', 'zod'];

/**
 * Per layer: the layers it may import, and the packages. A layer may always import itself. Each part of the campaign feature is a
 * layer: it may import what the same part of the core may, and that part itself. Only storage and main import the feature.
 */
const LAYERS: Readonly<Record<string, { layers: readonly string[]; packages: readonly string[] }>> = {
  domain: { layers: [], packages: [] },
  search: { layers: ['domain'], packages: [] },
  redact: { layers: ['domain'], packages: [] },
  lib: { layers: [], packages: MACHINE },
  app: { layers: ['domain', 'search', 'redact', 'lib'], packages: ['node:path'] },
  config: { layers: ['domain', 'lib'], packages: PURE },
  storage: {
    layers: ['domain', 'app/ports', 'lib', 'campaign/domain', 'campaign/ports'],
    packages: MACHINE,
  },
  system: { layers: ['domain', 'app/ports', 'lib'], packages: MACHINE },
  embedders: { layers: ['domain', 'app/ports', 'lib'], packages: MACHINE },
  importers: { layers: ['domain', 'app/ports', 'lib'], packages: MACHINE },
  transcripts: { layers: ['domain', 'app/ports', 'lib'], packages: MACHINE },
  clients: {
    layers: ['domain', 'app/ports', 'lib', 'transcripts'],
    packages: [...MACHINE, 'jsonc-parser', 'diff'],
  },
  mcp: { layers: ['app', 'domain', 'lib', 'config'], packages: MCP },
  cli: { layers: ['app', 'domain', 'lib', 'config'], packages: [...PURE, 'string-width'] },
  http: { layers: ['app', 'domain', 'lib', 'config', 'mcp'], packages: [...MCP, ...MACHINE] },
  'campaign/domain': { layers: ['domain', 'lib'], packages: [] },
  'campaign/ports': { layers: ['campaign/domain', 'domain', 'app/ports'], packages: [] },
  'campaign/app': {
    layers: ['campaign/domain', 'campaign/ports', 'app', 'domain', 'search', 'redact', 'lib'],
    packages: ['node:path'],
  },
  'campaign/mcp': {
    layers: ['campaign/app', 'campaign/domain', 'mcp', 'app', 'domain', 'lib', 'config'],
    packages: ['zod'],
  },
  'campaign/cli': {
    layers: ['campaign/app', 'campaign/domain', 'cli', 'app', 'domain', 'lib', 'config'],
    packages: PURE,
  },
  main: { layers: ['*'], packages: MACHINE },
};

/** What a single file may import that its layer may not. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  'campaign/app/import/campaign-file-schema.ts': ['zod'],
  'campaign/app/entity-schema.ts': ['zod'],
  'campaign/app/import/schema-parts.ts': ['zod'],
  'domain/id.ts': ['node:crypto'],
  'main/start-stdio.ts': ['@modelcontextprotocol/*'],
  'main/stdio-transport.ts': ['@modelcontextprotocol/*'],
  'search/tokens.ts': ['stemmer'],
  'storage/sqlite/driver.ts': ['@photostructure/sqlite'],
};

/** What a released migration may rely on: nothing of ours, and of Node only what always gives the same bytes. */
const FROZEN_PACKAGES = ['node:crypto', 'node:module', 'node:zlib'];

const MAX_LINES = 250;

const importsOf = (text: string) =>
  [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*)'([^'\s]+)'/g)].map(
    ([, name = '']) => name,
  );
/** What is loaded together with a file: no types, and nothing that it imports with `import(…)`. */
const loadedAtOnce = (text: string) =>
  [...text.matchAll(/^(?:import|export)\b(?! type\b)[^;'"]*?'([^'\s]+)'/gm)].map(([, name = '']) => name);
const matches = (rule: string, name: string) =>
  rule === '*' || rule === name || (rule.endsWith('*') && name.startsWith(rule.slice(0, -1)));

/** A folder of src; of the campaign feature, one of its parts. */
const layerOf = (path: string) => /^(?:campaign\/)?[^/]*/.exec(path)?.[0] ?? '';

function mayImport(path: string, name: string): boolean {
  const layer = layerOf(path);
  const { layers, packages } = LAYERS[layer] ?? { layers: [], packages: [] };
  if (!name.startsWith('.'))
    return [...packages, ...(EXCEPTIONS[path] ?? [])].some((rule) => matches(rule, name));
  const target = insideSrc(path, name);
  if (layer !== 'main' && target.startsWith('main/')) return false;
  return [layer, ...layers].some((allowed) => allowed === '*' || target.startsWith(`${allowed}/`));
}

const offenders = (isWrong: (file: SourceFile) => boolean) => FILES.filter(isWrong).map(({ path }) => path);

describe('the source tree', () => {
  it('has known layers only', () => {
    const layers = new Set(FILES.map(({ path }) => layerOf(path)));
    expect(
      [...layers].filter((layer) => !(layer in LAYERS) && layer !== 'web'),
      HOW_TO_CHANGE,
    ).toEqual([]);
    expect(FILES.length).toBeGreaterThan(100);
  });

  it('has imports that point inward only', () => {
    const wrong = FILES.flatMap(({ path, text }) =>
      importsOf(withoutComments(text))
        .filter((name) => !mayImport(path, name))
        .map((name) => `src/${path} imports ${name}: ${HOW_TO_CHANGE}`),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['app/orient.ts', '../campaign/app/games.ts', false],
    ['mcp/call-tool.ts', '../campaign/mcp/index.ts', false],
    ['cli/commands/index.ts', '../../campaign/domain/campaign.ts', false],
    ['campaign/domain/event.ts', '../app/games.ts', false],
    ['campaign/app/games.ts', '../mcp/index.ts', false],
    ['storage/sqlite/put-campaign.ts', '../../campaign/app/games.ts', false],
    ['storage/sqlite/put-campaign.ts', '../../campaign/ports/campaign-store.ts', true],
    ['campaign/app/games.ts', '../../app/ports/games.ts', true],
    ['main/compose.ts', '../campaign/app/games.ts', true],
  ])('about the campaign feature: %s imports %s: %s', (path, name, isAllowed) =>
    expect(mayImport(path, name)).toBe(isAllowed),
  );

  it('has self-contained migrations', () => {
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

  it('makes no exception that is not needed', () => {
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
    expect(users, HOW_TO_CHANGE).toEqual([]);
  });

  it('contains SQL in storage only', () => {
    const users = offenders(
      ({ path, text }) => /\bSELECT |\bINSERT INTO\b/.test(text) && !path.startsWith('storage/'),
    );
    expect(users, HOW_TO_CHANGE).toEqual([]);
  });

  it('reads the clock and random numbers in system only', () => {
    const pattern = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\(|\brandomBytes\(/;
    const users = offenders(
      ({ path, text }) => pattern.test(withoutComments(text)) && !/^(system|storage|main)\//.test(path),
    );
    expect(users, HOW_TO_CHANGE).toEqual([]);
  });

  it('has kebab-case names', () => {
    const wrong = offenders(
      ({ path }) => !/^(\d{3}-)?[a-z0-9]+(-[a-z0-9]+)*\.[cm]?[jt]sx?$/.test(basename(path)),
    );
    expect(wrong, HOW_TO_CHANGE).toEqual([]);
  });

  it(`has no file of more than ${MAX_LINES} lines`, () => {
    expect(
      offenders(({ text }) => text.trimEnd().split('\n').length > MAX_LINES),
      HOW_TO_CHANGE,
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
      'campaign/app/use-cases.ts',
    ])
      expect([...loadedWith(start)], start).not.toContain('zod');
    expect([...loadedWith('campaign/app/import/parse-campaign-file.ts')]).toContain('zod');
  });
});
