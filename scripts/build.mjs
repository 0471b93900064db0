// Bundles the program: a small dispatcher, and one file for each part that it loads, so that no unneeded code is loaded.
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { hashInputs, STAMP } from './build-stamp.mjs';
import { loadLater } from './load-later.mjs';
import { warmUp } from './warm-up.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Built in a temporary folder and renamed at the end, because a client may start the program at any moment. */
const dist = mkdtempSync(join(root, '.dist-'));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** What the dispatcher loads on demand. The file names are resolved here: rename them together with the sources. */
const PARTS = [
  { source: 'start-stdio.ts', name: 'mcp' },
  { source: 'start-http.ts', name: 'serve' },
  { source: 'run-hook.ts', name: 'hook' },
  { source: 'run-command.ts', name: 'commands' },
  { source: 'open-clients.ts', name: 'clients' },
  { source: 'run-doctor.ts', name: 'doctor' },
  { source: 'redact-worker.ts', name: 'redact-worker' },
  // Contains the schema library, so that commands and hooks start without it.
  { source: 'parse-campaign-file.ts', name: 'campaign-file', folder: 'src/campaign/app/import' },
];

const partsStayApart = {
  name: 'parts-stay-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/[a-z-]+\.ts$/ }, ({ path, kind }) => {
      const part = PARTS.find(({ source }) => path === `./${source}`);
      return kind === 'dynamic-import' && part ? { path: `./${part.name}.js`, external: true } : undefined;
    });
  },
};

/** Which lazily loaded code of a client each part of the program uses; the rest is left out of its bundle. */
const CLIENT_CODE = {
  mcp: ['transcript'],
  serve: ['transcript'],
  hook: ['hook-protocol', 'json-protocol', 'transcript'],
  commands: ['transcript'],
  clients: ['settings'],
  doctor: ['settings'],
};

const clientCodeFor = (part) => ({
  name: 'client-code',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/[a-z-]+\.ts$/ }, ({ path, kind, importer }) => {
      const isOfClient = /[/\\]src[/\\]clients[/\\](?:[a-z-]+[/\\]index|shared[/\\]adapter-parts)\.ts$/.test(
        importer,
      );
      const isRun = (CLIENT_CODE[part] ?? []).some((name) => path === `./${name}.ts`);
      return kind === 'dynamic-import' && isOfClient && !isRun ? { path, namespace: 'left-out' } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: `throw new Error('${path} of a client is not in this part of the program');`,
    }));
  },
});

/** CommonJS, because only that can be compiled from a code cache, and it starts without the loader of ES modules. */
const bundle = (source, name, folder = 'src/main') =>
  build({
    absWorkingDir: root,
    entryPoints: [`${folder}/${source}`],
    outfile: join(dist, `${name}.js`),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    supported: { 'dynamic-import': false },
    external: ['@photostructure/sqlite'],
    define: { __VERSION__: JSON.stringify(version), 'import.meta.url': '__url' },
    banner: { js: "const __url = require('node:url').pathToFileURL(__filename).href;" },
    alias: {
      '@modelcontextprotocol/server/_shims': './scripts/sdk-shims.mjs',
      // A bundler cannot follow how its other form loads its parts.
      'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    },
    plugins: [partsStayApart, clientCodeFor(name.replace(/\.bundle$/, '')), loadLater],
    minify: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });

const entry = (name) =>
  `module.exports = require('./load-cached.js').loadCached(require('node:path').join(__dirname, '${name}.bundle.js'));\n`;

/** The licenses of all packages inside the bundles. */
function notices(results) {
  const packages = new Set(
    results.flatMap(({ metafile }) =>
      Object.keys(metafile.inputs).flatMap(
        (path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
      ),
    ),
  );
  return [...packages].sort().map((name) => {
    const folder = join(root, 'node_modules', name);
    const { license, version: used } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const texts = ['LICENSE', 'LICENSE.md', 'license', 'LICENCE'].flatMap((file) => {
      try {
        return [readFileSync(join(folder, file), 'utf8')];
      } catch {
        return [];
      }
    });
    return `${name} ${used} (${license})\n\n${texts[0] ?? ''}`;
  });
}

async function fill() {
  // Computed first, so that a file that changes during the build makes the result stale.
  const inputs = hashInputs(root);
  writeFileSync(join(dist, 'package.json'), '{ "type": "commonjs" }\n');
  const results = await Promise.all([
    bundle('bin.ts', 'main.bundle'),
    bundle('load-cached.ts', 'load-cached'),
    ...PARTS.map(({ source, name, folder }) => bundle(source, `${name}.bundle`, folder)),
  ]);
  const { compileCached } = createRequire(import.meta.url)(join(dist, 'load-cached.js'));
  for (const { name } of PARTS) writeFileSync(join(dist, `${name}.js`), entry(name));
  writeFileSync(join(dist, 'bin.js'), `#!/usr/bin/env node\n${entry('main')}`);
  for (const name of ['main', ...PARTS.map((part) => part.name)]) {
    const file = join(dist, `${name}.bundle.js`);
    writeFileSync(`${file}.cache`, compileCached(file).createCachedData());
  }
  writeFileSync(join(dist, 'THIRD-PARTY.txt'), notices(results).join('\n\n----------\n\n'));
  await warmUp(join(dist, 'bin.js'));
  writeFileSync(join(dist, STAMP), inputs);
  // The user who runs it may not be the one who built it.
  for (const name of readdirSync(dist)) chmodSync(join(dist, name), name === 'bin.js' ? 0o755 : 0o644);
  chmodSync(dist, 0o755);
}

try {
  await fill();
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  renameSync(dist, join(root, 'dist'));
} finally {
  rmSync(dist, { recursive: true, force: true });
}
