import {
  type JSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  type RequestId,
  ResourceNotFoundError,
  Server,
  type ServerContext,
  type Transport,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server';
import { escapeInline } from '../domain/quote-text.ts';
import { isTooDeep, TOO_DEEP } from '../lib/json-depth.ts';

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
function asParamsError(method: string, error: unknown): unknown {
  const isOther = error instanceof ProtocolError && error.code !== ProtocolErrorCode.InvalidParams;
  const issues = error instanceof Error && !isOther ? issuesIn(error.message) : undefined;
  if (issues === undefined) return error;
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    escapeInline(`${method}: ${issues.map(say).join('; ')}.`),
  );
}

const MODERN_VERSION = '2026-07-28';

type Handler = Parameters<Server['_wrapHandler']>[1];

const envelopeOf = ({ mcpReq }: ServerContext) =>
  mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;

/** Over stdio the library looks at the version of the first request only. */
function refuseUnknownVersion(context: ServerContext): void {
  const requested = envelopeOf(context)?.[PROTOCOL_VERSION_META_KEY];
  if (requested === undefined || requested === MODERN_VERSION) return;
  throw new UnsupportedProtocolVersionError({ supported: [MODERN_VERSION], requested: String(requested) });
}

/** Of a tool call the arguments are left out: their refusal is an answer of the tool, as for any other wrong argument. */
function refuseDeepParams(
  method: string,
  { params }: { readonly params?: object | undefined },
  { mcpReq }: ServerContext,
): void {
  const checked = method === 'tools/call' ? { ...params, arguments: null } : params;
  if (isTooDeep([checked, mcpReq._meta]))
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `${method}: the value of a parameter ${TOO_DEEP}.`,
    );
}

/** The library's server, with the errors that each era of the protocol asks for. */
export class ProtocolServer extends Server {
  /** Requests of the era before for something that is not there, until they are answered. */
  readonly #missed = new Set<RequestId>();

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        refuseUnknownVersion(context);
        refuseDeepParams(method, request, context);
        return await wrapped(request, context);
      } catch (error) {
        const isMiss = error instanceof ResourceNotFoundError && envelopeOf(context) === undefined;
        if (isMiss) this.#missed.add(request.id);
        throw asParamsError(method, error);
      }
    };
  }

  override async connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(this.#withCode(message), options);
    await super.connect(transport);
  }

  /** Before 2026-07-28 a missing resource had a code of its own, which the library writes as that of wrong params. */
  #withCode(message: JSONRPCMessage): JSONRPCMessage {
    if (!('error' in message) || message.id === undefined || !this.#missed.delete(message.id)) return message;
    return { ...message, error: { ...message.error, code: ProtocolErrorCode.ResourceNotFound } };
  }
}
