import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { platform } from 'node:os';
import { dirname } from 'node:path';
import type { GitProgram } from './find-git-program.ts';
import { type Environment, gitArguments, gitEnvironment } from './git-environment.ts';

export type GitRun =
  | {
      readonly kind: 'done';
      readonly code: number;
      readonly stdout: Buffer;
      readonly stderr: string;
      /** There was more than may be read; `code` means nothing then. */
      readonly isCut: boolean;
    }
  | { readonly kind: 'slow' }
  | { readonly kind: 'failed' };

export interface GitCall {
  readonly maxBytes?: number;
  readonly input?: string;
}

export type RunGit = (command: readonly string[], call?: GitCall) => Promise<GitRun>;

/** As `process.kill`; a negative id names a process group. */
export type Kill = (pid: number, signal: 'SIGKILL') => void;

interface Setting {
  readonly program: GitProgram;
  readonly environment: Environment;
  readonly worktree: string;
  readonly signal: AbortSignal;
  readonly kill: Kill | undefined;
}

const MAX_BYTES = 64 * 1024;
const MAX_ERROR_CHARS = 4096;
const LATE: GitRun = { kind: 'slow' };
const FAILED: GitRun = { kind: 'failed' };

/** Runs git without a shell, in the working tree, until the signal ends it. Never throws. */
export function createRunGit(setting: Setting): RunGit {
  const { program, worktree, signal } = setting;
  const isGroup = setting.kill !== undefined && platform() !== 'win32';
  const options = {
    // Not the working tree: on Windows a program may be looked up where one stands.
    cwd: dirname(program.file),
    env: gitEnvironment(setting.environment, program.path),
    detached: isGroup,
    windowsHide: true,
  };
  return (command, call = {}) => {
    if (signal.aborted) return Promise.resolve(LATE);
    const child = tryToSpawn(program.file, gitArguments(worktree, command), {
      ...options,
      stdio: [call.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    if (child === undefined) return Promise.resolve(FAILED);
    return listen(child, call, signal, () => end(child, isGroup ? setting.kill : undefined));
  };
}

function tryToSpawn(file: string, args: string[], options: SpawnOptions): ChildProcess | undefined {
  try {
    return spawn(file, args, options);
  } catch {
    return undefined;
  }
}

/** A shim in front of git must not leave git behind: the group goes as a whole. */
function end(child: ChildProcess, kill: Kill | undefined): void {
  try {
    if (kill !== undefined && child.pid !== undefined) kill(-child.pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
  child.kill('SIGKILL');
  child.stdout?.destroy();
  child.stderr?.destroy();
}

function listen(child: ChildProcess, call: GitCall, signal: AbortSignal, kill: () => void): Promise<GitRun> {
  const { maxBytes = MAX_BYTES, input } = call;
  const chunks: Buffer[] = [];
  let size = 0;
  let stderr = '';
  const done = (code: number, isCut: boolean): GitRun => {
    const stdout = Buffer.concat(chunks).subarray(0, maxBytes);
    return { kind: 'done', code, stdout, stderr, isCut };
  };
  return new Promise((resolve) => {
    const stop = (run: GitRun) => {
      signal.removeEventListener('abort', late);
      resolve(run);
    };
    const late = () => {
      kill();
      stop(LATE);
    };
    signal.addEventListener('abort', late, { once: true });
    child.stdout?.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= maxBytes) return;
      kill();
      stop(done(-1, true));
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      if (stderr.length < MAX_ERROR_CHARS) stderr += chunk.toString('utf8');
    });
    child.once('error', () => stop(FAILED));
    child.once('close', (code) => stop(done(code ?? -1, false)));
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** What git said, if it succeeded or said too much. */
export const outputOf = (run: GitRun): Buffer | undefined =>
  run.kind === 'done' && (run.code === 0 || run.isCut) ? run.stdout : undefined;

export const isCut = (run: GitRun): boolean => run.kind === 'done' && run.isCut;
