import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { PROJECT_OFF } from '../../app/off/refuse-off.ts';
import { ThroughlineError } from '../../domain/error.ts';
import { escapeInline, quoteInline } from '../../domain/quote-text.ts';
import { asThroughlineError, type Failure, failureOf } from '../errors.ts';

const quoteUnlessUri = (uri: string): string => (/^[!-~]+$/.test(uri) ? uri : quoteInline(uri));

const sentence = ({ message, hint }: Failure): string => escapeInline(`${message} ${hint}`);

/** Where the protocol has no result that can say no: our refusal as its error, with the same facts. */
export function asProtocolError(error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const refusal = asThroughlineError(error);
  const code =
    refusal.kind === 'unavailable' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  const failure = failureOf(refusal);
  return new ProtocolError(code, sentence(failure), failure);
}

/** A well-formed URI that names nothing here. */
export const noSuchResource = (uri: string): ProtocolError =>
  new ResourceNotFoundError(uri, `Resource not found: ${quoteUnlessUri(uri)}`);

/** The same where what is missing is the resource itself. */
export const asReadError = (error: unknown, uri: string): ProtocolError =>
  error instanceof ThroughlineError && error.kind === 'not_found'
    ? new ResourceNotFoundError(uri, sentence(failureOf(error)))
    : asProtocolError(error);

export function isProjectOff(error: unknown): boolean {
  if (error instanceof ThroughlineError) return error.code === PROJECT_OFF;
  return (
    error instanceof ProtocolError && (error.data as { code?: unknown } | undefined)?.code === PROJECT_OFF
  );
}

export async function orProtocolError<Result>(answer: () => Promise<Result>): Promise<Result> {
  try {
    return await answer();
  } catch (error) {
    throw asProtocolError(error);
  }
}
