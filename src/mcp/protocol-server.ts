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
import { isTooDeep, TOO_DEEP } from '../lib/json-depth.ts';
import { asParamsError } from './params-error.ts';

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
