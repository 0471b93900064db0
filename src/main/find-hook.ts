import {
  type ClientAdapter,
  type ClientHooks,
  HOOK_EVENTS,
  type HookEventName,
} from '../app/ports/client-adapter.ts';
import type { ClientRegistry } from '../clients/registry.ts';
import { type ConfigInput, loadConfig } from '../config/load-config.ts';
import type { Config } from '../config/schema.ts';
import { invalid } from '../domain/error.ts';
import { lazy } from '../lib/lazy.ts';

/** The time limit if the settings cannot be read. */
const DEFAULT_LIMIT_MS = 1_800;

/** The hook that was called. */
export interface Hook {
  readonly clients: ClientRegistry;
  readonly adapter: ClientAdapter;
  readonly hooks: ClientHooks;
  readonly event: HookEventName;
  readonly limitMs: number;
  /** The settings, read once. Throws if they cannot be read. */
  readonly config: () => Config;
  /** Whether the person is shown a line when a session starts. */
  readonly showsMessage: boolean;
}

function settingsOf(config: () => Config): Pick<Config, 'hookTimeoutMs' | 'startMessage'> {
  try {
    return config();
  } catch {
    // The hook reports it when it reads the settings itself.
    return { hookTimeoutMs: DEFAULT_LIMIT_MS, startMessage: true };
  }
}

export function findHook(
  clients: ClientRegistry,
  [client, event]: readonly string[],
  input: ConfigInput,
): Hook | undefined {
  const adapter = clients.find(client);
  const hooks = adapter?.hooks;
  const known = HOOK_EVENTS.find((name) => name === event);
  if (adapter === undefined || hooks === undefined || known === undefined) return undefined;
  const config = lazy(() => loadConfig(input));
  const { hookTimeoutMs, startMessage } = settingsOf(config);
  const limitMs = Math.round(hookTimeoutMs * (hooks.timeShares?.[known] ?? 1));
  return { clients, adapter, hooks, event: known, limitMs, config, showsMessage: startMessage };
}

export const unknownHook = (clients: ClientRegistry, [client, event]: readonly string[]) =>
  invalid(
    'hook_unknown',
    `There is no hook ${JSON.stringify(`${client} ${event}`)}.`,
    `Clients with hooks: ${clients.namesWithHooks.join(', ')}. Events: ${HOOK_EVENTS.join(', ')}.`,
  );
