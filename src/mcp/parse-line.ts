import { type JSONRPCMessage, ProtocolErrorCode, parseJSONRPCMessage } from '@modelcontextprotocol/server';

export interface Refusal {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** What a line is, or how to answer a line that is no message. */
export type ParsedLine = { readonly message: JSONRPCMessage } | { readonly refusal: Refusal };

const refusal = (code: number, message: string, id: Refusal['id'] = null): Refusal => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

const isId = (value: unknown): value is string | number =>
  typeof value === 'string' || (typeof value === 'number' && Number.isInteger(value));

const REQUEST_KEYS = 4;

const isSafeId = (value: unknown): boolean => typeof value === 'string' || Number.isSafeInteger(value);

/** The usual request, recognized without the library's schema, which takes much longer. Anything else is left to the schema. */
function isUsualRequest(message: unknown): message is JSONRPCMessage {
  if (typeof message !== 'object' || message === null) return false;
  const { jsonrpc, id, method, params } = message as Readonly<Record<string, unknown>>;
  return (
    jsonrpc === '2.0' &&
    isSafeId(id) &&
    typeof method === 'string' &&
    typeof params === 'object' &&
    params !== null &&
    !Array.isArray(params) &&
    !('_meta' in params) &&
    Object.keys(message).length === REQUEST_KEYS
  );
}

function parseShape(message: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(message);
  } catch {
    return undefined;
  }
}

const shapeProblem = (message: unknown): string =>
  Array.isArray(message)
    ? 'Batches are not served; send each message on a line of its own.'
    : 'It must be an object with jsonrpc "2.0", a method that is a string, and params, if any, by name.';

/** A malformed response is not answered, because the two sides could answer each other endlessly. */
const isResponse = (message: unknown): boolean =>
  typeof message === 'object' &&
  message !== null &&
  !('method' in message) &&
  ('result' in message || 'error' in message);

const idOf = (message: unknown): Refusal['id'] => {
  const id = typeof message === 'object' && message !== null ? (message as { id?: unknown }).id : undefined;
  return isId(id) ? id : null;
};

/**
 * A line that is not a message is answered, so that the client does not wait endlessly. Blank lines and malformed responses are not:
 * the result is undefined.
 */
export function parseLine(line: string): ParsedLine | undefined {
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch {
    if (line.trim() === '') return undefined;
    return { refusal: refusal(ProtocolErrorCode.ParseError, 'Parse error: the line is not JSON.') };
  }
  const message = isUsualRequest(given) ? given : parseShape(given);
  if (message !== undefined) return { message };
  if (isResponse(given)) return undefined;
  const problem = `Invalid request. ${shapeProblem(given)}`;
  return { refusal: refusal(ProtocolErrorCode.InvalidRequest, problem, idOf(given)) };
}
