import { isAhead, latestBelieved } from '../domain/clock-order.ts';
import { type Instant, plusMs } from '../domain/instant.ts';
import type { Moment } from '../domain/session/decide.ts';
import type { Deps } from './deps.ts';
import type { SilentBefore } from './ports/readers.ts';

/**
 * Never before what was last written: a clock that was set back by an hour, or a time zone by a day, does not make
 * new things older than old ones. One that is further behind is believed: then it was ahead before.
 */
async function nowIn(deps: Pick<Deps, 'clock' | 'store'>): Promise<Instant> {
  const now = deps.clock.now();
  const last = await deps.store.ledger.lastAt();
  if (last === undefined || last <= now) return now;
  return isAhead(last, now) ? now : plusMs(last, 1);
}

export const momentOf = async (deps: Pick<Deps, 'clock' | 'settings' | 'store'>): Promise<Moment> => ({
  now: await nowIn(deps),
  clock: deps.clock.now(),
  lostAfter: deps.settings.lostAfter,
});

export const silentBefore = ({ now, clock = now, lostAfter }: Moment): SilentBefore => ({
  withHooks: plusMs(clock, -lostAfter.withHooksMs),
  withoutHooks: plusMs(clock, -lostAfter.withoutHooksMs),
  ahead: latestBelieved(clock),
});
