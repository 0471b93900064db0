import { fstatSync, read, writeSync } from 'node:fs';
import { invalid, unavailable } from '../domain/error.ts';
import { attempt } from '../lib/attempt.ts';

const FIRST_BYTES = 65_536;

/** What was written to a descriptor so far; undefined if only a stream can read it, such as a terminal. */
function readFirst(descriptor: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const bytes = Buffer.allocUnsafe(FIRST_BYTES);
    read(descriptor, bytes, 0, FIRST_BYTES, null, (error, count) =>
      resolve(error === null ? bytes.subarray(0, count) : undefined),
    );
  });
}

/**
 * The input of a hook. Clients write it while the process starts, so one read gets it, without a stream, which takes longer to create
 * than anything else here. A stream reads what comes later. A client that never writes blocks a thread until `endProcess`.
 */
export async function readPayload(
  input: () => NodeJS.ReadStream,
  isWhole: (chunks: readonly Buffer[]) => boolean,
): Promise<string> {
  const isTerminal = attempt(() => fstatSync(0).isCharacterDevice()) ?? true;
  const first = isTerminal ? undefined : await readFirst(0);
  const isRead = first !== undefined && (first.length === 0 || isWhole([first]));
  const payload = isRead
    ? decode([first])
    : await readUtf8(input(), isWhole, first === undefined ? [] : [first]);
  // Pipes of some shells on Windows begin with one.
  return payload.replace(/^\ufeff/, '');
}

/** Reads to the end, or until `isWhole` returns true. */
export async function readUtf8(
  input: NodeJS.ReadStream,
  isWhole: (chunks: readonly Buffer[]) => boolean = () => false,
  before: readonly Buffer[] = [],
): Promise<string> {
  const chunks = [...before];
  for await (const chunk of input) {
    chunks.push(chunk as Buffer);
    if (isWhole(chunks)) break;
  }
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
