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
import { hashInputs, STAMP } from './build-stamp.mjs';
import { bundleFile, bundleLoader, bundleProgram, PARTS } from './bundle.mjs';
import { warmUp } from './warm-up.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Built in a temporary folder and renamed at the end, because a client may start the program at any moment. */
const dist = mkdtempSync(join(root, '.dist-'));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Clients wait for hooks and for the server, so the dispatcher is in one file with each of them. */
const PROGRAMS = [{ name: 'main' }, ...PARTS.filter(({ isProgram }) => isProgram)];
const bundleOf = (name) => join(dist, `${name}.bundle.js`);

const entry = (name) =>
  `module.exports = require('./load-cached.js').loadCached(require('node:path').join(__dirname, '${name}.bundle.js'));\n`;

/** The loader is inside, because reading another file takes as long as what it does. */
const starter = (loader) => `#!/usr/bin/env node
${loader}
{
  const [, , command, , event] = process.argv;
  const program = ${JSON.stringify(PROGRAMS.map(({ name }) => name))}.includes(command) ? command : 'main';
  const use = program === 'hook' ? event : undefined;
  module.exports.loadCached(\`\${__dirname}/\${program}.bundle.js\`, use).main();
}
`;

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
  const loader = join(dist, 'load-cached.js');
  const results = await Promise.all([
    bundleLoader('load-cached.ts', loader, version),
    ...PROGRAMS.map((program) => bundleProgram(program, bundleOf(program.name), version)),
    ...PARTS.filter(({ isProgram }) => !isProgram).map((part) =>
      bundleFile(part, bundleOf(part.name), version),
    ),
  ]);
  const { compileCached } = createRequire(import.meta.url)(loader);
  for (const { name } of PARTS) writeFileSync(join(dist, `${name}.js`), entry(name));
  writeFileSync(join(dist, 'bin.js'), starter(readFileSync(loader, 'utf8')));
  for (const { name } of [PROGRAMS[0], ...PARTS])
    writeFileSync(`${bundleOf(name)}.cache`, compileCached(bundleOf(name)).createCachedData());
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
