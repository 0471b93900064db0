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
  description: 'The folder that holds the store, config.json and everything else Throughline keeps.',
} as const satisfies Option;

export const offOption = {
  ...PATHS,
  name: 'off',
  places: ['file'],
  description:
    'Repositories and folders that are switched off: hooks skip them, agents can neither read nor write them, and commands store nothing.',
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
    description:
      'The SQLite file that holds all data: a path, or a URL that begins with sqlite: and names one.',
  },
  {
    name: 'project',
    type: 'text',
    default: undefined,
    maxLength: 500,
    description: 'The project to work in, instead of the one found from the repository or folder.',
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
    description: 'Offers no tool that writes.',
  },
  {
    ...PATHS,
    name: 'allowed_roots',
    description:
      'Further folders in which tools may open files, besides the home, the project and the transcripts.',
  },
  {
    name: 'workspace',
    type: 'text',
    default: DEFAULT_WORKSPACE,
    maxLength: 200,
    description: 'The tenant whose data is seen; one workspace never sees another.',
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
    description: 'The port on which HTTP is served; 0 takes any free one.',
  },
  {
    ...POSITIVE,
    name: 'lost_after_hours',
    max: TEN_YEARS_IN_DAYS * 24,
    default: 12,
    description: 'Hours of silence after which a session without hooks counts as lost.',
  },
  {
    ...POSITIVE,
    name: 'lost_after_minutes_with_hooks',
    max: TEN_YEARS_IN_DAYS * 24 * 60,
    default: 30,
    description: 'Minutes of silence after which a session with hooks counts as lost.',
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
    description: "The size of the agent's context window, against which usage is estimated.",
  },
  {
    name: 'redact_patterns',
    type: 'list',
    of: 'pattern',
    default: [],
    places: NO_FLAG,
    description: 'Regular expressions for further secrets to take out before anything is stored.',
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
    description: 'Milliseconds that orientation waits for git to tell what changed since.',
  },
  {
    ...WHOLE,
    name: 'hook_timeout_ms',
    min: 200,
    max: 60_000,
    default: 1_800,
    description:
      'Milliseconds after which a hook gives up; at the end of a session a little more than half of them.',
  },
  {
    ...POSITIVE,
    name: 'capture_days',
    max: TEN_YEARS_IN_DAYS,
    default: 90,
    description: 'Days that captures of transcripts are kept; one that a live handoff cites stays.',
  },
  {
    ...POSITIVE,
    name: 'capture_megabytes',
    max: 1_000_000,
    default: 200,
    description: 'Megabytes that all captures together may take; the oldest go first.',
  },
  {
    name: 'embedder',
    type: 'text',
    among: ['none', 'http'],
    default: 'none',
    maxLength: 20,
    places: NO_FLAG,
    description: 'What makes vectors for search: none, or http for an endpoint of your own choice.',
  },
  {
    name: 'embedder_url',
    type: 'text',
    default: undefined,
    maxLength: 2_000,
    format: {
      matches: /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/i,
      words: 'an http or https URL, without user, query or fragment',
    },
    places: NO_FLAG,
    description:
      'Where the embedder is, up to what its API adds to it (/embeddings, or /api/embed of Ollama).',
  },
  {
    name: 'embedder_model',
    type: 'text',
    default: undefined,
    maxLength: 200,
    places: NO_FLAG,
    description: 'The model that the embedder is asked for; vectors of another model are made again.',
  },
  {
    name: 'embedder_api',
    type: 'text',
    among: ['openai', 'ollama'],
    default: 'openai',
    maxLength: 20,
    places: NO_FLAG,
    description: "How the embedder is spoken to: like OpenAI's, as most are, or like Ollama's own.",
  },
  {
    name: 'embedder_key_env',
    type: 'text',
    default: undefined,
    maxLength: 200,
    format: { matches: /^[A-Za-z_]\w*$/, words: 'the name of an environment variable, not the key itself' },
    places: NO_FLAG,
    description: "The name of the environment variable that holds the embedder's key.",
  },
  {
    ...WHOLE,
    name: 'embedder_timeout_ms',
    min: 50,
    max: 60_000,
    default: 2_000,
    places: NO_FLAG,
    description:
      'Milliseconds that a search waits for the embedder; a batch of records may take 15 times as long.',
  },
  offOption,
  {
    name: 'identity',
    type: 'path',
    default: '<home>/identity.md',
    isPerWorkspace: true,
    description:
      "A person's own Markdown file, shown to every session; by default each workspace other than local has its own.",
  },
] as const satisfies readonly Option[];

/** `allowedRoots` holds the further folders only, `redactPatterns` the sources of expressions that compile with `u`. */
export type Config = ConfigOf<typeof options>;
