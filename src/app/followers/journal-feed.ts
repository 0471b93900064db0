import { oneAtATime } from '../../lib/concurrency.ts';
import {
  affectedWithoutDisabled,
  listDisabledProjectIds,
} from '../disabled-projects/hide-disabled-projects.ts';
import type { Position } from '../ports/ledger.ts';
import type { Store } from '../ports/store.ts';
import { type AffectedResources, affectedBy } from './affected-resources.ts';

type FeedListener = (touched: AffectedResources) => void | Promise<void>;

export interface Feed {
  follow(notify: FeedListener): Promise<() => void>;
  /** Polls now, and resolves when all listeners were notified. Does nothing without listeners. */
  look(): Promise<void>;
  close(): void;
}

interface JournalFeedOptions {
  readonly store: Store;
  /** Whether entries can appear that this process did not write; assumed unless given. */
  readonly hasOtherWriters?: boolean;
  readonly readOff?: () => readonly string[];
  readonly onError: (error: unknown) => void;
  readonly pollMs?: number;
}

const POLL_MS = 1_000;
const PAGE = 500;

/** Polls the journal, because other processes write to the same store. Has a timer only while there are listeners. */
export function createFeed({
  store,
  hasOtherWriters = true,
  readOff = () => [],
  onError,
  pollMs = POLL_MS,
}: JournalFeedOptions): Feed {
  const { ledger } = store;
  const inTurn = oneAtATime();
  const followers = new Set<FeedListener>();
  let position: Position = 0;
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;
  let isTicking = false;

  async function resumeReading(): Promise<void> {
    const end = await ledger.end();
    while (position < end && followers.size > 0) {
      const entries = await ledger.read(position, PAGE);
      const all = await affectedBy(store, entries);
      const touched = await affectedWithoutDisabled(
        all,
        store,
        await listDisabledProjectIds({ store, readOff }),
      );
      const last = entries.at(-1)?.position ?? 0;
      // Entries of other workspaces are not answered; without the end they would be passed over again at every look.
      position = entries.length < PAGE ? Math.max(end, last) : last;
      for (const notify of [...followers]) await notify(touched);
    }
  }

  /** Failed reads are repeated at the next poll. A lasting failure is reported once. */
  async function tryReading(): Promise<void> {
    if (followers.size === 0) return;
    try {
      await resumeReading();
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

  async function join(notify: FeedListener): Promise<() => void> {
    if (followers.size > 0) await tryReading();
    else position = await ledger.end();
    followers.add(notify);
    // Must not keep the process alive after its client is gone.
    if (hasOtherWriters) timer ??= setInterval(tick, pollMs).unref();
    return () => {
      followers.delete(notify);
      if (followers.size === 0) stop();
    };
  }

  return {
    follow: (notify) => inTurn(() => join(notify)),
    look: () => (followers.size === 0 ? Promise.resolve() : look()),
    close() {
      followers.clear();
      stop();
    },
  };
}
