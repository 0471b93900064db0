// Preloaded into the built program: at its end, writes what it compiled to the code caches beside its bundles.
const { writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const v8 = require('node:v8');
const vm = require('node:vm');

const { Script } = vm;
const scripts = new Map();

vm.Script = class extends Script {
  constructor(code, options) {
    super(code, options);
    scripts.set(options.filename, this);
  }
};
// V8 accepts a cache only under the flags it was made under, and the program sets its own once it is loaded.
v8.setFlagsFromString = () => undefined;

process.on('exit', () => {
  const [, program, command, , event] = process.argv;
  const { cacheOf } = require(join(dirname(program), 'load-cached.js'));
  for (const [file, script] of scripts)
    writeFileSync(
      cacheOf(file, command === 'hook' && file.endsWith('hook.bundle.js') ? event : ''),
      script.createCachedData(),
    );
});
