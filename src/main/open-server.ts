import { type Caller, localPrincipal } from '../app/caller.ts';
import type { Deps } from '../app/deps.ts';
import { hideDisabledProjects } from '../app/disabled-projects/hide-disabled-projects.ts';
import { createFeed } from '../app/followers/journal-feed.ts';
import type { Config } from '../config/schema.ts';
import { buildServer, type ChangeNotices, type RequestFacts } from '../mcp/build-server.ts';
import { createLineRedactor } from '../redact/create-redactor.ts';
import { compose } from './compose.ts';
import { DEFINITIONS } from './mcp-definitions.ts';
import type { ProcessEnvironment } from './process-environment.ts';
import { startDailyBackups } from './start-daily-backups.ts';

type Log = (line: string) => void;

/** A server runs long enough to make vectors in the background. Nothing is loaded for it where no embedder is configured. */
async function startEmbedding(
  deps: Pick<Deps, 'clock' | 'embedder' | 'gameProjects' | 'readOff' | 'store'>,
  { readOnly }: Config,
  log: Log,
) {
  if (deps.embedder === undefined || readOnly) return undefined;
  const { keepEmbedding } = await import('../app/embed/keep-embedding.ts');
  return keepEmbedding({ ...deps, store: hideDisabledProjects(deps, new Set()) }, { log });
}

export async function openServer(config: Config, environment: ProcessEnvironment, version: string) {
  const redactLine = createLineRedactor({ patterns: config.redactPatterns });
  // Clients write what a server logs to files of their own, so it passes the redactor like everything that is stored.
  const log: Log = (line) => environment.log(redactLine(line));
  const { store, services, depsFor } = await compose(config, environment, config.readOnly);
  const principal = localPrincipal(config);
  const deps = depsFor(principal.workspace);
  const onFeedError = (error: unknown) =>
    log(`subscriptions: ${error instanceof Error ? error.message : error}`);
  const feed = createFeed({
    store: deps.store,
    hasOtherWriters: store.capabilities.hasOtherWriters,
    readOff: deps.readOff,
    onError: onFeedError,
  });
  return {
    log,
    principal,
    services,
    feed,
    onFeedError,
    build: (callerOf: (request: RequestFacts) => Caller, notices: ChangeNotices | undefined) =>
      buildServer({
        version,
        definitions: DEFINITIONS,
        services,
        offer: { toolsets: config.toolsets, isReadOnly: config.readOnly },
        callerOf,
        notices,
      }),
    /** Prepares the code of a search, and the parts of the store that it reads, for the first call. */
    async warmUp(caller: Caller, nextStep: () => Promise<unknown>): Promise<void> {
      const { warmSearch } = await import('../app/search/warm-search.ts');
      await warmSearch(deps, caller, nextStep);
    },
    async serveUntil(stopped: Promise<void>, closeTransport: () => Promise<void>): Promise<void> {
      const embedding = await startEmbedding(deps, config, log);
      const dailyBackups = startDailyBackups(deps, store.capabilities, config, environment, log);
      await stopped;
      // Calls that wait for another process are refused from here on, so that the rest can end.
      store.stop();
      feed.close();
      dailyBackups?.stop();
      await embedding?.stop();
      await closeTransport();
      await store.close();
    },
  };
}
