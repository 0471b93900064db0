// Preloaded: the process kills itself before its call number KILL_AT that changes a file, past SQLite. Without KILL_AT it reports
// how many such calls it made.
const fs = require('node:fs');

const CHANGES = [
  'openSync',
  'writeFileSync',
  'copyFileSync',
  'renameSync',
  'linkSync',
  'rmSync',
  'fsyncSync',
  'chmodSync',
  'mkdirSync',
];
const killAt = Number(process.env.KILL_AT ?? 0);
let count = 0;

for (const name of CHANGES) {
  const real = fs[name];
  fs[name] = (...args) => {
    count += 1;
    if (count === killAt) process.kill(process.pid, 'SIGKILL');
    return real(...args);
  };
}
if (killAt === 0) process.on('exit', () => fs.writeSync(2, `\nfile calls: ${count}\n`));
