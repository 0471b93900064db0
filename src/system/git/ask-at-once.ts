import type { ChildProcess } from 'node:child_process';
import { closeSync, fstatSync, openSync, readSync, unlinkSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt } from '../../lib/attempt.ts';
import type { StopSignal } from '../../lib/stopper.ts';
import { LIST_BYTES } from './compare-content.ts';
import { createStarter, type GitRun, gitArguments, type RunGitOptions, TIMED_OUT } from './run-git.ts';

/** A question that is asked together with others. */
export interface Question {
  readonly words: readonly string[];
  /** Asked only if git ended with this code at the question before. */
  readonly afterCode?: number;
}

/** One answer for each question. Undefined: it was not asked or not answered, and has to be asked alone. */
export type Answers = readonly Promise<GitRun | undefined>[];

/** After each answer: two NULs, the code git ended with, and a newline. No answer has two NULs in a row, as no path is empty. */
const NULS = Buffer.alloc(2);
const NEWLINE = 0x0a;
/** What `ulimit` counts in. */
const BLOCK_BYTES = 512;
const NOT_ASKED = '-';
const printEnd = (code: string) => `printf '\\000\\000%s\\n' "${code}"`;

const quoted = (words: readonly string[]): string =>
  words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');

/** The rest is asked only about the working tree itself: a repository can claim any folder as its own (`core.worktree`). */
const scriptFor = (first: readonly string[], rest: readonly Question[], maxBytes: number): string =>
  [
    // Who writes more gets an error, and not a signal that leaves an image of the process.
    `trap '' XFSZ; ulimit -f ${Math.ceil(maxBytes / BLOCK_BYTES)}`,
    'worktree=$1; shift',
    `place=$("$@" ${quoted(first)}); code=$?; printf '%s\\n' "$place"; ${printEnd('$code')}`,
    `case $place in "$worktree\n"*) ;; *) exit ;; esac`,
    ...rest.map(({ words, afterCode }) => {
      const asked = `"$@" ${quoted(words)}; code=$?; ${printEnd('$code')}`;
      if (afterCode === undefined) return asked;
      return `if [ "$code" -eq ${afterCode} ]; then ${asked}; else ${printEnd(NOT_ASKED)}; fi`;
    }),
  ].join('\n');

/** A file that only this process and those it starts can reach: it has no name any more. */
function openNameless(): number | undefined {
  const path = join(tmpdir(), `throughline-git-${Math.random().toString(36).slice(2)}`);
  const file = attempt(() => openSync(path, 'wx+', 0o600));
  if (file === undefined) return undefined;
  try {
    unlinkSync(path);
    return file;
  } catch {
    closeSync(file);
    return undefined;
  }
}

/**
 * Asks several questions in one process, because starting one takes this process longer than git takes to answer. The shell runs a
 * fixed text; paths are its arguments. `first` must print the working tree on its first line. The answers go to a file, because Node
 * takes several milliseconds to create a pipe and its stream.
 */
export function askAtOnce(
  options: RunGitOptions,
  first: readonly string[],
  rest: readonly Question[],
): Answers {
  const { program, worktree, signal } = options;
  const count = rest.length + 1;
  const file = platform() === 'win32' || signal.aborted ? undefined : openNameless();
  if (file === undefined) return Array.from({ length: count }, async () => undefined);
  const starter = createStarter(options);
  const words = [program.file, ...gitArguments(worktree, [])];
  const args = ['-c', scriptFor(first, rest, count * LIST_BYTES), 'sh', worktree, ...words];
  const child = starter.start('/bin/sh', args, ['ignore', file, 'ignore']);
  const runs = untilOver(child, signal, () => child && starter.end(child)).then((isLate) =>
    readRuns(file, count, isLate),
  );
  return Array.from({ length: count }, async (_, index) => (await runs)[index]);
}

/** Whether the signal ended it. */
const untilOver = (child: ChildProcess | undefined, signal: StopSignal, kill: () => void): Promise<boolean> =>
  new Promise((resolve) => {
    const stop = (isLate: boolean) => {
      signal.removeEventListener('abort', late);
      resolve(isLate);
    };
    const late = () => {
      kill();
      stop(true);
    };
    signal.addEventListener('abort', late);
    child?.once('error', () => stop(false));
    child?.once('exit', () => stop(false));
    if (child === undefined) stop(false);
  });

/** All answers that are in the file, in their order. */
function readRuns(file: number, count: number, isLate: boolean): readonly (GitRun | undefined)[] {
  const bytes = attempt(() => readAll(file)) ?? Buffer.alloc(0);
  closeSync(file);
  const runs: (GitRun | undefined)[] = [];
  let from = 0;
  for (let end = findEnd(bytes, from); end !== undefined; end = findEnd(bytes, from)) {
    runs.push(runOf(end.code, bytes.subarray(from, end.at)));
    from = end.next;
  }
  const isFull = bytes.length - from >= LIST_BYTES;
  if (isFull && runs.length < count) runs.push(cutRun(bytes.subarray(from)));
  else if (isLate) while (runs.length < count) runs.push(TIMED_OUT);
  return runs;
}

function readAll(file: number): Buffer {
  const bytes = Buffer.allocUnsafe(fstatSync(file).size);
  let length = 0;
  for (let count = -1; count !== 0 && length < bytes.length; length += count)
    count = readSync(file, bytes, length, bytes.length - length, length);
  return bytes.subarray(0, length);
}

const cutRun = (stdout: Buffer): GitRun => ({
  kind: 'done',
  code: -1,
  stdout: stdout.subarray(0, LIST_BYTES),
  stderr: '',
  isCut: true,
});

function runOf(code: string, stdout: Buffer): GitRun | undefined {
  if (code === NOT_ASKED) return undefined;
  if (stdout.length > LIST_BYTES) return cutRun(stdout);
  return { kind: 'done', code: Number(code), stdout, stderr: '', isCut: false };
}

interface End {
  /** Where the answer ends, and where the next begins. */
  readonly at: number;
  readonly next: number;
  readonly code: string;
}

function findEnd(bytes: Buffer, from: number): End | undefined {
  let at = bytes.indexOf(NULS, from);
  // The answer itself may end in a NUL.
  while (at >= 0 && bytes[at + NULS.length] === 0) at += 1;
  const newline = at < 0 ? -1 : bytes.indexOf(NEWLINE, at);
  if (newline < 0) return undefined;
  return { at, next: newline + 1, code: bytes.toString('latin1', at + NULS.length, newline) };
}
