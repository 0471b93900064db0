import type { Clock } from '../app/ports/clock.ts';
import type { Store } from '../app/ports/store.ts';
import { createServices, type Services } from '../app/services.ts';
import type { World } from '../app/world.ts';
import type { Config } from '../config/schema.ts';
import type { Machine } from './machine.ts';
import { openWorld } from './open-world.ts';
import { redactInWorker } from './redact-in-worker.ts';

export interface App {
  readonly world: World;
  readonly services: Services;
  readonly store: Store;
  close(): Promise<void>;
}

/** All use cases over an open world. `isReading`: nothing may come into being. */
export function compose(
  config: Config,
  machine: Pick<Machine, 'homeDir' | 'env' | 'kill'>,
  isReading: boolean,
  clock?: Clock,
): App {
  const open = openWorld(config, machine, isReading, { clock });
  const world = { ...open.world, redactor: redactInWorker(open.world.redactor, config.redactPatterns) };
  return { ...open, world, services: createServices(world) };
}
