import type { ContextBudget } from '../../domain/orientation/fit-budget.ts';
import type { ClientPlace, ClientSettings, Scope } from './client-settings.ts';
import type { TranscriptFormat } from './transcripts.ts';

/** Hook events, independent of the client's own names. `throughline hook CLIENT EVENT` takes these names. */
export const HOOK_EVENTS = [
  'session-start',
  'prompt',
  'stop',
  'pre-compact',
  'post-compact',
  'session-end',
] as const;
export type HookEventName = (typeof HOOK_EVENTS)[number];

export type ContextEventName = Extract<HookEventName, 'session-start' | 'prompt'>;

/**
 * `replace`: a new conversation that takes the place of the one before in the same process, if there was one. `resume_or_fork`: from a client
 * that does not say which.
 */
export const START_SOURCES = [
  'startup',
  'resume',
  'clear',
  'compact',
  'fork',
  'replace',
  'resume_or_fork',
] as const;
export type StartSource = (typeof START_SOURCES)[number];

export type HookEvent =
  | { readonly name: 'session-start'; readonly source: StartSource }
  | { readonly name: 'prompt' }
  | { readonly name: 'stop'; readonly lastWords: string | null }
  /** `note`: the trigger of the compaction, and what the person wants to preserve. */
  | { readonly name: 'pre-compact'; readonly note: string | null }
  | { readonly name: 'post-compact'; readonly summary: string | null }
  | { readonly name: 'session-end'; readonly why: string | null };

/** One event as a client reported it. What the client does not name is null. */
export interface ClientEvent {
  readonly event: HookEvent;
  readonly clientSessionId: string;
  readonly folder: string | null;
  readonly transcriptPath: string | null;
}

export type Environment = Readonly<Record<string, string | undefined>>;

interface ClientEnvironment {
  projectDir?(env: Environment): string | null;
  /** The client's own id of the conversation. It may be outdated in a server that outlives the conversation. */
  sessionId?(env: Environment): string | null;
  /** The client's process id. Without it, the parent process counts as the client. */
  processId?(env: Environment): number | null;
}

export interface HookProtocol {
  /** Whether standard input already holds the whole payload. Without it, a hook waits until the client closes the pipe. */
  isWhole?(chunks: readonly Buffer[]): boolean;
  /** null: an event to ignore, such as one of a subagent. Throws only `hook_input_invalid`. */
  parse(event: HookEventName, input: string): ClientEvent | null;
  /** What the hook prints, so that the model reads `report`, and the person `message` where the client can show one. */
  render(event: ContextEventName, report: string, message?: string): string;
}

export interface ClientHooks {
  readonly events: Readonly<Record<string, HookEventName>>;
  /** How much text the client shows to the model, less a margin. At least 1,500 bytes or 500 tokens, so that the shortest report fits. */
  readonly budget: ContextBudget;
  /** The client has no event after a compaction, so the next prompt delivers the orientation. */
  readonly orientsAtPrompt?: true;
  /** The share of the time limit per event, if the client stops its hooks early. */
  readonly timeShares?: Readonly<Partial<Record<HookEventName, number>>>;
  protocol(): Promise<HookProtocol>;
}

export interface HomePlace {
  readonly homeDir: string;
  readonly env: Environment;
}

export interface ClientTranscripts {
  /** The folders in which the client keeps transcripts. They may be read without being named in `allowed_roots`. */
  roots(place: HomePlace): readonly string[];
  format?(): Promise<TranscriptFormat>;
  /**
   * The client's own id of the conversation in the file at this path; null for a file that is not a whole conversation. Absent if
   * past conversations cannot be imported.
   */
  sessionIdOf?(path: string): string | null;
  /** The slug of the conversation's folder in this path, for a client whose transcripts do not name the folder. See `Folders.findBySlug`. */
  folderSlugOf?(path: string): string | null;
  /** For a client without files: the database at this path, which may also name one conversation in it; null for any other path. */
  databaseOf?(path: string): string | null;
  /** Where the client writes the conversation, for a client whose hooks do not always say so. */
  pathOf?(place: HomePlace, clientSessionId: string): string | null;
}

/** How to tell that a client is on this machine. One of them is enough. */
export interface ClientPresence {
  /** Folders and files that only the client creates. */
  paths(place: ClientPlace): readonly string[];
  /** Programs on the PATH, without an extension. */
  readonly programs?: readonly string[];
}

/** What the program knows about one client. Functions without arguments load code on demand: hooks must start fast. */
export interface ClientAdapter {
  /** Kebab-case and unique. It is stored with sessions, and hooks and commands take it. */
  readonly name: string;
  readonly title: string;
  /** The name that the client gives itself over MCP, where it is not known by its hooks. */
  readonly mcpName?: string;
  readonly environment?: ClientEnvironment;
  sessionInCall?(meta: Readonly<Record<string, unknown>>): string | null;
  /** Whether this is one of the client's own ids of conversations. Absent if they are UUIDs, which every client may use. */
  isSessionId?(id: string): boolean;
  readonly hooks?: ClientHooks;
  readonly isWithoutHooks?: true;
  readonly transcripts?: ClientTranscripts;
  /** The line that connects the client to a server at this address, for the guide that `throughline serve` prints. */
  httpConnection?(url: string): string;
  /** The scopes that the client has settings for. Absent: both. */
  readonly scopes?: readonly [Scope, ...Scope[]];
  settings(): Promise<ClientSettings>;
  /** Absent if `throughline install` without a name does not look for the client. */
  readonly presence?: ClientPresence;
  /** What a person should know after an installation. */
  installNotes?(scope: Scope): readonly string[];
}

/** Whether past conversations of the client can be imported. */
export const isImportable = ({ transcripts }: Pick<ClientAdapter, 'transcripts'>): boolean =>
  transcripts?.format !== undefined && transcripts.sessionIdOf !== undefined;
