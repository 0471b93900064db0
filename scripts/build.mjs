// Bundles the program: a small dispatcher, and one file each for what it can become, so that nothing loads in vain.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** What the dispatcher loads only when it is asked for: source, bundle, and the function it starts with. */
const PARTS = [
  { source: 'start-stdio.ts', name: 'mcp', starts: 'startStdio' },
  { source: 'start-http.ts', name: 'serve', starts: 'startHttp' },
  { source: 'run-command.ts', name: 'commands', starts: 'runCommand' },
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

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
};

const bundleModule = (source, name) =>
  build({
    ...common,
    entryPoints: [`src/main/${source}`],
    outfile: `dist/${name}.js`,
    format: 'esm',
    define: { __VERSION__: JSON.stringify(version) },
    plugins: [partsStayApart],
  });

/** CommonJS, because only that can be compiled from a code cache. */
const bundlePart = ({ source, name }) =>
  build({
    ...common,
    entryPoints: [`src/main/${source}`],
    outfile: `dist/${name}.cjs`,
    format: 'cjs',
    external: ['@photostructure/sqlite'],
    define: { 'import.meta.url': '__url' },
    banner: { js: "const __url = require('node:url').pathToFileURL(__filename).href;" },
  });

/** The licences of everything that ends up inside the bundles. */
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

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const results = await Promise.all([
  bundleModule('bin.ts', 'bin'),
  bundleModule('load-cached.ts', 'load-cached'),
  ...PARTS.map(bundlePart),
]);
const { compileCached, loadCached } = await import(pathToFileURL(join(dist, 'load-cached.js')).href);
for (const { name, starts } of PARTS) {
  writeFileSync(
    join(dist, `${name}.js`),
    `import { loadCached } from './load-cached.js';\nexport const { ${starts} } = loadCached(new URL('./${name}.cjs', import.meta.url).href);\n`,
  );
  const bundle = join(dist, `${name}.cjs`);
  const script = compileCached(bundle);
  loadCached(pathToFileURL(bundle).href, script);
  writeFileSync(`${bundle}.cache`, script.createCachedData());
}
writeFileSync(join(dist, 'THIRD-PARTY.txt'), notices(results).join('\n\n----------\n\n'));
chmodSync(join(dist, 'bin.js'), 0o755);
