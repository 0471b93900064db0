import { ThroughlineError } from '../domain/error.ts';
import { failureInCommandWords } from './command-words.ts';
import { EXIT_CODES, INTERNAL_ERROR } from './exit-codes.ts';

/** What went wrong, for stderr, and the exit code by its kind. */
export interface ToldFailure {
  readonly text: string;
  readonly exitCode: number;
  /** No command was found: the help should follow. */
  readonly isLost: boolean;
}

const LOST = ['unknown_command', 'subcommand_missing', 'command_missing'];

export function tellFailure(error: unknown, isJson: boolean): ToldFailure {
  if (!(error instanceof ThroughlineError)) {
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { text: `throughline: ${said}\n`, exitCode: INTERNAL_ERROR, isLost: false };
  }
  const failure = failureInCommandWords(error);
  const exitCode = EXIT_CODES[error.kind];
  if (isJson) return { text: `${JSON.stringify(failure, null, 2)}\n`, exitCode, isLost: false };
  const { code, message, hint, allowed } = failure;
  const isLost = LOST.includes(code);
  const lines = [
    `throughline: ${message}`,
    `  ${hint}`,
    ...(allowed === undefined || isLost ? [] : [`  Possible: ${allowed.join(', ')}`]),
    `  (${code})`,
  ];
  return { text: `${lines.join('\n')}\n`, exitCode, isLost };
}
