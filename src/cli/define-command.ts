import type { BackupServices } from '../app/backup/backup-services.ts';
import type { Caller } from '../app/caller.ts';
import type { ClientServices } from '../app/clients/client-services.ts';
import type { Services } from '../app/services.ts';
import type { Instant } from '../domain/instant.ts';
import type { PastConversations } from './format.ts';
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

export interface Terminal {
  /** Columns of the terminal, else COLUMNS, else so many that nothing is truncated. */
  readonly width: number;
  readonly isTerminal: boolean;
  readStdin(): Promise<string>;
  ask(question: string): Promise<boolean>;
  /** Opens the person's editor on this text and returns the edited text. */
  edit(text: string, otherWay: string): Promise<string>;
  /** Prints to stderr. */
  printNotice(line: string): void;
}

/** What one agent client runs of Throughline, by its settings. */
export interface ClientConnection {
  readonly client: string;
  readonly title: string;
  readonly hasHooks: boolean;
  readonly hasServer: boolean;
}

/** What a command works with. Configuration and store are opened on first use. */
export interface CommandContext extends Terminal {
  readonly services: Services;
  readonly caller: Caller;
  readonly project: string | undefined;
  readonly worktree: string | null;
  /** The folder that all worktrees of a repository share, or the folder itself; null outside of a project. */
  readonly anchor: string | null;
  readonly settings: SettingsAccess;
  readonly now: Instant;
  readonly style: Style;
  readonly commands: readonly ServingCommand[];
  readonly globalFlags: readonly FlagSpec[];
  listTools(): Promise<readonly ToolLine[]>;
  clients(): Promise<ClientServices>;
  /** What could be imported. */
  listPastConversations(): Promise<readonly PastConversations[]>;
  backups(): Promise<BackupServices>;
  /** The clients whose settings name Throughline. */
  connections(): Promise<readonly ClientConnection[]>;
}

/** Values as typed, by flag; undefined for a flag that was not given. */
export type FlagValues = Readonly<Record<string, readonly string[] | undefined>>;

export interface CommandOutput {
  readonly lines: readonly string[];
  /** The command shortened its own ids. Lines with stored text that is neither quoted nor after ">" need this: ids in it stay whole. */
  readonly hasShortIds?: boolean;
  readonly facts: unknown;
}

/** A command that main/bin.ts starts itself; defined for help and parsing. */
export interface ServingCommand {
  /** One or two words. A file in commands/ is named after one of its commands, or after their first word. */
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** Its effect on the store. Commands that read create no store; commands that write are refused with --read-only. */
  readonly effect: 'read' | 'write' | 'serve';
  readonly needsStore?: boolean;
  readonly examples: readonly string[];
  readonly flags: readonly FlagSpec[];
  readonly positionals?: readonly PositionalSpec[];
}

interface CommandCall {
  /** Whether this call only shows something: it writes nothing and creates no store. */
  isDryRun(context: Pick<CommandContext, 'isTerminal'>): boolean;
  act(context: CommandContext): Promise<CommandOutput>;
}

export interface Command extends ServingCommand {
  parse(given: FlagValues, words: readonly string[]): CommandCall;
}

export interface Flag<Value = unknown> extends Omit<FlagSpec, 'name'> {
  parse(given: readonly string[] | undefined, flag: string): Value;
}

type Flags = Readonly<Record<string, Flag>>;
type ValuesOf<F extends Flags> = { readonly [Name in keyof F]: ReturnType<F[Name]['parse']> };

interface Definition<F extends Flags, Options> extends Omit<ServingCommand, 'flags'> {
  readonly flags?: F;
  /** Checks flags that depend on each other, and positionals. `given` also has the flags of the configuration. */
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
