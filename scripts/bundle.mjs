// Makes one file of the program with esbuild, without the parts that are loaded on demand.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { APART, apartSource, loadLater } from './load-later.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What is loaded on demand. The file names are resolved here: rename them together with the sources. */
export const PARTS = [
  { source: 'start-stdio.ts', name: 'mcp', isProgram: true },
  { source: 'run-hook.ts', name: 'hook', isProgram: true },
  { source: 'start-http.ts', name: 'serve' },
  { source: 'run-command.ts', name: 'commands' },
  { source: 'open-clients.ts', name: 'clients' },
  { source: 'run-doctor.ts', name: 'doctor' },
  { source: 'redact-worker.ts', name: 'redact-worker' },
  // Contains the schema library, so that commands and hooks start without it.
  { source: 'parse-campaign-file.ts', name: 'campaign-file', folder: 'src/campaign/app/import' },
  ...APART.map((apart) => ({ name: apart.name, contents: apartSource(apart) })),
];

/** The part `own` is in the bundle itself. */
const partsStayApart = (own) => ({
  name: 'parts-stay-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/[a-z-]+\.ts$/ }, ({ path, kind }) => {
      const part = PARTS.find(({ source }) => path === `./${source}`);
      return kind === 'dynamic-import' && part && part.name !== own
        ? { path: `./${part.name}.js`, external: true }
        : undefined;
    });
  },
});

/**
 * Modules that a program imports while it runs, and always needs. Imported in the usual way, they and all that they import are not
 * wrapped in functions of their own, which take time to create and to call.
 */
const NEEDED_AT_ONCE = {
  hook: [
    'src/main/run-hook.ts',
    'src/system/git/read-drift.ts',
    'src/clients/shared/json-protocol.ts',
    'src/clients/opencode/hook-protocol.ts',
  ],
};
const DYNAMIC_IMPORT = /\bimport\('(\.[^']+)'\)/g;

const importAtOnce = (part) => ({
  name: 'import-at-once',
  setup({ onLoad }) {
    const needed = (NEEDED_AT_ONCE[part] ?? []).map((path) => join(root, path));
    if (needed.length === 0) return;
    onLoad(
      { filter: /[/\\]src[/\\](?:main|clients[/\\][a-z-]+)[/\\][a-z-]+\.ts$/, namespace: 'file' },
      ({ path }) => {
        const text = readFileSync(path, 'utf8');
        const imports = [];
        const contents = text.replaceAll(DYNAMIC_IMPORT, (whole, from) => {
          if (!needed.includes(join(dirname(path), from))) return whole;
          const name = `atOnce${imports.length}`;
          imports.push(`import * as ${name} from '${from}';`);
          return `Promise.resolve(${name})`;
        });
        return { contents: `${contents}\n${imports.join('\n')}`, loader: 'ts' };
      },
    );
  },
});

/** Which lazily loaded code of a client each part of the program uses; the rest is left out of its bundle. */
const CLIENT_CODE = {
  mcp: ['transcript'],
  serve: ['transcript'],
  hook: ['hook-protocol', 'json-protocol', 'transcript'],
  commands: ['transcript'],
  clients: ['settings'],
  doctor: ['settings'],
};

/** What hooks never load, by the beginning of its path. Left in, it and all that it imports would be wrapped in functions. */
const NEVER_LOADED = {
  hook: ['src/campaign/app/', 'src/embedders/', 'src/main/edit-text.ts'],
};

const leaveOut = (part) => ({
  name: 'leave-out',
  setup({ onResolve, onLoad }) {
    const unused = (NEVER_LOADED[part] ?? []).map((path) => join(root, path));
    onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ path, kind, resolveDir }) => {
      const isUnused = unused.some((start) => join(resolveDir, path).startsWith(start));
      return kind === 'dynamic-import' && isUnused ? { path, namespace: 'left-out' } : undefined;
    });
    onResolve({ filter: /^\.\/[a-z-]+\.ts$/ }, ({ path, kind, importer }) => {
      const isOfClient = /[/\\]src[/\\]clients[/\\](?:[a-z-]+[/\\]index|shared[/\\]adapter-parts)\.ts$/.test(
        importer,
      );
      const isRun = (CLIENT_CODE[part] ?? []).some((name) => path === `./${name}.ts`);
      return kind === 'dynamic-import' && isOfClient && !isRun ? { path, namespace: 'left-out' } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: `throw new Error('${path} is not in this part of the program');`,
    }));
  },
});

/** The dispatcher alone, or together with a part for which clients wait: one file loads faster than two. */
const programSource = (source) =>
  ["export { main } from './bin.ts';", ...(source ? [`export * from './${source}';`] : [])].join('\n');

/** Node loads eight files for `performance`, of which only the clock is used. */
const CLOCK = 'const __now = () => { const [s, ns] = process.hrtime(); return s * 1e3 + ns / 1e6; };';

/** As Node wraps a module, so that the file is compiled as it is. */
const WRAPPED = { head: '(function (exports, require, module, __filename, __dirname) {', tail: '})' };
const PLAIN = { head: '', tail: '' };

/**
 * The loader reads a bundle as ASCII, which is faster and takes half of the memory. esbuild escapes other letters in strings, but not in
 * regular expressions and raw templates. Raw templates with such letters may only be sources of regular expressions, where an escape
 * means the same.
 */
const withEscapes = (text) =>
  text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** CommonJS, because only that can be compiled from a code cache, and it starts without the loader of ES modules. */
async function bundle(input, name, outfile, version, { head, tail } = WRAPPED) {
  const result = await build({
    absWorkingDir: root,
    ...input,
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // Left to itself, esbuild makes calls of `new RegExp` from these literals, which V8 does not keep between two calls.
    supported: { 'dynamic-import': false, 'regexp-unicode-property-escapes': true },
    external: ['@photostructure/sqlite'],
    define: {
      __VERSION__: JSON.stringify(version),
      // A path does as well for `createRequire`, and takes no time to make.
      'import.meta.url': '__filename',
      'import.meta.dirname': '__dirname',
      'performance.now': '__now',
    },
    banner: { js: `${head}${CLOCK}` },
    footer: { js: tail },
    alias: {
      '@modelcontextprotocol/server/_shims': './scripts/sdk-shims.mjs',
      // A bundler cannot follow how its other form loads its parts.
      'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    },
    plugins: [partsStayApart(name), importAtOnce(name), leaveOut(name), loadLater(name)],
    minify: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  writeFileSync(outfile, withEscapes(readFileSync(outfile, 'utf8')));
  return result;
}

export const bundleFile = ({ source, name, folder = 'src/main', contents }, outfile, version) => {
  const input = contents
    ? { stdin: { contents, resolveDir: root, sourcefile: `${name}.js` } }
    : { entryPoints: [`${folder}/${source}`] };
  return bundle(input, name, outfile, version);
};

/** The loader of the other bundles, which Node itself loads. */
export const bundleLoader = (source, outfile, version) =>
  bundle({ entryPoints: [`src/main/${source}`] }, 'loader', outfile, version, PLAIN);

export const bundleProgram = ({ source, name }, outfile, version) =>
  bundle(
    { stdin: { contents: programSource(source), resolveDir: `${root}/src/main`, sourcefile: `${name}.ts` } },
    name,
    outfile,
    version,
  );
