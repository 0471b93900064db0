// Delays what is slow to load or to create, and not needed at the start, until it is first used.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SLOW_PARTS_OF_NODE = ['crypto', 'fs/promises', 'child_process', 'v8'];
/** Packages with one function as their default export, that compile large tables when they are loaded. */
const SLOW_PACKAGES = /^string-width$/;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const load = createRequire(import.meta.url);

const getter = (key) => `get ${JSON.stringify(key)}() { return part()[${JSON.stringify(key)}]; },`;
const getters = (name) => Object.keys(load(`node:${name}`)).map(getter);

/** Looking a part up by its name takes longer than most of what is called in it. */
const partOf = (name) => `let loaded;\nconst part = () => (loaded ??= require(${JSON.stringify(name)}));`;

const PROTOCOL_SCHEMAS = /@modelcontextprotocol\/core\/dist\/(?:schemas|auth)-[\w-]+\.mjs$/;
/** A top-level constant, up to the next top-level statement. */
const SCHEMA = /^const (\w+) = (z\.[\s\S]*?|\w+Schema\.[\s\S]*?);$(?=\n+(?:const |\/|export ))/gm;
const LATER = `
function later(make) {
  let made;
  const schema = () => (made ??= make());
  return new Proxy({}, {
    get: (_, key) => schema()[key],
    has: (_, key) => key in schema(),
    getPrototypeOf: () => Object.getPrototypeOf(schema()),
    ownKeys: () => Reflect.ownKeys(schema()),
    set: (_, key, value) => Reflect.set(schema(), key, value),
    getOwnPropertyDescriptor(_, key) {
      const found = Object.getOwnPropertyDescriptor(schema(), key);
      return found && { ...found, configurable: true };
    },
  });
}
`;

/** Creating one of the two hundred schemas costs as much as answering a call, and a session uses about ten. */
function withSchemasLater(path) {
  const text = readFileSync(path, 'utf8');
  const contents = text.replaceAll(SCHEMA, (_, name, made) => `const ${name} = later(() => ${made});`);
  if (contents === text) throw new Error(`${path} defines its schemas in another way than was known`);
  return contents + LATER;
}

/**
 * Own modules that create many regular expressions and tables when they are evaluated, by folder or file. Where a module outside imports
 * one, it is evaluated when one of its exports is first used. Inside of a folder imports are as usual, so this costs nothing there.
 */
const LAZY = ['src/domain/capture/', 'src/redact/', 'src/redact/rules.ts', 'src/redact/text-redactor.ts'].map(
  (path) => join(root, path),
);
const EXPORT = /^export (?:async )?(?:function\*?|const|class) (\w+)/;
const NO_VALUE = /^export (?:type|interface) /;

/** The names that a module exports, each in a declaration of its own. */
function exportedNames(path) {
  const lines = readFileSync(path, 'utf8').split('\n');
  const exports = lines.filter((line) => line.startsWith('export ') && !NO_VALUE.test(line));
  return exports.map((line) => {
    const name = EXPORT.exec(line)?.[1];
    if (name === undefined) throw new Error(`${path}: cannot be loaded later because of: ${line}`);
    return name;
  });
}

/** A bundle has a `require` for its folder. Node's own `createRequire` is in a part that loads the loader of ES modules. */
const OWN_REQUIRE = `
export const createRequire = () => require;
export const isBuiltin = (name) => require('module').isBuiltin(name);
`;

export const loadLater = {
  name: 'load-later',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ path, kind, importer, resolveDir }) => {
      const file = join(resolveDir, path);
      const isLater = LAZY.some((lazy) => file.startsWith(lazy) && !importer.startsWith(lazy));
      return kind === 'import-statement' && isLater ? { path: file, namespace: 'module-later' } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'module-later' }, ({ path }) => ({
      contents: `${partOf(path)}\nmodule.exports = {\n${exportedNames(path).map(getter).join('\n')}\n};`,
      resolveDir: root,
    }));
    onResolve({ filter: /^node:module$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'module', namespace: 'own-require' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'own-require' }, () => ({ contents: OWN_REQUIRE }));
    onResolve({ filter: /^node:/ }, ({ path }) => {
      const name = path.slice('node:'.length);
      return SLOW_PARTS_OF_NODE.includes(name) ? { path: name, namespace: 'later' } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'later' }, ({ path }) => ({
      contents: `${partOf(path)}\nmodule.exports = {\n${getters(path).join('\n')}\n};`,
    }));
    onResolve({ filter: SLOW_PACKAGES }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'package-later' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'package-later' }, ({ path }) => ({
      contents: `export default (...args) => require('${path}').default(...args);`,
      resolveDir: root,
    }));
    onLoad({ filter: PROTOCOL_SCHEMAS }, ({ path }) => ({ contents: withSchemasLater(path) }));
  },
};
