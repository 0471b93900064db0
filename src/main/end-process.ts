/** Once asked to stop, how long a server may take to close. Clients that end stdin send SIGTERM two seconds later. */
const STOP_LIMIT_MS = 1_500;
/** How long work that is still in the thread pool may take at the end of the process. */
const POOL_LIMIT_MS = 500;
const POLL_MS = 5;
const POOL_WORK = /^(?:FSReq|FileHandleCloseReq|GetAddrInfoReq)/;

type Ending = Pick<NodeJS.Process, 'exit' | 'kill' | 'pid' | 'getActiveResourcesInfo'>;

const isPoolBusy = (own: Ending) => own.getActiveResourcesInfo().some((name) => POOL_WORK.test(name));

/**
 * Ends the process, whatever hangs. `process.exit` waits for every thread of the pool, so one that is stuck in a read, as on a
 * dead network mount, would keep the process alive for ever; only SIGKILL ends it then. What was acknowledged is on disk.
 */
export async function endProcess(own: Ending): Promise<never> {
  const deadline = performance.now() + POOL_LIMIT_MS;
  while (isPoolBusy(own) && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  if (isPoolBusy(own)) own.kill(own.pid, 'SIGKILL');
  return own.exit();
}

/** Ends the process when the work is done, or when that takes too long. */
export function endAfter(own: Ending, work: Promise<void>): void {
  setTimeout(() => void endProcess(own), STOP_LIMIT_MS);
  work.then(
    () => endProcess(own),
    () => endProcess(own),
  );
}

/** A server that was asked to stop closes by itself; this is for one that cannot. */
export const endSoonAfter = (own: Ending, stopped: Promise<void>): void =>
  void stopped.then(() => setTimeout(() => void endProcess(own), STOP_LIMIT_MS));
