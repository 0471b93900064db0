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

export interface CommandInput {
  readonly flags: FlagValues;
  readonly isJson: boolean;
}

/** What a command answers: lines for people, or the facts for machines. */
export interface CommandOutput {
  readonly lines: readonly string[];
  readonly facts: unknown;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly effect: 'read' | 'write' | 'serve';
  readonly examples: readonly string[];
  readonly flags: readonly FlagSpec[];
  readonly run: (context: CommandContext, input: CommandInput) => Promise<CommandOutput>;
}

/** A command that serves: started by the program itself, listed here for help. */
export type ServingCommand = Omit<Command, 'run'>;
