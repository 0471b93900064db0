import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { devNull, platform } from 'node:os';
import { delimiter, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { attempt } from '../../lib/attempt.ts';
import type { StopSignal } from '../../lib/stopper.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a person's own settings are found: `safe.directory` counts from there only. */
const KEPT_VARIABLES = ['HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'SYSTEMROOT'];

/** What a repository's configuration could make git run, each answered on the command line, which has the last word.
 *  `core.fsmonitor` is empty and not `false`: older versions would take that for the name of a program. */
const SETTINGS = [
  'core.fsmonitor=',
  `core.hooksPath=${devNull}`,
  `core.attributesFile=${devNull}`,
  'core.pager=cat',
  'core.askPass=',
  'core.sshCommand=false',
  'core.gitProxy=',
  'core.alternateRefsCommand=false',
  'credential.helper=',
  'protocol.allow=never',
  'diff.external=',
  'log.showSignature=false',
  'gpg.program=false',
  'submodule.recurse=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'safe.bareRepository=explicit',
  'i18n.logOutputEncoding=UTF-8',
];

const SAFE_VARIABLES: Environment = {
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  // No protocol at all, not even one that `protocol.<name>.allow` permits: a version that does not know
  // GIT_NO_LAZY_FETCH would go to a partial clone's remote, and `ext::` is a command line.
  GIT_ALLOW_PROTOCOL: '',
  GIT_ASKPASS: '',
  GIT_PAGER: 'cat',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_LITERAL_PATHSPECS: '1',
};

/** Starts from an empty environment: GIT_DIR, GIT_INDEX_FILE and GIT_EXTERNAL_DIFF of this process never reach git. */
function gitEnvironment(environment: Environment, path: string): Record<string, string> {
  const kept = Object.entries(environment).filter(([name]) => KEPT_VARIABLES.includes(name.toUpperCase()));
  const entries = [...kept, ['PATH', path], ...Object.entries(SAFE_VARIABLES)];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

export const gitArguments = (worktree: string, command: readonly string[]): string[] => [
  '--no-pager',
  '-C',
  worktree,
  ...SETTINGS.flatMap((setting) => ['-c', setting]),
  ...command,
];

export interface GitProgram {
  readonly file: string;
  /** PATH without the entries that lead into the working tree, or to wherever one stands. */
  readonly path: string;
}

/** The git a person installed, never one that a repository brings along. */
export function findGitProgram(environment: Environment, worktree: string): GitProgram | undefined {
  const folders = pathOf(environment)
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && isOutside(realPath(folder), worktree));
  const name = platform() === 'win32' ? 'git.exe' : 'git';
  const file = folders
    .map((folder) => join(folder, name))
    .find((path) => attempt(() => isProgram(path, worktree)));
  return file === undefined ? undefined : { file, path: folders.join(delimiter) };
}

// On Windows it is spelled "Path".
const pathOf = (environment: Environment): string =>
  Object.entries(environment).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? '';

const realPath = (path: string): string | undefined => attempt(() => realpathSync.native(path));

function isProgram(file: string, worktree: string): boolean {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  accessSync(file, constants.X_OK);
  return isOutside(realPath(file), worktree);
}

function isOutside(path: string | undefined, worktree: string): boolean {
  if (path === undefined) return false;
  const way = relative(worktree, path);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
}

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

interface GitCall {
  readonly maxBytes?: number;
  readonly input?: string;
  /** Whether `stderr` of the result is read. A pipe for it costs as much as running a small command. */
  readonly readsErrors?: boolean;
}

export type RunGit = (command: readonly string[], call?: GitCall) => Promise<GitRun>;

/** As `process.kill`; a negative id names a process group. */
export type Kill = (pid: number, signal: 'SIGKILL') => void;

export interface RunGitOptions {
  readonly program: GitProgram;
  readonly environment: Environment;
  readonly worktree: string;
  readonly signal: StopSignal;
  readonly kill: Kill | undefined;
}

const MAX_BYTES = 64 * 1024;
const MAX_ERROR_CHARS = 4096;
export const TIMED_OUT: GitRun = { kind: 'slow' };
const FAILED: GitRun = { kind: 'failed' };

/** Starts programs as git is started, and ends them with everything they have started. */
export function createStarter({ program, environment, kill }: RunGitOptions) {
  const isGroup = kill !== undefined && platform() !== 'win32';
  const options = {
    // Not the working tree: on Windows a program may be looked up where one stands.
    cwd: dirname(program.file),
    env: gitEnvironment(environment, program.path),
    detached: isGroup,
    windowsHide: true,
  };
  return {
    start: (file: string, args: readonly string[], stdio: StdioOptions): ChildProcess | undefined =>
      attempt(() => spawn(file, args, { ...options, stdio })),
    end: (child: ChildProcess): void => end(child, isGroup ? kill : undefined),
  };
}

/** Runs git without a shell, in the working tree, until the signal ends it. Never throws. */
export function createRunGit(setting: RunGitOptions): RunGit {
  const { program, worktree, signal } = setting;
  const starter = createStarter(setting);
  return (command, call = {}) => {
    if (signal.aborted) return Promise.resolve(TIMED_OUT);
    const stdio = [call.input !== undefined, true, call.readsErrors].map((isRead) =>
      isRead ? 'pipe' : 'ignore',
    );
    const child = starter.start(program.file, gitArguments(worktree, command), stdio as StdioOptions);
    if (child === undefined) return Promise.resolve(FAILED);
    return listen(child, call, signal, () => starter.end(child));
  };
}

/** A shim in front of git must not leave git behind: the group goes as a whole. */
function end(child: ChildProcess, kill: Kill | undefined): void {
  const { pid } = child;
  // It fails if the group is gone already.
  if (kill !== undefined && pid !== undefined) attempt(() => kill(-pid, 'SIGKILL'));
  child.kill('SIGKILL');
  child.stdout?.destroy();
  child.stderr?.destroy();
}

function listen(child: ChildProcess, call: GitCall, signal: StopSignal, kill: () => void): Promise<GitRun> {
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
      stop(TIMED_OUT);
    };
    signal.addEventListener('abort', late);
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

export const outputOf = (run: GitRun): Buffer | undefined =>
  run.kind === 'done' && (run.code === 0 || run.isCut) ? run.stdout : undefined;

export const isCut = (run: GitRun): boolean => run.kind === 'done' && run.isCut;
