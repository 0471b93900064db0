// Runs the dispatcher once, in a process of its own, and keeps what it compiled: node cache-main.cjs DIST
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');

const file = join(process.argv[2], 'main.bundle.js');
const { compileCached, loadCached } = require(join(process.argv[2], 'load-cached.js'));
const script = compileCached(file);
process.on('exit', () => writeFileSync(`${file}.cache`, script.createCachedData()));
process.argv = [process.argv[0], file, 'hook', 'claude-code', 'check'];
loadCached(file, script);
