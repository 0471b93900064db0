import { type Instant, isClockAhead, latestPlausible, plusMs } from '../domain/instant.ts';
import type { TimeContext } from '../domain/session/session.ts';
import type { Deps } from './deps.ts';
import type { SilentBefore } from './ports/readers.ts';

/** Never before the last write, unless that was dated so far ahead that its clock must have been wrong. */
async function currentInstant(deps: Pick<Deps, 'clock' | 'store'>): Promise<Instant> {
  const now = deps.clock.now();
  const last = await deps.store.ledger.lastAt();
  if (last === undefined || last <= now) return now;
  return isClockAhead(last, now) ? now : plusMs(last, 1);
}

export const readTime = async (deps: Pick<Deps, 'clock' | 'settings' | 'store'>): Promise<TimeContext> => ({
  now: await currentInstant(deps),
  clock: deps.clock.now(),
  lostAfter: deps.settings.lostAfter,
});

export const silentBefore = ({ now, clock = now, lostAfter }: TimeContext): SilentBefore => ({
  withHooks: plusMs(clock, -lostAfter.withHooksMs),
  withoutHooks: plusMs(clock, -lostAfter.withoutHooksMs),
  ahead: latestPlausible(clock),
});
