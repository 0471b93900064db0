import type { Deps } from '../app/deps.ts';
import type { Clock } from '../app/ports/clock.ts';
import type { Store } from '../app/ports/store.ts';
import { createServices, type Services } from '../app/services.ts';
import type { Config } from '../config/schema.ts';
import type { Machine } from './machine.ts';
import { openDeps } from './open-deps.ts';
import { redactInWorker } from './redact-in-worker.ts';

export interface App {
  readonly deps: Deps;
  readonly services: Services;
  readonly store: Store;
  close(): Promise<void>;
}

/** All use cases over open dependencies. `isReading`: nothing may come into being. */
export function compose(
  config: Config,
  machine: Pick<Machine, 'homeDir' | 'env' | 'kill'>,
  isReading: boolean,
  clock?: Clock,
): App {
  const open = openDeps(config, machine, isReading, { clock });
  const deps = { ...open.deps, redactor: redactInWorker(open.deps.redactor, config.redactPatterns) };
  return { ...open, deps, services: createServices(deps) };
}
