import { ThroughlineError } from '../domain/error.ts';
import { failureInCommandWords } from './command-words.ts';
import { EXIT_CODES, INTERNAL_ERROR } from './exit-codes.ts';

/** What went wrong, for stderr, and the exit code by its kind. */
export interface ToldFailure {
  readonly text: string;
  readonly exitCode: number;
}

/** Every command there is would be longer than what is wrong. */
const LOST = ['unknown_command', 'subcommand_missing', 'command_missing'];

/** Names and ids on one line; what comes with words of its own, one on each. */
const sayAllowed = (allowed: readonly string[]): readonly string[] =>
  allowed.some((one) => one.includes(' '))
    ? ['  Possible:', ...allowed.map((one) => `    ${one}`)]
    : [`  Possible: ${allowed.join(', ')}`];

export function tellFailure(error: unknown, isJson: boolean): ToldFailure {
  if (!(error instanceof ThroughlineError)) {
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { text: `throughline: ${said}\n`, exitCode: INTERNAL_ERROR };
  }
  const failure = failureInCommandWords(error);
  const exitCode = EXIT_CODES[error.kind];
  if (isJson) return { text: `${JSON.stringify(failure, null, 2)}\n`, exitCode };
  const { code, message, hint, allowed } = failure;
  const lines = [
    `throughline: ${message}`,
    `  ${hint}`,
    ...(allowed === undefined || LOST.includes(code) ? [] : sayAllowed(allowed)),
    `  (${code})`,
  ];
  return { text: `${lines.join('\n')}\n`, exitCode };
}
