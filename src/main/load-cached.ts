import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { constants, Script } from 'node:vm';

/** That of the file that loads this one; a bundle is in the same folder. `createRequire` would load the loader of ES modules. */
declare const require: NodeJS.Require;

type Load = (
  exports: object,
  require: NodeJS.Require,
  module: { exports: object },
  filename: string,
  dirname: string,
) => void;

const readIfThere = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
};

/**
 * The code cache of a bundle. What a process compiled is in it, so a bundle that is used in several ways has a cache for each: V8 reads a
 * cache as a whole.
 */
export const cacheOf = (filename: string, use = '') =>
  /^[a-z-]+$/.test(use) ? `${filename}.${use}.cache` : `${filename}.cache`;

/** A bundle, which is a function as Node makes one of a CommonJS module, as a script, compiled from the code cache beside it if this runtime accepts that. */
export function compileCached(filename: string, use?: string): Script {
  // The build escapes all other letters, and this is the fastest way to read ASCII.
  return new Script(readFileSync(filename, 'latin1'), {
    filename,
    cachedData: readIfThere(cacheOf(filename, use)) ?? readIfThere(cacheOf(filename)),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
}

/** Compiling is most of the start time: half a megabyte of source takes longer than opening the store. */
export function loadCached<Exports>(filename: string, use?: string): Exports {
  const module = { exports: {} };
  const load = compileCached(filename, use).runInThisContext() as Load;
  load(module.exports, require, module, filename, dirname(filename));
  return module.exports as Exports;
}
