// Delays what is slow to load or to create, and not needed at the start, until it is first used.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const SLOW_PARTS_OF_NODE = ['crypto', 'fs/promises', 'child_process', 'net', 'v8'];
/** Packages with one function as their default export, that compile large tables when they are loaded. */
const SLOW_PACKAGES = /^string-width$/;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const load = createRequire(import.meta.url);

/** Names in braces, without types: `{ a, b as c, type D }`. */
const namesIn = (list) =>
  list
    .split(',')
    .map((item) => item.trim().split(' ')[0])
    .filter((item) => item !== '' && item !== 'type');

/** What our sources import from a part of Node. Every importer copies each name that a module has, and these have a hundred. */
function ownNames(part) {
  const files = readdirSync(join(root, 'src'), { recursive: true }).map(String);
  const text = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(root, 'src', file), 'utf8'))
    .join('\n');
  const imports = [...text.matchAll(new RegExp(`^import ([^;]*?) from 'node:${part}';`, 'gm'))];
  return imports.flatMap(([, what]) => {
    const list = /^\{([^}]*)\}$/.exec(what)?.[1];
    if (list === undefined && !what.startsWith('type '))
      throw new Error(`import what is used of node:${part} by its name, not: ${what}`);
    return namesIn(list ?? '');
  });
}

const getter = (key) => `get ${JSON.stringify(key)}() { return part()[${JSON.stringify(key)}]; },`;
const getters = (name) => Object.keys(load(`node:${name}`)).map(getter);
const ownGetters = (name) => [...new Set(ownNames(name))].map(getter);

/** Looking a part up by its name takes longer than most of what is called in it. */
const partOf = (name, key = '') =>
  `let loaded;\nconst part = () => (loaded ??= require(${JSON.stringify(name)})${key});`;

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
const LAZY = ['src/domain/capture/', 'src/redact/', 'src/redact/text-redactor.ts'].map((path) =>
  join(root, path),
);

/** Small modules of these folders that most reports need: loading the whole folder for them takes longer than all that they do. */
const AT_ONCE = ['src/domain/capture/derive/outcome.ts'].map((path) => join(root, path));

/** In the part for hooks these are bundles of their own: most hooks need neither, and reading them takes time. */
export const APART = [
  { name: 'hook-capture', files: /^src\/(?:domain\/capture\/.*|clients\/[a-z-]+\/transcript)\.ts$/ },
  { name: 'hook-redact', files: /^src\/redact\/.*\.ts$/ },
];
const keyOf = (path) => relative(root, path).replaceAll(sep, '/');
const apartOf = (path) => APART.find(({ files }) => files.test(keyOf(path)));
const fromApart = (path) => partOf(`./${apartOf(path).name}.js`, `[${JSON.stringify(keyOf(path))}]`);

/** The modules of a bundle by path, each evaluated when it is first used. */
export function apartSource({ files }) {
  const all = readdirSync(join(root, 'src'), { recursive: true }).map((file) =>
    keyOf(join(root, 'src', String(file))),
  );
  const lines = all
    .filter((path) => files.test(path))
    .map((path) => `get ${JSON.stringify(path)}() { return require('./${path}'); },`);
  return `module.exports = {\n${lines.join('\n')}\n};`;
}
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

/** `part` is the bundle that is made. */
export const loadLater = (part) => ({
  name: 'load-later',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ path, kind, importer, resolveDir }) => {
      const file = join(resolveDir, path);
      if (kind === 'dynamic-import' && part === 'hook' && apartOf(file) !== undefined)
        return { path: file, namespace: 'module-apart' };
      const isLater =
        !AT_ONCE.includes(file) && LAZY.some((lazy) => file.startsWith(lazy) && !importer.startsWith(lazy));
      return kind === 'import-statement' && isLater ? { path: file, namespace: 'module-later' } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'module-apart' }, ({ path }) => ({
      contents: `${fromApart(path)}\nmodule.exports = part();`,
      resolveDir: root,
    }));
    onLoad({ filter: /.*/, namespace: 'module-later' }, ({ path }) => {
      const load = part === 'hook' && apartOf(path) !== undefined ? fromApart(path) : partOf(path);
      return {
        contents: `${load}\nmodule.exports = {\n${exportedNames(path).map(getter).join('\n')}\n};`,
        resolveDir: root,
      };
    });
    onResolve({ filter: /^\.\/hook-[a-z]+\.js$/ }, ({ path }) => ({ path, external: true }));
    onResolve({ filter: /^node:module$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'module', namespace: 'own-require' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'own-require' }, () => ({ contents: OWN_REQUIRE }));
    onResolve({ filter: /^node:/ }, ({ path, importer }) => {
      const name = path.slice('node:'.length);
      const namespace = importer.startsWith(join(root, 'src', sep)) ? 'own-later' : 'later';
      return SLOW_PARTS_OF_NODE.includes(name) ? { path: name, namespace } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'own-later' }, ({ path }) => ({
      contents: `${partOf(path)}\nmodule.exports = {\n${ownGetters(path).join('\n')}\n};`,
    }));
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
});
