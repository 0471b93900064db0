import { oneAtATime } from '../../lib/one-at-a-time.ts';
import { listOffIds } from '../off/store-without-off.ts';
import { touchedWithoutOff } from '../off/touched-without-off.ts';
import type { Position } from '../ports/ledger.ts';
import type { Store } from '../ports/store.ts';
import { type Touched, touchedBy } from './touched.ts';

export type Tell = (touched: Touched) => void | Promise<void>;

export interface Feed {
  /** From now on until the answered function is called; what was committed before is not told. */
  follow(tell: Tell): Promise<() => void>;
  /** Look now, and settle when what is there was told. Does nothing while nobody follows. */
  look(): Promise<void>;
  close(): void;
}

export interface FeedOptions {
  readonly store: Store;
  /** Whether entries can appear that this process did not write; assumed unless given. */
  readonly hasOtherWriters?: boolean;
  /** The anchors of projects that are switched off now; none unless given. */
  readonly readOff?: () => readonly string[];
  readonly onError: (error: unknown) => void;
  readonly pollMs?: number;
}

const POLL_MS = 1_000;
const PAGE = 500;

/**
 * Follows the journal, because other processes write to the same store and ring no bell here. Reads only, and has a
 * timer only while somebody follows.
 */
export function createFeed({
  store,
  hasOtherWriters = true,
  readOff = () => [],
  onError,
  pollMs = POLL_MS,
}: FeedOptions): Feed {
  const { ledger } = store;
  const inTurn = oneAtATime();
  const followers = new Set<Tell>();
  let position: Position = 0;
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;
  let isTicking = false;

  async function readOn(): Promise<void> {
    const end = await ledger.end();
    while (position < end && followers.size > 0) {
      const entries = await ledger.read(position, PAGE);
      const all = await touchedBy(store, entries);
      const touched = await touchedWithoutOff(all, store, await listOffIds({ store, readOff }));
      const last = entries.at(-1)?.position ?? 0;
      // Entries of other workspaces are not answered; without the end they would be passed over again at every look.
      position = entries.length < PAGE ? Math.max(end, last) : last;
      for (const tell of [...followers]) await tell(touched);
    }
  }

  /** What could not be read is read at the next look; a failure that lasts is told once. */
  async function tryReading(): Promise<void> {
    if (followers.size === 0) return;
    try {
      await readOn();
      isFailing = false;
    } catch (error) {
      if (!isFailing && followers.size > 0) onError(error);
      isFailing = true;
    }
  }

  const look = () => inTurn(tryReading);

  async function tick(): Promise<void> {
    if (isTicking) return;
    isTicking = true;
    await look();
    isTicking = false;
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  async function join(tell: Tell): Promise<() => void> {
    if (followers.size > 0) await tryReading();
    else position = await ledger.end();
    followers.add(tell);
    // Must not keep the process alive: it exits when its client goes.
    if (hasOtherWriters) timer ??= setInterval(tick, pollMs).unref();
    return () => {
      followers.delete(tell);
      if (followers.size === 0) stop();
    };
  }

  return {
    follow: (tell) => inTurn(() => join(tell)),
    look: () => (followers.size === 0 ? Promise.resolve() : look()),
    close() {
      followers.clear();
      stop();
    },
  };
}
