/** How long a server that is asked to stop may take to close. Clients that end stdin send SIGTERM two seconds later. */
const STOP_LIMIT_MS = 1_500;
/** How long unfinished work in the thread pool may take at the end of the process. */
const POOL_LIMIT_MS = 500;
const POLL_MS = 5;
const POOL_WORK = /^(?:FSReq|FileHandleCloseReq|GetAddrInfoReq)/;

type Ending = Pick<NodeJS.Process, 'exit' | 'kill' | 'pid' | 'getActiveResourcesInfo'>;

const isPoolBusy = (own: Ending) => own.getActiveResourcesInfo().some((name) => POOL_WORK.test(name));

/** Ends the process even if a thread is stuck in a read: `process.exit` would wait for it, SIGKILL does not. */
export async function endProcess(own: Ending): Promise<never> {
  const deadline = performance.now() + POOL_LIMIT_MS;
  while (isPoolBusy(own) && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  if (isPoolBusy(own)) own.kill(own.pid, 'SIGKILL');
  return own.exit();
}

export function endAfter(own: Ending, work: Promise<void>): void {
  setTimeout(() => void endProcess(own), STOP_LIMIT_MS);
  work.then(
    () => endProcess(own),
    () => endProcess(own),
  );
}

/** A server that was asked to stop closes by itself; this ends one that hangs. Call the result to give it the same time again. */
export function endSoonAfter(own: Ending, stopped: Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  stopped.then(() => {
    timer = setTimeout(() => void endProcess(own), STOP_LIMIT_MS);
  });
  return () => void timer?.refresh();
}

/** A server logs an uncaught error and continues. This is safe: commits are atomic, and requests start from the store. */
export function surviveUncaughtErrors(own: NodeJS.Process, log: (line: string) => void): void {
  const report = (error: unknown) =>
    log(`uncaught error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  own.on('uncaughtException', report);
  own.on('unhandledRejection', report);
  // A log line that cannot be written must not become the next uncaught error.
  own.stderr.on('error', () => undefined);
}
