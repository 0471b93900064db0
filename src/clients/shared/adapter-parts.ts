import { join } from 'node:path';
import type { ClientHooks, HookEventName } from '../../app/ports/client-adapter.ts';
import type { ClientPlace } from '../../app/ports/client-settings.ts';
import type { JsonPayload } from './json-payload.ts';
import type { PayloadShape } from './json-protocol.ts';

// The index files of clients import this file, and every hook loads those: what is not always needed is imported later.

/** The form of the ids that most clients give their conversations. */
export const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** The default budget of `throughline boot`, so that it shows what is sent. No smaller limit of these clients is known. */
export const DEFAULT_BUDGET = { size: 8_000, unit: 'characters' } as const;

/** The names that several clients have for the events. */
export const COMMON_EVENTS = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'prompt',
  Stop: 'stop',
  PreCompact: 'pre-compact',
  PostCompact: 'post-compact',
  SessionEnd: 'session-end',
} as const;

/** The hooks of a client that get one JSON object. */
export const jsonHooks = ({
  events,
  budget = DEFAULT_BUDGET,
  timeShares = {},
  orientsAtPrompt,
  ...shape
}: Pick<ClientHooks, 'events' | 'timeShares' | 'orientsAtPrompt'> &
  Partial<Pick<ClientHooks, 'budget'>> &
  PayloadShape): ClientHooks => ({
  events,
  budget,
  timeShares,
  ...(orientsAtPrompt ? { orientsAtPrompt } : {}),
  protocol: async () => (await import('./json-protocol.ts')).jsonProtocol(events, shape),
});

/** A subagent is no session. */
export const isOfSubagent = (_: HookEventName, payload: JsonPayload): boolean =>
  payload.text('agent_id') !== null;

/** Where programs keep their settings on this machine. */
export function configFolder({ platform, homeDir, env }: ClientPlace): string {
  if (platform === 'macos') return join(homeDir, 'Library', 'Application Support');
  if (platform === 'windows') return env.APPDATA || join(homeDir, 'AppData', 'Roaming');
  return env.XDG_CONFIG_HOME || join(homeDir, '.config');
}

/** Aligns the JSON behind paths of different length. */
const PATH_WIDTH = 25;

/** One line that says what to put into which file. */
export const connectionLine = (path: string, value: unknown): string =>
  `${`in ${path}:`.padEnd(PATH_WIDTH)}${JSON.stringify(value)}`;
