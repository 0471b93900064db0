import type { Services } from '../app/services.ts';
import type { Caller } from '../app/world.ts';

export interface FlagSpec {
  readonly name: string;
  readonly description: string;
  /** What stands for the value in help; a flag without one is a switch. */
  readonly value?: string;
  readonly isRepeatable?: boolean;
}

export interface CommandContext {
  readonly services: Services;
  readonly caller: Caller;
  /** The project that --project names; undefined: where the command was run. */
  readonly project: string | undefined;
  /** Columns of the terminal. */
  readonly width: number;
  readStdin(): Promise<string>;
}

export type FlagValues = Readonly<Record<string, readonly string[] | undefined>>;

/** What a command answers: lines for people, or the facts for machines. */
export interface CommandOutput {
  readonly lines: readonly string[];
  readonly facts: unknown;
}

export interface Command<Options = unknown> {
  readonly name: string;
  readonly summary: string;
  readonly effect: 'read' | 'write' | 'serve';
  readonly examples: readonly string[];
  readonly flags: readonly FlagSpec[];
  /** What was typed, checked; before anything is opened. */
  readonly parse: (flags: FlagValues) => Options;
  readonly act: (context: CommandContext, options: Options) => Promise<CommandOutput>;
}

export const defineCommand = <Options>(command: Command<Options>): Command => command as Command;

/** A command that serves: started by the program itself, listed here for help. */
export type ServingCommand = Omit<Command, 'parse' | 'act'>;
