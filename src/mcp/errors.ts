import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import { PROJECT_DISABLED_CODE } from '../app/disabled-projects/refuse-disabled.ts';
import { type FieldProblem, invalid, ThroughlineError, unavailable } from '../domain/error.ts';
import { renderAdvice, renderParameters } from '../domain/next-step.ts';
import { escapeInline, quoteInline } from '../domain/quote-text.ts';
import { describeIssue, listProblems, MAX_PROBLEMS } from '../lib/describe-issue.ts';
import { nearest } from '../lib/nearest.ts';
import { parseResourceUri, type ResourceKind } from './resources/define-resource.ts';
import { type HasTool, offeredCalls, offeredWording, type ToolCall } from './tool-wording.ts';

export interface Failure {
  readonly code: string;
  readonly kind: string;
  readonly message: string;
  readonly hint: string;
  readonly fields?: readonly FieldProblem[];
  readonly allowed?: readonly string[];
  readonly next?: readonly ToolCall[];
}

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
    `Internal error: ${error instanceof Error ? error.message : String(error)}`,
    'Try again. If it fails again, report it with this message.',
    { cause: error },
  );

export const toThroughlineError = (error: unknown): ThroughlineError =>
  error instanceof ThroughlineError ? error : unexpected(error);

type Issue = z.core.$ZodIssue;

export const valuesOf = (issue: Issue): readonly string[] => {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  return issue.code === 'invalid_union' && 'options' in issue ? (issue.options ?? []).map(String) : [];
};

export const problemsIn = (
  { issues }: Pick<z.ZodError, 'issues'>,
  unknown = 'is not an argument of this tool',
): readonly FieldProblem[] => issues.flatMap((issue) => describeIssue(issue, { unknown, root: 'arguments' }));

/** Names each wrong argument, and suggests the nearest name for unknown ones. `others` are problems that no schema finds. */
export function argumentsInvalid(
  tool: string,
  issues: readonly Issue[],
  known: readonly string[],
  others: readonly FieldProblem[] = [],
): ThroughlineError {
  const described = problemsIn({ issues: [...issues] });
  const isNew = ({ field }: FieldProblem) => described.every((one) => one.field !== field);
  const fields = [...described, ...others.filter(isNew)];
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [],
  );
  const values = issues.flatMap(valuesOf);
  const suggestions = unknown.flatMap((key) => nearest(key, known, 1).map((name) => `${key} → ${name}`));
  const isOnlyUnknown = unknown.length === fields.length;
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

const quoteUnlessUri = (uri: string): string => (/^[!-~]+$/.test(uri) ? uri : quoteInline(uri));

const sentence = ({ message, hint }: Failure): string => escapeInline(`${message} ${hint}`);

/** For requests whose results cannot express a refusal: the refusal as an error of the protocol. */
export function toProtocolError(error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const refusal = toThroughlineError(error);
  const code =
    refusal.kind === 'unavailable' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  const failure = failureOf(refusal);
  return new ProtocolError(code, sentence(failure), failure);
}

/** Finds the kind of resource that a URI names, and uses it. "Not found" means that the resource is missing. */
export async function withResource<Result>(
  resources: readonly ResourceKind[],
  uri: string,
  use: (resource: ResourceKind, key: string) => Promise<Result>,
): Promise<Result> {
  try {
    const address = parseResourceUri(resources, uri);
    if (address !== undefined) return await use(address.resource, address.key);
  } catch (error) {
    throw error instanceof ThroughlineError && error.kind === 'not_found'
      ? new ResourceNotFoundError(uri, sentence(failureOf(error)))
      : toProtocolError(error);
  }
  throw new ResourceNotFoundError(uri, `Resource not found: ${quoteUnlessUri(uri)}`);
}

export function isProjectOff(error: unknown): boolean {
  if (error instanceof ThroughlineError) return error.code === PROJECT_DISABLED_CODE;
  return (
    error instanceof ProtocolError &&
    (error.data as { code?: unknown } | undefined)?.code === PROJECT_DISABLED_CODE
  );
}

export async function withProtocolErrors<Result>(answer: () => Promise<Result>): Promise<Result> {
  try {
    return await answer();
  } catch (error) {
    throw toProtocolError(error);
  }
}
