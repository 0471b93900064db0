import { closeSync, constants, fstatSync, openSync, readSync, type Stats, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { invalid, unavailable } from '../domain/error.ts';
import { attempt } from '../lib/attempt.ts';

const FIRST_BYTES = 65_536;

type IsWhole = (chunks: readonly Buffer[]) => boolean;

/** Linux opens a pipe a second time by this path, so that only this reader does not wait. */
const openPipe = (): number | undefined =>
  attempt(() => openSync('/proc/self/fd/0', constants.O_RDONLY | constants.O_NONBLOCK));

/** What was written so far; undefined if that is nothing. */
function readAtOnce(descriptor: number): Buffer | undefined {
  const bytes = Buffer.allocUnsafe(FIRST_BYTES);
  const count = attempt(() => readSync(descriptor, bytes, 0, FIRST_BYTES, null));
  return count === undefined ? undefined : bytes.subarray(0, count);
}

/**
 * Reads to the end, or until `isWhole` returns true. What is read goes around the stream of the socket, which is slow when it is new.
 * A thread that waits in a read would be faster after a turn, but a process cannot exit while one waits.
 */
const readSocket = (isWhole: IsWhole, onBytes: () => void): Promise<Buffer[]> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const buffer = Buffer.allocUnsafe(FIRST_BYTES);
    const callback = (count: number) => {
      onBytes();
      chunks.push(Buffer.from(buffer.subarray(0, count)));
      const isRead = isWhole(chunks);
      if (isRead) resolve(chunks);
      return !isRead;
    };
    const options = { fd: 0, readable: true, writable: false, onread: { buffer, callback } };
    new Socket(options)
      .once('end', () => resolve(chunks))
      .once('close', () => resolve(chunks))
      .once('error', reject);
  });

/** Undefined if a stream has to read it: nothing was written yet, or it is a terminal. */
function readFirst(kind: Stats | undefined): Buffer | undefined {
  if (kind?.isFile()) return readAtOnce(0);
  const pipe = kind?.isFIFO() ? openPipe() : undefined;
  if (pipe === undefined) return undefined;
  try {
    return readAtOnce(pipe);
  } finally {
    closeSync(pipe);
  }
}

export interface PayloadReading {
  /** Without it everything is read to the end. */
  readonly isWhole?: IsWhole | undefined;
  /** Called with the first bytes. */
  readonly onBytes: () => void;
}

/**
 * The input of a hook. Clients write it while the process starts, so one read gets it, without a stream, which takes longer to create
 * than anything else here.
 */
export async function readPayload(input: () => NodeJS.ReadStream, reading: PayloadReading): Promise<string> {
  const { isWhole = () => false, onBytes } = reading;
  const kind = attempt(() => fstatSync(0));
  const payload = kind?.isSocket()
    ? decode(await readSocket(isWhole, onBytes))
    : await readDescriptor(input, kind, { isWhole, onBytes });
  // Pipes of some shells on Windows begin with one, and some clients add another.
  return payload.replace(/^\ufeff+/, '');
}

async function readDescriptor(
  input: () => NodeJS.ReadStream,
  kind: Stats | undefined,
  { isWhole, onBytes }: PayloadReading & { readonly isWhole: IsWhole },
): Promise<string> {
  const first = readFirst(kind);
  if (first !== undefined) onBytes();
  const isRead = first !== undefined && (first.length === 0 || isWhole([first]));
  if (isRead) return decode([first]);
  return readUtf8(input().once('data', onBytes), isWhole, first === undefined ? [] : [first]);
}

/** Reads to the end, or until `isWhole` returns true. */
export async function readUtf8(
  input: NodeJS.ReadStream,
  isWhole: IsWhole = () => false,
  before: readonly Buffer[] = [],
): Promise<string> {
  const chunks = [...before];
  // An iterator over the stream takes twice as long to create as the stream.
  await new Promise<void>((resolve, reject) => {
    input.once('end', resolve).once('close', resolve).once('error', reject);
    input.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (!isWhole(chunks)) return;
      input.pause();
      resolve();
    });
  });
  return decode(chunks);
}

function decode(chunks: readonly Buffer[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw invalid(
      'text_not_utf8',
      'Standard input is not UTF-8 text.',
      'Convert it first; nothing was written.',
      { cause },
    );
  }
}

/** Writes as much as the descriptor takes now, and returns the rest. */
export function writeAtOnce(descriptor: number, bytes: Buffer): Buffer {
  let rest = bytes;
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
  } catch {
    // It is full, or its reader is gone. The stream that writes the rest waits, or reports it.
  }
  return rest;
}

/** Output that is piped is never truncated. */
const PIPED_WIDTH = 10_000;
/** For terminals that report no columns, such as those of a CI. */
const TERMINAL_WIDTH = 80;

export function outputWidth({ columns, isTTY }: NodeJS.WriteStream, COLUMNS: string | undefined): number {
  const configured = Number(COLUMNS);
  const fallback = configured > 0 ? configured : isTTY ? TERMINAL_WIDTH : PIPED_WIDTH;
  return columns > 0 ? columns : fallback;
}

/** Kept here, because the stream forgets its error and continues as if nothing had happened. */
let outputError: NodeJS.ErrnoException | undefined;

/** A reader that closes the pipe early, as `head` does, is not a failure: `onClosed` ends the process. */
export function watchOutput(output: NodeJS.WriteStream, onClosed: () => void): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') onClosed();
    outputError ??= error;
  });
}

/** Throws if the answer could not be written, so that a lost answer is not taken for a success. */
export async function flushOutput(output: NodeJS.WriteStream, isDone: boolean): Promise<void> {
  await new Promise<void>((resolve) => output.write('', () => setImmediate(resolve)));
  if (outputError === undefined) return;
  throw unavailable(
    'output_failed',
    `The result could not be written to standard output: ${outputError.code ?? outputError.message}.`,
    isDone
      ? 'The command succeeded. Only its output is lost.'
      : 'Free some space or redirect the output, then run it again.',
    { cause: outputError },
  );
}

/** Only an explicit yes counts; Ctrl+C and Ctrl+D close the prompt without an answer. */
export async function askYesNo(question: string, input: NodeJS.ReadStream, output: NodeJS.WriteStream) {
  const { createInterface } = await import('node:readline');
  const prompt = createInterface({ input, output });
  const answer = await new Promise<string>((resolve) => {
    prompt.once('close', () => resolve(''));
    prompt.question(`${question} [y/N] `, resolve);
  });
  prompt.close();
  return /^y(?:es)?$/i.test(answer.trim());
}
