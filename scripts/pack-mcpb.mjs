// Writes the bundle that desktop clients install with a double click: `node scripts/pack-mcpb.mjs [FOLDER]`. It is a ZIP file with
// a manifest, the built program, and the packages that are not inside of it.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zip } from './zip.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { name, version, description, license, engines, keywords } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

/** The program loads these when it runs: everything else is inside of its own files. */
const PACKAGES = ['@photostructure/sqlite', 'node-gyp-build'];
/** Of a package, what is needed to run it. */
const RUN_FILES =
  /^(?:package\.json|LICENSE|index\.js|node-gyp-build\.js|dist\/.*\.c?js|prebuilds\/.*\.node)$/;

const manifest = {
  manifest_version: '0.3',
  name,
  display_name: 'Throughline',
  version,
  description,
  author: { name: 'Throughline contributors' },
  license,
  keywords,
  server: {
    type: 'node',
    entry_point: 'server/dist/bin.js',
    mcp_config: { command: 'node', args: ['${__dirname}/server/dist/bin.js', 'mcp'], env: {} },
  },
  compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: engines.node } },
  tools_generated: true,
  prompts_generated: true,
};

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();

/** The program is compiled again on the machine on which it runs, so the caches of this one are left out. */
const isOfProgram = (file) => !file.endsWith('.cache') && file !== 'inputs.sha256';

function listFiles() {
  const read = (from, to) => ({ name: to, bytes: readFileSync(from) });
  const program = filesBelow(join(root, 'dist')).filter(isOfProgram);
  const packages = PACKAGES.flatMap((one) => {
    const folder = join(root, 'node_modules', one);
    return filesBelow(folder)
      .filter((file) => RUN_FILES.test(file))
      .map((file) => read(join(folder, file), `server/node_modules/${one}/${file}`));
  });
  return [
    { name: 'manifest.json', bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    read(join(root, 'LICENSE'), 'LICENSE'),
    ...program.map((file) => read(join(root, 'dist', file), `server/dist/${file}`)),
    ...packages,
  ];
}

if (!existsSync(join(root, 'dist', 'bin.js'))) {
  process.stderr.write('pack-mcpb: the program is not built. Run npm run build first.\n');
  process.exit(1);
}
const folder = resolve(process.argv[2] ?? join(root, 'dist'));
mkdirSync(folder, { recursive: true });
const path = join(folder, `${name}-${version}.mcpb`);
// Read before it is written: the bundle may lie in the folder that it is made of.
const files = listFiles().filter((file) => !file.name.endsWith('.mcpb'));
writeFileSync(path, zip(files));
process.stdout.write(`${path}\n`);
