// Bundles the program: a small dispatcher, and one file each for what it can become, so that nothing loads in vain.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const PARTS = {
  './start-stdio.ts': './mcp.js',
  './start-http.ts': './serve.js',
  './run-command.ts': './commands.js',
};

const lazyParts = {
  name: 'lazy-parts',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/(start-stdio|start-http|run-command)\.ts$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: PARTS[path], external: true } : undefined,
    );
  },
};

const bundle = (entry, outfile) =>
  build({
    absWorkingDir: root,
    entryPoints: [`src/main/${entry}`],
    outfile: `dist/${outfile}`,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minifySyntax: true,
    minifyWhitespace: true,
    external: ['@photostructure/sqlite'],
    define: { __VERSION__: JSON.stringify(version) },
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    plugins: [lazyParts],
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
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

rmSync(join(root, 'dist'), { recursive: true, force: true });
mkdirSync(join(root, 'dist'));
const results = await Promise.all([
  bundle('bin.ts', 'bin.js'),
  bundle('start-stdio.ts', 'mcp.js'),
  bundle('start-http.ts', 'serve.js'),
  bundle('run-command.ts', 'commands.js'),
]);
writeFileSync(join(root, 'dist', 'THIRD-PARTY.txt'), notices(results).join('\n\n----------\n\n'));
chmodSync(join(root, 'dist', 'bin.js'), 0o755);
