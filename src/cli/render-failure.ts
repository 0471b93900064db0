import { type ErrorKind, type FieldProblem, ThroughlineError } from '../domain/error.ts';
import { renderAdvice, renderParameters } from '../domain/next-step.ts';
import { escapeInline, escapeUnusual, quoteUnlessPlain } from '../domain/quote-text.ts';
import { commandStep, commandWording } from './command-wording.ts';
import { wrapText } from './terminal-text.ts';

export const EXIT_CODES: Readonly<Record<ErrorKind, number>> = {
  invalid: 2,
  not_found: 3,
  conflict: 4,
  denied: 5,
  unavailable: 6,
};

const INTERNAL_ERROR = 1;
const INDENT = '  ';
const MIN_WIDTH = 20;

/** For these, `allowed` is the list of all commands, which would hide the message. */
const WITHOUT_ALLOWED = ['unknown_command', 'subcommand_missing', 'command_missing'];

/** Values that we describe ourselves begin with an id. */
const OWN_ID = /^[a-z]{3}_\w+ /;

/** Messages of deeper layers begin with the name of a field; this replaces it with the name of the flag. */
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

export function failureOf(error: ThroughlineError) {
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

const wrapIndented = (text: string, width: number, first = INDENT): readonly string[] =>
  wrapText(text, Math.max(MIN_WIDTH, width - INDENT.length)).map(
    (line, at) => `${at === 0 ? first : INDENT}${line}`,
  );

const renderAllowed = (allowed: readonly string[], width: number): readonly string[] =>
  allowed.some((one) => one.includes(' '))
    ? [
        '  Possible:',
        ...allowed.map((one) => `    ${OWN_ID.test(one) ? escapeInline(one) : quoteUnlessPlain(one)}`),
      ]
    : wrapIndented(`Possible: ${allowed.map(quoteUnlessPlain).join(', ')}`, width);

/** The message may repeat an argument or stored text, so it is escaped on one line; stack frames are our own. */
function renderInternalError(error: unknown): string {
  if (!(error instanceof Error)) return escapeInline(String(error));
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line));
  return [escapeInline(`${error.name}: ${error.message}`), ...frames.map(escapeUnusual)].join('\n');
}

export function renderFailure(error: unknown, isJson: boolean, width = Number.POSITIVE_INFINITY) {
  if (!(error instanceof ThroughlineError)) {
    return { text: `throughline: ${renderInternalError(error)}\n`, exitCode: INTERNAL_ERROR };
  }
  const failure = failureOf(error);
  const exitCode = EXIT_CODES[error.kind];
  if (isJson) return { text: `${escapeUnusual(JSON.stringify(failure, null, 2))}\n`, exitCode };
  const { code, message, hint, allowed } = failure;
  const lines = [
    ...wrapIndented(`throughline: ${escapeInline(message)}`, width, ''),
    ...wrapIndented(escapeInline(hint), width),
    ...(allowed === undefined || WITHOUT_ALLOWED.includes(code) ? [] : renderAllowed(allowed, width)),
    `  (${code})`,
  ];
  return { text: `${lines.join('\n')}\n`, exitCode };
}
