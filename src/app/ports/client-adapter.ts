import type { ContextBudget } from '../../domain/orientation/fit-budget.ts';
import type { FindConnected } from './client-check.ts';
import type { ListParts, ListSnippets, Scope, Start } from './client-settings.ts';
import type { ClientEvent, ContextEventName, HookEventName } from './hook-event.ts';
import type { TranscriptFormat } from './transcripts.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a process that the client started can read from its environment. Each answers null where nothing is set. */
export interface ClientEnvironment {
  projectDir?(env: Environment): string | null;
  /** The client's own id of the conversation. It may be outdated in a server that outlives the conversation. */
  sessionId?(env: Environment): string | null;
  /** The process of the client itself. Without it, the process that started us counts as the client. */
  processId?(env: Environment): number | null;
}

/** How the hooks of one client report events and take answers. Loaded by hooks only. */
export interface HookProtocol {
  /** Whether standard input already holds the whole payload. Without it, a hook waits until the client closes the pipe. */
  isWhole?(chunks: readonly Buffer[]): boolean;
  /** null: nothing for us, such as an event of a subagent. Throws `hook_input_invalid`, and nothing else. */
  parse(event: HookEventName, input: string): ClientEvent | null;
  /** What the hook prints, so that the model reads `report`. */
  render(event: ContextEventName, report: string): string;
}

export interface ClientHooks {
  /** Our event for each of the client's own events that our hooks are installed for. */
  readonly events: Readonly<Record<string, HookEventName>>;
  /** How much text the client shows the model, less a margin. At least 1,500 bytes, so that the shortest report fits. */
  readonly budget: ContextBudget;
  /** The share of the time limit that an event has, where the client ends its hooks sooner than usual. */
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
  /** Absent where we do not read the client's transcripts. */
  format?(): Promise<TranscriptFormat>;
}

/** What connects the client, as one line for a person. */
export interface ConnectionLines {
  overStdio(program: Start & { readonly shellLine: string }): string;
  overHttp(url: string): string;
}

/**
 * All that the program knows of one agent client. A part that the client does not have is absent, and nothing stands in
 * for it. Parts that are functions without arguments load their code when they are called: a hook must start fast.
 */
export interface ClientAdapter {
  /** Kebab-case and unique. It is stored with sessions, and hooks and commands take it. */
  readonly name: string;
  /** What people call it. */
  readonly title: string;
  readonly environment?: ClientEnvironment;
  /** The client's own id of the conversation, from the `_meta` of an MCP call. */
  sessionInCall?(meta: Readonly<Record<string, unknown>>): string | null;
  readonly hooks?: ClientHooks;
  /** The client itself has no hooks, so there is nothing we could add. */
  readonly isWithoutHooks?: true;
  readonly transcripts?: ClientTranscripts;
  readonly connection?: ConnectionLines;
  /** What a person can paste into the client's settings. */
  snippets(): Promise<ListSnippets>;
  /** What `throughline install` edits. Absent where a person has to paste the snippets. */
  install?(): Promise<ListParts>;
  /** What a person should know after an installation. */
  installNotes?(scope: Scope): readonly string[];
  /** What the doctor finds of ours in the client's settings. */
  doctor?(): Promise<FindConnected>;
}
