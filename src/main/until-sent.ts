/** How long a client may read nothing after the server was asked to stop, and how long a call may take after a signal. The rest of the time to stop is for closing the store. */
const STALL_LIMIT_MS = 1_200;
/** How long answering and sending may take in all, however steadily the client reads. */
const TOTAL_LIMIT_MS = 30_000;
const LOOK_MS = 10;

const pause = () => new Promise<void>((resolve) => void setTimeout(resolve, LOOK_MS).unref());

interface Sending {
  readonly pending: { readonly count: number; untilAnswered(): Promise<void> };
  /** What the client has not read yet, or has written and nobody has received. */
  unsentBytes(): number;
  /** Nobody reads any more. */
  isClosed(): boolean;
  /** Whether the process was also asked to stop by a signal: then it stops in its usual time. */
  isUrgent(): boolean;
  /** Called while something is answered or sent: the process may take its time to stop again. */
  onProgress(): void;
}

/** Waits until every call is answered and every answer is read, as long as the client reads. */
export async function untilSent(sending: Sending): Promise<void> {
  const { pending, unsentBytes, isClosed, isUrgent, onProgress } = sending;
  const givesUpAt = performance.now() + TOTAL_LIMIT_MS;
  let [calls, bytes] = [pending.count, unsentBytes()];
  let stalledAt = performance.now() + STALL_LIMIT_MS;
  while (!isClosed() && (pending.count > 0 || unsentBytes() > 0)) {
    const now = performance.now();
    if (now > stalledAt || now > givesUpAt) return;
    const left = unsentBytes();
    // While the client has read all there is, only a call that still runs can be what keeps it waiting.
    const isAnswering = pending.count > 0 && left === 0;
    const hasProgress = isAnswering || pending.count < calls || left < bytes;
    [calls, bytes] = [pending.count, left];
    if (hasProgress && !isUrgent()) {
      stalledAt = now + STALL_LIMIT_MS;
      onProgress();
    }
    await (isAnswering ? Promise.race([pending.untilAnswered(), pause()]) : pause());
  }
}
