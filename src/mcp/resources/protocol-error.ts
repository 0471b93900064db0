import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { PROJECT_DISABLED_CODE } from '../../app/disabled-projects/refuse-disabled.ts';
import { ThroughlineError } from '../../domain/error.ts';
import { escapeInline, quoteInline } from '../../domain/quote-text.ts';
import { type Failure, failureOf, toThroughlineError } from '../errors.ts';

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

export const resourceNotFound = (uri: string): ProtocolError =>
  new ResourceNotFoundError(uri, `Resource not found: ${quoteUnlessUri(uri)}`);

/** As `toProtocolError`, but "not found" means that the resource is missing. */
export const toReadError = (error: unknown, uri: string): ProtocolError =>
  error instanceof ThroughlineError && error.kind === 'not_found'
    ? new ResourceNotFoundError(uri, sentence(failureOf(error)))
    : toProtocolError(error);

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
