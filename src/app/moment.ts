import { plusMs } from '../domain/instant.ts';
import type { Moment } from '../domain/session/decide.ts';
import type { SilentBefore } from './ports/windows.ts';
import type { World } from './world.ts';

export const momentOf = (world: World): Moment => ({
  now: world.clock.now(),
  lostAfter: world.settings.lostAfter,
});

export const silentBefore = ({ now, lostAfter }: Moment): SilentBefore => ({
  withHooks: plusMs(now, -lostAfter.withHooksMs),
  withoutHooks: plusMs(now, -lostAfter.withoutHooksMs),
});
