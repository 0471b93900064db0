import { ProtocolErrorCode, parseJSONRPCMessage } from '@modelcontextprotocol/server';

export interface Refusal {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

const NEWLINE = 0x0a;
/** The library gives up the connection at a longer line. */
const MAX_LINE_BYTES = 10 * 1024 * 1024;

const LARGE_LINE_BYTES = 1_000_000;

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
function isUsualRequest(message: unknown): boolean {
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

function shapeProblem(message: unknown): string | undefined {
  try {
    parseJSONRPCMessage(message);
    return undefined;
  } catch {
    if (Array.isArray(message)) return 'Batches are not served; send each message on a line of its own.';
    return 'It must be an object with jsonrpc "2.0", a method that is a string, and params, if any, by name.';
  }
}

/** A malformed response is not answered, because the two sides could answer each other endlessly. */
const isResponse = (message: object) => !('method' in message) && ('result' in message || 'error' in message);

/** The JSON-RPC error for a line that is not a message; undefined for a message. */
export function refuseLine(line: string): Refusal | undefined {
  if (line.trim() === '') return undefined;
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return refusal(ProtocolErrorCode.ParseError, 'Parse error: the line is not JSON.');
  }
  if (isUsualRequest(message)) return undefined;
  const problem = shapeProblem(message);
  if (problem === undefined) return undefined;
  if (typeof message !== 'object' || message === null)
    return refusal(ProtocolErrorCode.InvalidRequest, `Invalid request. ${problem}`);
  if (isResponse(message)) return undefined;
  const id = (message as { id?: unknown }).id;
  return refusal(ProtocolErrorCode.InvalidRequest, `Invalid request. ${problem}`, isId(id) ? id : null);
}

/** The library ignores lines that are not messages; this has them answered, so that the client does not wait endlessly. */
export function createLineCheck(answer: (refusal: Refusal) => void): (chunk: Buffer) => void {
  const check = (line: Buffer) => {
    const refused = refuseLine(line.toString('utf8'));
    if (refused !== undefined) answer(refused);
  };
  let parts: Buffer[] = [];
  let length = 0;
  const take = (part: Buffer) => {
    length += part.length;
    if (length <= MAX_LINE_BYTES) parts.push(part);
    else parts = [];
  };
  return (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, end));
      const line = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
      // The library parses the line too; both together would block the event loop for too long.
      if (line.length < LARGE_LINE_BYTES) check(line);
      else setImmediate(check, line);
      parts = [];
      length = 0;
      from = end + 1;
    }
    take(chunk.subarray(from));
  };
}
