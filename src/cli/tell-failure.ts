import { type FieldProblem, ThroughlineError } from '../domain/error.ts';
import { escapeInline, escapeUnusual, quoteUnlessPlain } from '../domain/quote-text.ts';
import { renderAdvice, renderParameters } from '../domain/surface-wording.ts';
import { commandStep, commandWording } from './command-wording.ts';
import { EXIT_CODES, INTERNAL_ERROR } from './exit-codes.ts';

/** What went wrong, for stderr, and the exit code by its kind. */
export interface ToldFailure {
  readonly text: string;
  readonly exitCode: number;
}

/** The refusal in words of the command line. */
interface CommandFailure extends Pick<ThroughlineError, 'code' | 'kind' | 'message' | 'hint' | 'allowed'> {
  readonly fields: readonly FieldProblem[] | undefined;
  readonly next: readonly ReturnType<typeof commandStep>[] | undefined;
}

/** Every command there is would be longer than what is wrong. */
const LOST = ['unknown_command', 'subcommand_missing', 'command_missing'];

/** What we describe ourselves begins with an id. */
const OWN_ID = /^[a-z]{3}_\w+ /;

/** Whatever checks a value in a deeper layer begins its message with the name of the field that it was given. */
function renderMessage({ message, fields = [] }: ThroughlineError): string {
  const named = fields.find(({ field }) => message.startsWith(`${field} `));
  const text =
    named === undefined ? message : commandWording.parameter(named.field) + message.slice(named.field.length);
  return renderParameters(commandWording, text);
}

const renderField = ({ field, problem, ...rest }: FieldProblem): FieldProblem => ({
  field: commandWording.parameter(field),
  problem: renderParameters(commandWording, problem),
  ...rest,
});

export function failureOf(error: ThroughlineError): CommandFailure {
  const { code, kind, hint, fields, allowed, next } = error;
  return {
    code,
    kind,
    message: renderMessage(error),
    hint: renderAdvice(commandWording, hint, next),
    fields: fields?.map(renderField),
    allowed,
    next: next.length === 0 ? undefined : next.map(commandStep),
  };
}

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
  const failure = failureOf(error);
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
