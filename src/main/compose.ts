import type { Deps } from '../app/deps.ts';
import { createServices, type OpenWorkspace, type Services } from '../app/services.ts';
import { games } from '../campaign/app/games.ts';
import { campaignServices } from '../campaign/app/services.ts';
import type { Config } from '../config/schema.ts';
import { openDeps } from './open-deps.ts';
import type { ProcessEnvironment } from './process-environment.ts';
import { redactInWorker } from './redact-in-worker.ts';

export const allServices = (open: OpenWorkspace): Services => createServices(open, campaignServices);

export async function compose(
  config: Config,
  environment: Pick<ProcessEnvironment, 'homeDir' | 'env' | 'kill' | 'log'>,
  readOnly: boolean,
) {
  const open = await openDeps(config, environment, readOnly, { onNotice: environment.log });
  const { store } = open;
  const depsFor = (workspace: string): Deps => {
    const deps = open.depsFor(workspace);
    return { ...deps, games, redactor: redactInWorker(deps.redactor, config.redactPatterns) };
  };
  return { store, depsFor, services: allServices(depsFor) };
}

export type App = Awaited<ReturnType<typeof compose>>;
