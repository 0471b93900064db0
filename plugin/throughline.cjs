// Finds the program and becomes it. In a checkout and in the npm package it lies beside this folder; a client that
// installs the plugin from a marketplace copies this folder alone, and then it is the one installed on this machine.
const { spawn } = require('node:child_process');
const { existsSync, realpathSync } = require('node:fs');
const { delimiter, isAbsolute, join } = require('node:path');

const IN_PACKAGE = join('dist', 'bin.js');
const IN_MODULES = join('node_modules', 'throughline', IN_PACKAGE);
const MISSING =
  'The Throughline plugin does not find its program. Run npm install -g . in a checkout of Throughline.';

/** Never a folder named relative to the project: what lies there is not ours to run. */
const searched = () => (process.env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));

/** As npm links it; on Windows the package lies beside a small script instead. */
function onPath() {
  for (const folder of searched()) {
    const beside = join(folder, IN_MODULES);
    if (existsSync(join(folder, 'throughline.cmd')) && existsSync(beside)) return beside;
    const link = join(folder, 'throughline');
    if (process.platform === 'win32' || !existsSync(link)) continue;
    const real = realpathSync(link);
    return real.endsWith(IN_PACKAGE) ? real : link;
  }
}

function find() {
  const own = join(__dirname, '..', IN_PACKAGE);
  return existsSync(own) ? own : onPath();
}

/** What other package managers put on the PATH is a script or program of theirs, which starts ours. */
function runAside(program, args) {
  const child = spawn(program, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', () => giveUp(args));
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** A hook stays out of the way: it says so once per session, to the person, and lets the agent work. */
function giveUp([command, , event]) {
  if (command !== 'hook') {
    process.stderr.write(`throughline: ${MISSING}\n`);
    process.exit(1);
  }
  if (event === 'session-start') process.stdout.write(JSON.stringify({ systemMessage: MISSING }));
}

const program = find();
const args = process.argv.slice(2);
// To the client, 2 means: refuse this prompt, or this compaction. A program older than this plugin would answer that.
if (args[0] === 'hook')
  process.on('exit', () => {
    process.exitCode = 0;
  });
if (program === undefined) giveUp(args);
else if (program.endsWith(IN_PACKAGE)) {
  process.argv[1] = program;
  require(program);
} else runAside(program, args);
