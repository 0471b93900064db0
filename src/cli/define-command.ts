import type { Caller } from '../app/caller.ts';
import type { ClientServices } from '../app/clients/client-services.ts';
import type { Services } from '../app/services.ts';
import type { Instant } from '../domain/instant.ts';
import type { SettingsAccess } from './settings.ts';
import type { Style } from './terminal-text.ts';

export interface FlagSpec {
  /** A name takes a value in every command or in none, because flags may come before the command. */
  readonly name: string;
  readonly description: string;
  /** The placeholder of the value in help; a flag without one is a switch. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly isRepeatable?: boolean;
}

export interface PositionalSpec {
  /** The placeholder in help, such as ID. */
  readonly name: string;
  readonly description: string;
  readonly isOptional?: boolean;
  /** Takes all words that follow; allowed for the last one only. */
  readonly isRepeatable?: boolean;
  readonly choices?: readonly string[];
  /** For completion: what may follow each choice. */
  readonly choicesAfter?: Readonly<Record<string, readonly string[]>>;
}

export interface ToolLine {
  readonly name: string;
  readonly toolset: string;
  readonly effect: string;
  readonly description: string;
}

/** What a command works with. Configuration and store are opened on first use. */
export interface CommandContext {
  readonly services: Services;
  readonly caller: Caller;
  /** The project that --project names, if any. */
  readonly project: string | undefined;
  /** The worktree the command was run in. */
  readonly worktree: string | null;
  /** The folder that all worktrees of a repository share, or the folder itself; null outside of a project. */
  readonly anchor: string | null;
  readonly settings: SettingsAccess;
  readonly now: Instant;
  readonly width: number;
  /** Whether a person reads the output and can answer. */
  readonly isTerminal: boolean;
  readonly style: Style;
  /** All commands, for help and completion. */
  readonly commands: readonly ServingCommand[];
  readonly globalFlags: readonly FlagSpec[];
  readStdin(): Promise<string>;
  ask(question: string): Promise<boolean>;
  /** Opens the person's editor on this text and returns the edited text. */
  edit(text: string): Promise<string>;
  /** Prints to stderr. */
  printNotice(line: string): void;
  listTools(): Promise<readonly ToolLine[]>;
  clients(): Promise<ClientServices>;
}

export type FlagValues = Readonly<Record<string, readonly string[] | undefined>>;

/** Lines for people, and facts for `--json`. */
export interface CommandOutput {
  readonly lines: readonly string[];
  readonly facts: unknown;
}

export interface Command<Options = unknown> {
  /** One or two words: `session list` is in commands/session-list.ts. */
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** Its effect on the store. Commands that read create no store; commands that write are refused with --read-only. */
  readonly effect: 'read' | 'write' | 'serve';
  /** Writes, but does not create a store. */
  readonly needsStore?: boolean;
  /** Whether this call only shows something: it writes nothing and creates no store. */
  readonly isDryRun?: (options: Options, context: Pick<CommandContext, 'isTerminal'>) => boolean;
  readonly examples: readonly string[];
  readonly flags: readonly FlagSpec[];
  readonly positionals?: readonly PositionalSpec[];
  /** Checks the arguments before anything is opened. */
  readonly parse: (flags: FlagValues, words: readonly string[]) => Options;
  readonly act: (context: CommandContext, options: Options) => Promise<CommandOutput>;
}

type Defaults = 'flags' | 'parse';
type Definition<Options> = Omit<Command<Options>, Defaults> & Partial<Pick<Command<Options>, Defaults>>;

export const defineCommand = <Options>(definition: Definition<Options>): Command =>
  ({ flags: [], parse: () => ({}), ...definition }) as Command;

/** A command that main/bin.ts starts itself; defined for help and parsing. */
export type ServingCommand = Omit<Command, 'parse' | 'act' | 'isDryRun'>;
