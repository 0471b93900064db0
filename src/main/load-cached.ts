import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { constants, Script } from 'node:vm';

type Load = (
  exports: object,
  require: NodeJS.Require,
  module: { exports: object },
  filename: string,
  dirname: string,
) => void;

const HEAD = '(function (exports, require, module, __filename, __dirname) {';

const readIfThere = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
};

/** A CommonJS bundle as a script, compiled from the code cache beside it if this runtime accepts that. */
export function compileCached(filename: string): Script {
  return new Script(`${HEAD}${readFileSync(filename, 'utf8')}\n})`, {
    filename,
    cachedData: readIfThere(`${filename}.cache`),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
}

/** Compiling is most of the start time: half a megabyte of source takes longer than opening the store. */
export function loadCached<Exports>(filename: string): Exports {
  const module = { exports: {} };
  const load = compileCached(filename).runInThisContext() as Load;
  load(module.exports, createRequire(filename), module, filename, dirname(filename));
  return module.exports as Exports;
}
