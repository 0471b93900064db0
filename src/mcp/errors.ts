import type * as z from 'zod';
import { type FieldProblem, invalid, ThroughlineError, unavailable } from '../domain/error.ts';
import { renderAdvice, renderParameters } from '../domain/surface-wording.ts';
import { describeIssue, listProblems, MAX_PROBLEMS } from '../lib/describe-issue.ts';
import { nearest } from '../lib/nearest.ts';
import { type HasTool, offeredCalls, offeredWording } from './switched-off.ts';
import type { ToolCall } from './tool-wording.ts';

export interface Failure {
  readonly code: string;
  readonly kind: string;
  readonly message: string;
  readonly hint: string;
  readonly fields?: readonly FieldProblem[];
  readonly allowed?: readonly string[];
  readonly next?: readonly ToolCall[];
}

/** The refusal in words of the tools. */
export function failureOf(error: ThroughlineError, hasTool: HasTool = () => true): Failure {
  const wording = offeredWording(hasTool);
  const calls = offeredCalls(error.next, hasTool);
  const fields = error.fields?.map((one) => ({ ...one, problem: renderParameters(wording, one.problem) }));
  return {
    code: error.code,
    kind: error.kind,
    message: renderParameters(wording, error.message),
    hint: renderAdvice(wording, error.hint, error.next),
    ...(fields === undefined ? {} : { fields }),
    ...(error.allowed === undefined ? {} : { allowed: error.allowed }),
    ...(calls.length === 0 ? {} : { next: calls }),
  };
}

const unexpected = (error: unknown) =>
  unavailable(
    'internal_error',
    `Something failed that should not: ${error instanceof Error ? error.message : String(error)}`,
    'Try again. If it fails again, report it with this message.',
    { cause: error },
  );

export const asThroughlineError = (error: unknown): ThroughlineError =>
  error instanceof ThroughlineError ? error : unexpected(error);

type Issue = z.core.$ZodIssue;

/** What it could have been, where that is one of a few. */
export const valuesOf = (issue: Issue): readonly string[] => {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  return issue.code === 'invalid_union' && 'options' in issue ? (issue.options ?? []).map(String) : [];
};

/** What does not fit, each by name; `unknown` is said of what nobody knows. */
export const problemsIn = (
  { issues }: Pick<z.ZodError, 'issues'>,
  unknown = 'is not an argument of this tool',
): readonly FieldProblem[] => issues.flatMap((issue) => describeIssue(issue, { unknown, root: 'arguments' }));

/** Arguments that do not fit, each by name; unknown ones with the nearest that exist. */
export function argumentsInvalid(
  tool: string,
  error: z.ZodError,
  known: readonly string[],
): ThroughlineError {
  const fields = problemsIn(error);
  const unknown = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [],
  );
  const values = error.issues.flatMap(valuesOf);
  const suggestions = unknown.flatMap((key) => nearest(key, known, 1).map((name) => `${key} → ${name}`));
  const isOnlyUnknown = unknown.length === error.issues.length;
  return invalid(
    isOnlyUnknown ? 'unknown_argument' : 'invalid_arguments',
    `${tool}: ${listProblems(fields)}.`,
    suggestions.length > 0
      ? `Did you mean ${suggestions.join(', ')}? Nothing was written.`
      : 'Correct the named arguments and try again; nothing was written.',
    {
      fields: fields.slice(0, MAX_PROBLEMS),
      ...(unknown.length > 0 ? { allowed: known } : values.length > 0 ? { allowed: values } : {}),
    },
  );
}
