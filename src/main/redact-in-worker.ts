import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import type { Redaction, Redactor } from '../app/ports/system.ts';
import { createPause } from '../lib/concurrency.ts';

/** From this size on the rules would block the event loop for too long. */
const LARGE = 50_000;
/** More threads would be faster on large machines, at the expense of other programs. */
const MAX_THREADS = 2;
/** The size of one message to a thread. Copying it blocks the event loop. */
const MAX_MESSAGE = 500_000;
/** Redacting creates much garbage, and V8 grows the young generation slowly in our processes. */
const LIMITS = { maxYoungGenerationSizeMb: 32 };

const THREAD = pathToFileURL(join(import.meta.dirname, 'redact-worker.js'));

const charCount = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 0);

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

async function runThread(
  worker: Worker,
  messages: Iterator<[number, readonly string[]]>,
  redactions: Redaction[][],
): Promise<void> {
  // Rejects with the error of the thread, or if it ends without one before it has answered.
  const ended = once(worker, 'exit').then(() => {
    throw new Error('The thread ended before it had answered.');
  });
  // The thread always ends. After a success nothing awaits this, so its rejection must be handled.
  ended.catch(() => undefined);
  for (let next = messages.next(); next.done !== true; next = messages.next()) {
    const [index, texts] = next.value;
    worker.postMessage(texts);
    const [answers] = (await Promise.race([once(worker, 'message'), ended])) as [(Redaction | null)[]];
    // A text without an answer could keep its secret.
    if (answers.length !== texts.length) throw new Error('The thread answered for other texts.');
    redactions[index] = texts.map((text, at) => answers[at] ?? kept(text));
  }
}

async function redactInThreads(thread: URL, patterns: readonly string[], texts: readonly string[]) {
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

/** Redacts large texts in threads, each as a whole, because a secret may be anywhere in it. If a thread fails, here. */
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
