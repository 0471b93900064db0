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

/** The terminal at which a command was typed, or the pipes in its place. */
export interface Terminal {
  /** Columns of the terminal, else COLUMNS, else so many that nothing is truncated. */
  readonly width: number;
  /** Whether a person reads the output and can answer. */
  readonly isTerminal: boolean;
  readStdin(): Promise<string>;
  /** Asks on stderr. */
  ask(question: string): Promise<boolean>;
  /** Opens the person's editor on this text and returns the edited text. */
  edit(text: string): Promise<string>;
  /** Prints to stderr. */
  printNotice(line: string): void;
}

/** What a command works with. Configuration and store are opened on first use. */
export interface CommandContext extends Terminal {
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
  readonly style: Style;
  /** All commands, for help and completion. */
  readonly commands: readonly ServingCommand[];
  readonly globalFlags: readonly FlagSpec[];
  listTools(): Promise<readonly ToolLine[]>;
  clients(): Promise<ClientServices>;
}

/** Values as typed, by flag; undefined for a flag that was not given. */
export type FlagValues = Readonly<Record<string, readonly string[] | undefined>>;

/** Lines for people, and facts for `--json`. */
export interface CommandOutput {
  readonly lines: readonly string[];
  readonly facts: unknown;
}

/** A command that main/bin.ts starts itself; defined for help and parsing. */
export interface ServingCommand {
  /** One or two words: `session list` is in commands/session-list.ts. */
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** Its effect on the store. Commands that read create no store; commands that write are refused with --read-only. */
  readonly effect: 'read' | 'write' | 'serve';
  /** Writes, but does not create a store. */
  readonly needsStore?: boolean;
  readonly examples: readonly string[];
  readonly flags: readonly FlagSpec[];
  readonly positionals?: readonly PositionalSpec[];
}

/** One call of a command, with arguments that were checked. */
interface CommandCall {
  /** Whether this call only shows something: it writes nothing and creates no store. */
  isDryRun(context: Pick<CommandContext, 'isTerminal'>): boolean;
  act(context: CommandContext): Promise<CommandOutput>;
}

export interface Command extends ServingCommand {
  /** Checks the arguments before anything is opened. */
  parse(given: FlagValues, words: readonly string[]): CommandCall;
}

/** A flag of a command, and what its values become. */
export interface Flag<Value = unknown> extends Omit<FlagSpec, 'name'> {
  parse(given: readonly string[] | undefined, flag: string): Value;
}

type Flags = Readonly<Record<string, Flag>>;
type ValuesOf<F extends Flags> = { readonly [Name in keyof F]: ReturnType<F[Name]['parse']> };

interface Definition<F extends Flags, Options> extends Omit<ServingCommand, 'flags'> {
  /** By name. */
  readonly flags?: F;
  /**
   * Checks flags that depend on each other, and positionals; by default the options are the flags and the `words`. `given` has all
   * flags that were typed, including those of the configuration: some contradict a flag of the command.
   */
  readonly parse?: (values: ValuesOf<F>, words: readonly string[], given: FlagValues) => Options;
  readonly isDryRun?: (options: Options, context: Pick<CommandContext, 'isTerminal'>) => boolean;
  readonly act: (context: CommandContext, options: Options) => Promise<CommandOutput>;
}

export function defineCommand<
  F extends Flags = Record<never, Flag>,
  Options = ValuesOf<F> & { readonly words: readonly string[] },
>({ flags, parse, isDryRun, act, ...rest }: Definition<F, Options>): Command {
  const entries = Object.entries(flags ?? {});
  return {
    ...rest,
    flags: entries.map(([name, { parse: _, ...flag }]) => ({ name, ...flag })),
    parse(given, words) {
      const values = Object.fromEntries(
        entries.map(([name, flag]) => [name, flag.parse(given[name], `--${name}`)]),
      ) as ValuesOf<F>;
      const options = parse === undefined ? ({ ...values, words } as Options) : parse(values, words, given);
      return {
        isDryRun: (context) => isDryRun?.(options, context) ?? false,
        act: (context) => act(context, options),
      };
    },
  };
}
