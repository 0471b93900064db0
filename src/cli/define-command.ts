import type { Caller } from '../app/caller.ts';
import type { ClientServices } from '../app/clients/client-services.ts';
import type { Services } from '../app/services.ts';
import type { Instant } from '../domain/instant.ts';
import type { SettingsAccess } from './settings.ts';
import type { Style } from './style.ts';

export interface FlagSpec {
  /** The same name takes a value in every command, or in none: flags may stand before the command. */
  readonly name: string;
  readonly description: string;
  /** What stands for the value in help; a flag without one is a switch. */
  readonly value?: string;
  /** All that the value may be. */
  readonly choices?: readonly string[];
  readonly isRepeatable?: boolean;
}

export interface PositionalSpec {
  /** What stands for it in help, such as ID. */
  readonly name: string;
  readonly description: string;
  readonly isOptional?: boolean;
  /** Takes all that follow; only the last one may. */
  readonly isRepeatable?: boolean;
  readonly choices?: readonly string[];
  /** What may follow each choice; for completion. */
  readonly choicesAfter?: Readonly<Record<string, readonly string[]>>;
}

export interface ToolLine {
  readonly name: string;
  readonly toolset: string;
  readonly effect: string;
  readonly description: string;
}

/** What a command works with. Configuration and store are opened when first touched, and not before. */
export interface CommandContext {
  readonly services: Services;
  readonly caller: Caller;
  /** The project that --project names; undefined: where the command was run. */
  readonly project: string | undefined;
  /** The working tree the command was run in; null where there is none. */
  readonly worktree: string | null;
  /** What all worktrees of a repository share, else the folder itself; null where that is no project. */
  readonly anchor: string | null;
  readonly settings: SettingsAccess;
  readonly now: Instant;
  /** Columns of the terminal. */
  readonly width: number;
  /** A person reads and can answer. */
  readonly isTerminal: boolean;
  readonly style: Style;
  /** Every command there is, for what is derived from them. */
  readonly commands: readonly ServingCommand[];
  /** The flags that all of them take. */
  readonly sharedFlags: readonly FlagSpec[];
  readStdin(): Promise<string>;
  ask(question: string): Promise<boolean>;
  /** Opens the person's editor on this text; answers what it was changed to. */
  edit(text: string): Promise<string>;
  /** Talk, on stderr. */
  say(line: string): void;
  listTools(): Promise<readonly ToolLine[]>;
  /** The settings of agent clients. */
  clients(): Promise<ClientServices>;
}

export type FlagValues = Readonly<Record<string, readonly string[] | undefined>>;

/** What a command answers: lines for people, or the facts for machines. */
export interface CommandOutput {
  readonly lines: readonly string[];
  readonly facts: unknown;
}

export interface Command<Options = unknown> {
  /** One word, or two: `session list` is in commands/session-list.ts. */
  readonly name: string;
  /** Shorter names it answers to. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** What it does to the store: reading creates none, and only writing is refused with --read-only. */
  readonly effect: 'read' | 'write' | 'serve';
  /** Changes what is there and begins nothing: it makes no store either. */
  readonly needsStore?: boolean;
  /** Whether this call only shows something: then it writes nothing, and where there is no store it makes none. */
  readonly isDryRun?: (options: Options, context: Pick<CommandContext, 'isTerminal'>) => boolean;
  readonly examples: readonly string[];
  readonly flags: readonly FlagSpec[];
  readonly positionals?: readonly PositionalSpec[];
  /** What was typed, checked; before anything is opened. */
  readonly parse: (flags: FlagValues, words: readonly string[]) => Options;
  readonly act: (context: CommandContext, options: Options) => Promise<CommandOutput>;
}

export const defineCommand = <Options>(command: Command<Options>): Command => command as Command;

/** A command that serves: started by the program itself, listed here for help. */
export type ServingCommand = Omit<Command, 'parse' | 'act' | 'isDryRun'>;
