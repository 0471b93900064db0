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

/** The library reports issues as JSON in the message of its error. */
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

const pathOf = (path: Issue['path']) => path.filter((part, at) => at > 0 || part !== 'params').join('.');

const problemOf = ({ message }: Issue) =>
  message
    .replace(/^Invalid input: expected (.+), received undefined$/, 'is missing; it must be $1')
    .replace(/^Invalid input: expected (.+), received (.+)$/, 'must be $1, not $2')
    .replace(/^Invalid (?:input|option): expected (.+)$/, 'must be $1');

function describeUnion({ path, errors = [] }: Issue): string {
  const kinds = errors.flatMap((issues) =>
    issues.flatMap(({ path: [field], values = [] }) =>
      values.map((value) => ({ field, value: String(value) })),
    ),
  );
  const open = errors.find((issues) => issues.every(({ values }) => values === undefined));
  if (open !== undefined)
    return open.map((issue) => describeIssue({ ...issue, path: [...path, ...issue.path] })).join('; ');
  const [first] = kinds;
  const where = pathOf(first?.field === undefined ? path : [...path, first.field]);
  return `${where} must be ${kinds.map(({ value }) => value).join(' or ')}`;
}

const describeIssue = (issue: Issue): string =>
  issue.errors === undefined ? `${pathOf(issue.path) || 'params'} ${problemOf(issue)}` : describeUnion(issue);

function toParamsError(method: string, error: unknown): unknown {
  const isOther = error instanceof ProtocolError && error.code !== ProtocolErrorCode.InvalidParams;
  const issues = error instanceof Error && !isOther ? issuesIn(error.message) : undefined;
  if (issues === undefined) return error;
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    escapeInline(`${method}: ${issues.map(describeIssue).join('; ')}.`),
  );
}

const MODERN_VERSION = '2026-07-28';

type Handler = Parameters<Server['_wrapHandler']>[1];

const envelopeOf = ({ mcpReq }: ServerContext) =>
  mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;

/** Over stdio the library checks the version of the first request only. */
function refuseUnknownVersion(context: ServerContext): void {
  const requested = envelopeOf(context)?.[PROTOCOL_VERSION_META_KEY];
  if (requested === undefined || requested === MODERN_VERSION) return;
  throw new UnsupportedProtocolVersionError({ supported: [MODERN_VERSION], requested: String(requested) });
}

/** Arguments of a tool call are not checked here: `callTool` refuses them like any other wrong argument. */
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

/** The library's server, with the errors that each version of the protocol requires. */
export class ProtocolServer extends Server {
  readonly #missed = new Set<RequestId>();

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    // The library checks each tool call a second time, and copies each answer. `callTool` makes all answers, in one shape.
    const wrapped = method === 'tools/call' ? handler : super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        refuseUnknownVersion(context);
        refuseDeepParams(method, request, context);
        return await wrapped(request, context);
      } catch (error) {
        const isMiss = error instanceof ResourceNotFoundError && envelopeOf(context) === undefined;
        if (isMiss) this.#missed.add(request.id);
        throw toParamsError(method, error);
      }
    };
  }

  override async connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(this.#withCode(message), options);
    await super.connect(transport);
  }

  /** Before 2026-07-28 a missing resource had its own error code. The library sends the code for invalid params. */
  #withCode(message: JSONRPCMessage): JSONRPCMessage {
    if (!('error' in message) || message.id === undefined || !this.#missed.delete(message.id)) return message;
    return { ...message, error: { ...message.error, code: ProtocolErrorCode.ResourceNotFound } };
  }
}
