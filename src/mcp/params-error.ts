import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { escapeInline } from '../domain/quote-text.ts';

interface Issue {
  readonly code?: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly values?: readonly unknown[];
  readonly errors?: readonly (readonly Issue[])[];
}

const isIssue = (value: unknown): value is Issue =>
  typeof value === 'object' && value !== null && 'path' in value && 'message' in value;

/** The library tells what does not fit as JSON in the message of its error. */
function issuesIn(message: string): readonly Issue[] | undefined {
  const [json] = /\[[\s\S]*\]$/.exec(message) ?? [];
  if (json === undefined) return undefined;
  try {
    const issues: unknown = JSON.parse(json);
    return Array.isArray(issues) && issues.length > 0 && issues.every(isIssue) ? issues : undefined;
  } catch {
    return undefined;
  }
}

const placeOf = (path: Issue['path']) => path.filter((part, at) => at > 0 || part !== 'params').join('.');

const problemOf = ({ message }: Issue) =>
  message
    .replace(/^Invalid input: expected (.+), received undefined$/, 'is missing; it must be $1')
    .replace(/^Invalid input: expected (.+), received (.+)$/, 'must be $1, not $2')
    .replace(/^Invalid (?:input|option): expected (.+)$/, 'must be $1');

/** Of the forms that something may have, those that its kind does not rule out, else the kinds. */
function sayUnion({ path, errors = [] }: Issue): string {
  const kinds = errors.flatMap((issues) =>
    issues.flatMap(({ path: [field], values = [] }) =>
      values.map((value) => ({ field, value: String(value) })),
    ),
  );
  const open = errors.find((issues) => issues.every(({ values }) => values === undefined));
  if (open !== undefined)
    return open.map((issue) => say({ ...issue, path: [...path, ...issue.path] })).join('; ');
  const [first] = kinds;
  const where = placeOf(first?.field === undefined ? path : [...path, first.field]);
  return `${where} must be ${kinds.map(({ value }) => value).join(' or ')}`;
}

const say = (issue: Issue): string =>
  issue.errors === undefined ? `${placeOf(issue.path) || 'params'} ${problemOf(issue)}` : sayUnion(issue);

/** Params of the wrong shape are the caller's mistake, and are named one by one; any other error stays what it is. */
export function asParamsError(method: string, error: unknown): unknown {
  const isOther = error instanceof ProtocolError && error.code !== ProtocolErrorCode.InvalidParams;
  const issues = error instanceof Error && !isOther ? issuesIn(error.message) : undefined;
  if (issues === undefined) return error;
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    escapeInline(`${method}: ${issues.map(say).join('; ')}.`),
  );
}
