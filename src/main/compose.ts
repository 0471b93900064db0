import type { Deps } from '../app/deps.ts';
import type { OpenStore } from '../app/ports/store.ts';
import { createServices, type Services } from '../app/services.ts';
import type { Config } from '../config/schema.ts';
import { openDeps } from './open-deps.ts';
import type { ProcessEnvironment } from './process-environment.ts';
import { redactInWorker } from './redact-in-worker.ts';

export interface App {
  readonly store: OpenStore;
  readonly services: Services;
  depsFor(workspace: string): Deps;
}

/** All use cases over an open store. `readOnly`: nothing is created. */
export async function compose(
  config: Config,
  machine: Pick<ProcessEnvironment, 'homeDir' | 'env' | 'kill'>,
  readOnly: boolean,
): Promise<App> {
  const open = await openDeps(config, machine, readOnly);
  const { store } = open;
  const depsFor = (workspace: string) => {
    const deps = open.depsFor(workspace);
    return { ...deps, redactor: redactInWorker(deps.redactor, config.redactPatterns) };
  };
  return { store, depsFor, services: createServices(depsFor) };
}
