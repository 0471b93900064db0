// npm runs a script in a shell, and no signal to npm reaches the script: SIGTERM ends npm and the shell, SIGKILL only npm.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const CHECK_EVERY_MS = 500;

/** As Linux describes a process. Elsewhere, and where /proc is hidden, there is none. */
function readProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain anything; after it come the state and the parent.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return { parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') };
  } catch {
    return undefined;
  }
}

function readPs(pid) {
  try {
    const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' });
    const [, parent, command] = /^\s*(\d+)\s+(.*)/.exec(line) ?? [];
    return { parent: Number(parent), command };
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Whether npm ended while its shell lives. A shell that replaced itself with this process has npm as its parent. */
function watchShell(pid) {
  const shell = readProc(pid) ?? readPs(pid);
  if (!shell?.command?.includes(basename(process.argv[1]))) return () => false;
  // An ended npm that nobody waited for counts as alive, but is not the shell's parent any more.
  return () => (readProc(pid)?.parent ?? shell.parent) !== shell.parent || !isAlive(shell.parent);
}

/** Calls `stop` again and again once npm is gone: the first call may come before anything listens. */
export function onNpmGone(stop) {
  const parent = process.ppid;
  const hasLostNpm = watchShell(parent);
  const check = () => {
    if (process.ppid !== parent || !isAlive(parent) || hasLostNpm()) stop();
  };
  setInterval(check, CHECK_EVERY_MS).unref();
}
