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

const NEWLINE = 0x0a;
/** Of the code git ended with. */
const MAX_CODE_BYTES = 4;
/** What `ulimit` counts in. */
const BLOCK_BYTES = 512;
const NOT_ASKED = '-';
/** After each answer: a NUL, the mark of this call, the code git ended with, and a newline. The mark is random, so that no answer has it. */
const printEnd = (code: string) => `printf '\\000%s%s\\n' "$mark" "${code}"`;
const newMark = () => `end-${Math.random().toString(36).slice(2)}-`;

const quoted = (words: readonly string[]): string =>
  words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');

/** The rest is asked only about the working tree itself: a repository can claim any folder as its own (`core.worktree`). */
const scriptFor = (first: readonly string[], rest: readonly Question[], maxBytes: number): string =>
  [
    // Who writes more gets an error, and not a signal that leaves an image of the process.
    `trap '' XFSZ; ulimit -f ${Math.ceil(maxBytes / BLOCK_BYTES)}`,
    'mark=$1; worktree=$2; shift 2',
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
  const mark = newMark();
  const args = ['-c', scriptFor(first, rest, count * LIST_BYTES), 'sh', mark, worktree, ...words];
  const child = starter.start('/bin/sh', args, ['ignore', file, 'ignore']);
  return split(
    { file, mark: Buffer.from(`\0${mark}`) },
    child,
    count,
    signal,
    () => child && starter.end(child),
  );
}

/** How often the file is read: the first answers lead to the next questions while git works on the others. */
const LOOK_MS = 10;

/** What was written since the last call. */
function readerOf(file: number): () => Buffer {
  let position = 0;
  return () => {
    const bytes = Buffer.allocUnsafe(Math.max(0, fstatSync(file).size - position));
    const count = bytes.length === 0 ? 0 : readSync(file, bytes, 0, bytes.length, position);
    position += count;
    return bytes.subarray(0, count);
  };
}

function split(
  { file, mark }: { readonly file: number; readonly mark: Buffer },
  child: ChildProcess | undefined,
  count: number,
  signal: StopSignal,
  kill: () => void,
): Answers {
  const settle: ((run: GitRun | undefined) => void)[] = [];
  const answers = Array.from(
    { length: count },
    () => new Promise<GitRun | undefined>((resolve) => settle.push(resolve)),
  );
  const readNew = readerOf(file);
  let held = Buffer.alloc(0);
  let searched = 0;
  let isOver = false;
  const give = (code: string, stdout: Buffer, isCut = false) =>
    settle.shift()?.(
      code === NOT_ASKED ? undefined : { kind: 'done', code: Number(code), stdout, stderr: '', isCut },
    );
  const look = () => {
    const chunk = attempt(readNew);
    if (chunk === undefined || chunk.length === 0) return;
    held = Buffer.concat([held, chunk]);
    for (let end = findEnd(held, mark, searched); end !== undefined; end = findEnd(held, mark, 0)) {
      give(end.code, held.subarray(0, end.at));
      held = held.subarray(end.next);
    }
    searched = Math.max(0, held.length - mark.length - MAX_CODE_BYTES);
    if (held.length <= LIST_BYTES) return;
    kill();
    give('-1', held.subarray(0, LIST_BYTES), true);
    stop();
  };
  const timer = setInterval(look, LOOK_MS);
  const stop = (run?: GitRun) => {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    signal.removeEventListener('abort', late);
    closeSync(file);
    for (const each of settle.splice(0)) each(run);
  };
  const end = (run?: GitRun) => {
    if (!isOver) look();
    stop(run);
  };
  const late = () => {
    kill();
    end(TIMED_OUT);
  };
  signal.addEventListener('abort', late);
  child?.once('error', () => end());
  child?.once('exit', () => end());
  if (child === undefined) stop();
  return answers;
}

interface End {
  /** Where the answer ends, and where the next begins. */
  readonly at: number;
  readonly next: number;
  readonly code: string;
}

function findEnd(bytes: Buffer, mark: Buffer, from: number): End | undefined {
  const at = bytes.indexOf(mark, from);
  const newline = at < 0 ? -1 : bytes.indexOf(NEWLINE, at);
  if (newline < 0) return undefined;
  return { at, next: newline + 1, code: bytes.toString('latin1', at + mark.length, newline) };
}
