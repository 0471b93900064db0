import { parentPort, workerData } from 'node:worker_threads';
import { createRedactor } from '../redact/create-redactor.ts';

/** The thread of `redact-in-worker.ts`: texts in, redactions out, null for a text without a secret. */
const { patterns } = workerData as { readonly patterns: readonly string[] };
const redactor = createRedactor({ patterns });

parentPort?.on('message', async (texts: readonly string[]) => {
  const redactions = await redactor.redact(texts);
  parentPort?.postMessage(redactions.map((one, index) => (one.text === texts[index] ? null : one)));
});
