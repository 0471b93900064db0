import { MAX_WORKSPACE_ID } from '../domain/workspace-id.ts';
import { embedderOptions } from './embedder-options.ts';
import type { ConfigOf, Option } from './option.ts';
import { DEFAULT_WORKSPACE } from './workspace-paths.ts';

export const toolsets = ['session', 'memory', 'capture', 'campaign', 'handoff', 'compat'] as const;
export type Toolset = (typeof toolsets)[number];

const TEN_YEARS_IN_DAYS = 3_650;
const POSITIVE = { type: 'number', above: 0 } as const;
const WHOLE = { type: 'number', isWhole: true } as const;
const PATHS = { type: 'list', of: 'path', default: [] } as const;
const NO_FLAG = ['environment', 'file'] as const;

/** Read before the others: it locates config.json, so config.json cannot contain it. */
export const homeOption = {
  name: 'home',
  type: 'path',
  default: '~/.throughline',
  isEmptyRefused: true,
  places: ['flag', 'environment'],
  description: 'The folder for the store, config.json and all other files of Throughline.',
} as const satisfies Option;

export const offOption = {
  ...PATHS,
  name: 'off',
  places: ['file'],
  description:
    'Repositories and folders that are switched off. Hooks skip them, agents cannot read or write them, and commands store nothing.',
} as const satisfies Option;

/** The only list of options: flags, environment, config.json and the reference are derived from it. */
export const options = [
  homeOption,
  {
    name: 'store',
    type: 'path',
    default: '<home>/store.db',
    isEmptyRefused: true,
    isStore: true,
    description: 'The SQLite file that holds all data: a path, or a sqlite: URL.',
  },
  {
    name: 'project',
    type: 'text',
    default: undefined,
    maxLength: 500,
    description: 'The project to use instead of the current repository or folder.',
  },
  {
    name: 'toolsets',
    type: 'list',
    of: 'word',
    among: toolsets,
    default: ['session', 'memory', 'capture'],
    description: 'The groups of tools offered to agents.',
  },
  {
    name: 'read_only',
    type: 'boolean',
    default: false,
    description: 'Disable all tools and commands that write.',
  },
  {
    ...PATHS,
    name: 'allowed_roots',
    description:
      'Additional folders in which tools may open files, besides the project, the transcripts and the identity files.',
  },
  {
    name: 'workspace',
    type: 'text',
    default: DEFAULT_WORKSPACE,
    maxLength: MAX_WORKSPACE_ID,
    description: 'The workspace to use. Data of other workspaces is not visible.',
  },
  {
    name: 'host',
    type: 'text',
    default: '127.0.0.1',
    maxLength: 253,
    format: {
      matches: /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|[\da-f]*:[\da-f]*:[\da-f:.]*)$/i,
      words: 'a host name or IP address, without scheme, brackets or port',
    },
    description: 'The address on which HTTP is served.',
  },
  {
    ...WHOLE,
    name: 'port',
    min: 0,
    max: 65_535,
    default: 4747,
    description: 'The port on which HTTP is served. 0 picks a free port.',
  },
  {
    ...POSITIVE,
    name: 'lost_after_hours',
    max: TEN_YEARS_IN_DAYS * 24,
    default: 12,
    description: 'Hours without activity after which a session without hooks counts as lost.',
  },
  {
    ...POSITIVE,
    name: 'lost_after_minutes_with_hooks',
    max: TEN_YEARS_IN_DAYS * 24 * 60,
    default: 30,
    description: 'Minutes without activity after which a session with hooks counts as lost.',
  },
  {
    ...POSITIVE,
    name: 'stale_checkpoint_days',
    max: TEN_YEARS_IN_DAYS,
    default: 14,
    description: 'Days after which a checkpoint is reported as stale.',
  },
  {
    ...POSITIVE,
    name: 'old_loop_days',
    max: TEN_YEARS_IN_DAYS,
    default: 14,
    description: 'Days after which an open loop is reported as old.',
  },
  {
    ...WHOLE,
    name: 'context_window_tokens',
    min: 1,
    max: 1_000_000_000,
    default: 200_000,
    description: "The size of the agent's context window in tokens, used to estimate its usage.",
  },
  {
    name: 'redact_patterns',
    type: 'list',
    of: 'pattern',
    default: [],
    places: NO_FLAG,
    description: 'Regular expressions for additional secrets to remove before anything is stored.',
  },
  {
    ...WHOLE,
    name: 'busy_timeout_ms',
    min: 0,
    max: 600_000,
    default: 30_000,
    description: 'Milliseconds to wait for another process that is writing to the store.',
  },
  {
    ...WHOLE,
    name: 'git_timeout_ms',
    min: 50,
    max: 60_000,
    default: 300,
    description: 'Milliseconds that a boot report waits for git.',
  },
  {
    ...WHOLE,
    name: 'hook_timeout_ms',
    min: 200,
    max: 60_000,
    default: 1_800,
    description:
      'Milliseconds after which a hook gives up. At the end of a session, a little more than half of that.',
  },
  {
    ...POSITIVE,
    name: 'capture_days',
    max: TEN_YEARS_IN_DAYS,
    default: 90,
    description: 'Days to keep transcript captures. Captures that an active handoff cites are kept longer.',
  },
  {
    ...POSITIVE,
    name: 'capture_megabytes',
    max: 1_000_000,
    default: 200,
    description:
      'Maximum size of all captures in megabytes, without imported ones. The oldest are deleted first.',
  },
  {
    ...POSITIVE,
    name: 'imported_capture_megabytes',
    max: 1_000_000,
    default: 500,
    description: 'Maximum size of imported captures in megabytes. The oldest are deleted first.',
  },
  ...embedderOptions,
  {
    name: 'daily_backup',
    type: 'boolean',
    default: true,
    places: NO_FLAG,
    description: 'Back up the store once a day while a server runs. The last 7 daily backups are kept.',
  },
  {
    name: 'start_message',
    type: 'boolean',
    default: true,
    places: NO_FLAG,
    description: 'Show one line in the client when a session starts, with what the session received.',
  },
  offOption,
  {
    name: 'identity',
    type: 'path',
    default: '<home>/identity.md',
    isPerWorkspace: true,
    description:
      'Your Markdown file that every boot report ends with. Workspaces other than local have their own by default.',
  },
] as const satisfies readonly Option[];

/** `allowedRoots` holds the further folders only, `redactPatterns` the sources of expressions that compile with `u`. */
export type Config = ConfigOf<typeof options>;
