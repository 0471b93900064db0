import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { Redaction, Redactor } from '../app/ports/redactor.ts';
import { createPause } from '../lib/slices.ts';

/** From here on the rules may take longer than others in the process should wait. */
const LARGE = 50_000;
/** More would help on large machines, and take them from others. */
const MAX_THREADS = 2;
/** Of one message to a thread: it is copied while everything else waits. */
const MAX_MESSAGE = 500_000;
/** Redacting leaves much garbage, and V8 grows its room for young objects slowly in our processes. */
const LIMITS = { maxYoungGenerationSizeMb: 32 };

const THREAD = new URL('./redact-worker.js', import.meta.url);

const charCount = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 0);

/** The texts in their order, in parts of at most one message; a text is never divided. */
function* messagesOf(texts: readonly string[]): Generator<readonly string[]> {
  let from = 0;
  let chars = 0;
  for (const [index, { length }] of texts.entries()) {
    if (index > from && chars + length > MAX_MESSAGE) {
      yield texts.slice(from, index);
      from = index;
      chars = 0;
    }
    chars += length;
  }
  yield texts.slice(from);
}

const kept = (text: string): Redaction => ({ text, found: {} });

/** One thread takes the next message whenever it has answered the last. */
async function runThread(
  worker: Worker,
  messages: Iterator<[number, readonly string[]]>,
  redactions: Redaction[][],
): Promise<void> {
  // Rejects with the error of the thread; one that ends without an error is awaited no longer.
  const ended = once(worker, 'exit').then(() => {
    throw new Error('The thread ended before it had answered.');
  });
  // It ends in any case, and where all went well nobody waits for that.
  ended.catch(() => undefined);
  for (let next = messages.next(); next.done !== true; next = messages.next()) {
    const [index, texts] = next.value;
    worker.postMessage(texts);
    const [answers] = (await Promise.race([once(worker, 'message'), ended])) as [(Redaction | null)[]];
    // A text without an answer of its own could keep its secret.
    if (answers.length !== texts.length) throw new Error('The thread answered for other texts.');
    redactions[index] = texts.map((text, at) => answers[at] ?? kept(text));
  }
}

async function redactInThreads(
  thread: URL,
  patterns: readonly string[],
  texts: readonly string[],
): Promise<readonly Redaction[]> {
  const threads = await import('node:worker_threads');
  const messages = [...messagesOf(texts)];
  // In stdio mode stdout is the protocol: nothing that a thread might print goes there.
  const options = { workerData: { patterns }, resourceLimits: LIMITS, execArgv: [], stdout: true };
  const workers: Worker[] = [];
  const redactions: Redaction[][] = [];
  const queue = messages.entries();
  try {
    for (const _ of messages.slice(0, MAX_THREADS)) workers.push(new threads.Worker(thread, options));
    await Promise.all(workers.map((worker) => runThread(worker, queue, redactions)));
    return redactions.flat();
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

async function redactInSlices(redactor: Redactor, texts: readonly string[]): Promise<readonly Redaction[]> {
  const pause = createPause();
  const redactions: Redaction[] = [];
  for (const text of texts) {
    redactions.push(...(await redactor.redact([text])));
    await pause();
  }
  return redactions;
}

/**
 * Redacts much text in threads of its own, so that other calls are answered meanwhile. A secret may stand anywhere, so
 * a text goes through the rules as a whole. Where a thread fails, the work is done here.
 */
export const redactInWorker = (
  redactor: Redactor,
  patterns: readonly string[],
  thread: URL = THREAD,
): Redactor => ({
  async redact(texts) {
    if (charCount(texts) < LARGE) return redactor.redact(texts);
    try {
      return await redactInThreads(thread, patterns, texts);
    } catch {
      return redactInSlices(redactor, texts);
    }
  },
});
