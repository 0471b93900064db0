import { ThroughlineError } from '../domain/error.ts';
import { escapeInline, escapeUnusual, quoteUnlessPlain } from '../domain/quote-text.ts';
import { failureInCommandWords } from './command-words.ts';
import { EXIT_CODES, INTERNAL_ERROR } from './exit-codes.ts';

/** What went wrong, for stderr, and the exit code by its kind. */
export interface ToldFailure {
  readonly text: string;
  readonly exitCode: number;
}

/** Every command there is would be longer than what is wrong. */
const LOST = ['unknown_command', 'subcommand_missing', 'command_missing'];

/** What we describe ourselves begins with an id. */
const OWN_ID = /^[a-z]{3}_\w+ /;

/** Names and ids on one line; what comes with words of its own, one on each. */
const sayAllowed = (allowed: readonly string[]): readonly string[] =>
  allowed.some((one) => one.includes(' '))
    ? [
        '  Possible:',
        ...allowed.map((one) => `    ${OWN_ID.test(one) ? escapeInline(one) : quoteUnlessPlain(one)}`),
      ]
    : [`  Possible: ${allowed.map(quoteUnlessPlain).join(', ')}`];

/** The message may repeat an argument or stored text; where the program failed is ours. */
function sayInternal(error: unknown): string {
  if (!(error instanceof Error)) return escapeInline(String(error));
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line));
  return [escapeInline(`${error.name}: ${error.message}`), ...frames.map(escapeUnusual)].join('\n');
}

export function tellFailure(error: unknown, isJson: boolean): ToldFailure {
  if (!(error instanceof ThroughlineError)) {
    return { text: `throughline: ${sayInternal(error)}\n`, exitCode: INTERNAL_ERROR };
  }
  const failure = failureInCommandWords(error);
  const exitCode = EXIT_CODES[error.kind];
  if (isJson) return { text: `${escapeUnusual(JSON.stringify(failure, null, 2))}\n`, exitCode };
  const { code, message, hint, allowed } = failure;
  const lines = [
    `throughline: ${escapeInline(message)}`,
    `  ${escapeInline(hint)}`,
    ...(allowed === undefined || LOST.includes(code) ? [] : sayAllowed(allowed)),
    `  (${code})`,
  ];
  return { text: `${lines.join('\n')}\n`, exitCode };
}
