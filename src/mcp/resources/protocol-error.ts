import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { PROJECT_DISABLED_CODE } from '../../app/disabled-projects/refuse-disabled.ts';
import { ThroughlineError } from '../../domain/error.ts';
import { escapeInline, quoteInline } from '../../domain/quote-text.ts';
import { type Failure, failureOf, toThroughlineError } from '../errors.ts';
import { parseResourceUri, type ResourceKind } from './define-resource.ts';

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
