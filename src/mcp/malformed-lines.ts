import { ProtocolErrorCode, parseJSONRPCMessage } from '@modelcontextprotocol/server';

export interface Refusal {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

const NEWLINE = 0x0a;
/** Beyond this the library gives the connection up. */
const LONGEST_LINE = 10 * 1024 * 1024;

const refusal = (code: number, message: string, id: Refusal['id'] = null): Refusal => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

const isId = (value: unknown): value is string | number =>
  typeof value === 'string' || (typeof value === 'number' && Number.isInteger(value));

function shapeProblem(message: unknown): string | undefined {
  try {
    parseJSONRPCMessage(message);
    return undefined;
  } catch {
    if (Array.isArray(message)) return 'Batches are not served; send each message on a line of its own.';
    return 'It must be an object with jsonrpc "2.0", a method that is a string, and params, if any, by name.';
  }
}

/** An answer to us that is malformed is not answered: that would go on for ever. */
const isAnswer = (message: object) => !('method' in message) && ('result' in message || 'error' in message);

/** What JSON-RPC answers to a line that is no message; undefined for one that is. */
export function refuseLine(line: string): Refusal | undefined {
  if (line.trim() === '') return undefined;
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return refusal(ProtocolErrorCode.ParseError, 'Parse error: the line is not JSON.');
  }
  const problem = shapeProblem(message);
  if (problem === undefined) return undefined;
  if (typeof message !== 'object' || message === null)
    return refusal(ProtocolErrorCode.InvalidRequest, `Invalid request. ${problem}`);
  if (isAnswer(message)) return undefined;
  const id = (message as { id?: unknown }).id;
  return refusal(ProtocolErrorCode.InvalidRequest, `Invalid request. ${problem}`, isId(id) ? id : null);
}

/**
 * The library passes over lines that are no message; whoever sent one would wait for ever. This reads along, and has
 * each of them answered.
 */
export function createLineCheck(answer: (refusal: Refusal) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let length = 0;
  const take = (part: Buffer) => {
    length += part.length;
    if (length <= LONGEST_LINE) parts.push(part);
    else parts = [];
  };
  return (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, end));
      const refused = refuseLine(Buffer.concat(parts).toString('utf8'));
      parts = [];
      length = 0;
      from = end + 1;
      if (refused !== undefined) answer(refused);
    }
    take(chunk.subarray(from));
  };
}
