import type { ContextBudget } from '../../domain/orientation/fit-budget.ts';
import type { FindConnected, ListParts, ListSnippets, Scope, Start } from './client-settings.ts';
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

/** The events that can be answered with text for the model. */
export type ContextEventName = Extract<HookEventName, 'session-start' | 'prompt'>;

export const START_SOURCES = ['startup', 'resume', 'clear', 'compact', 'fork'] as const;
/** Why a conversation starts. */
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
  /** The client's own id of the conversation. */
  readonly clientSessionId: string;
  /** The folder the client works in. */
  readonly folder: string | null;
  readonly transcriptPath: string | null;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** What the client's environment variables contain. Each returns null if nothing is set. */
interface ClientEnvironment {
  projectDir?(env: Environment): string | null;
  /** The client's own id of the conversation. It may be outdated in a server that outlives the conversation. */
  sessionId?(env: Environment): string | null;
  /** The client's process id. Without it, the parent process counts as the client. */
  processId?(env: Environment): number | null;
}

/** How the hooks of one client report events and take answers. Loaded by hooks only. */
export interface HookProtocol {
  /** Whether standard input already holds the whole payload. Without it, a hook waits until the client closes the pipe. */
  isWhole?(chunks: readonly Buffer[]): boolean;
  /** null: an event to ignore, such as one of a subagent. Throws only `hook_input_invalid`. */
  parse(event: HookEventName, input: string): ClientEvent | null;
  /** What the hook prints, so that the model reads `report`. */
  render(event: ContextEventName, report: string): string;
}

export interface ClientHooks {
  /** The event for each client event that hooks are installed for. */
  readonly events: Readonly<Record<string, HookEventName>>;
  /** How much text the client shows to the model, less a margin. At least 1,500 bytes, so that the shortest report fits. */
  readonly budget: ContextBudget;
  /** The share of the time limit per event, if the client stops its hooks early. */
  readonly timeShares?: Readonly<Partial<Record<HookEventName, number>>>;
  protocol(): Promise<HookProtocol>;
}

/** Where a person's own files are. */
export interface HomePlace {
  readonly homeDir: string;
  readonly env: Environment;
}

export interface ClientTranscripts {
  /** The folders in which the client keeps transcripts. They may be read without being named in `allowed_roots`. */
  roots(place: HomePlace): readonly string[];
  /** Absent if the client's transcripts are not read. */
  format?(): Promise<TranscriptFormat>;
}

/** One line that connects the client, for people. */
export interface ConnectionLines {
  overStdio(program: Start & { readonly shellLine: string }): string;
  overHttp(url: string): string;
}

/**
 * Everything the program knows about one agent client. Parts that the client does not have are absent. Parts that are
 * functions without arguments load their code on demand, because hooks must start fast.
 */
export interface ClientAdapter {
  /** Kebab-case and unique. It is stored with sessions, and hooks and commands take it. */
  readonly name: string;
  /** The display name. */
  readonly title: string;
  readonly environment?: ClientEnvironment;
  /** The client's own id of the conversation, from the `_meta` of an MCP call. */
  sessionInCall?(meta: Readonly<Record<string, unknown>>): string | null;
  /** Whether this is one of the client's own ids of conversations. Absent if they are UUIDs, which every client may use. */
  isSessionId?(id: string): boolean;
  readonly hooks?: ClientHooks;
  /** The client has no hooks. */
  readonly isWithoutHooks?: true;
  readonly transcripts?: ClientTranscripts;
  readonly connection?: ConnectionLines;
  /** What a person can paste into the client's settings. */
  snippets(): Promise<ListSnippets>;
  /** What `throughline install` edits. Absent where a person has to paste the snippets. */
  install?(): Promise<ListParts>;
  /** What a person should know after an installation. */
  installNotes?(scope: Scope): readonly string[];
  /** Finds Throughline's entries in the client's settings. */
  doctor?(): Promise<FindConnected>;
}
