import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { invalid, ThroughlineError } from '../domain/error.ts';

interface HttpFailure {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

function sendJson(
  response: ServerResponse,
  status: number,
  facts: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(facts));
}

/** For a connection without a valid request; closes it. */
export function sendRaw(socket: Duplex, status: number, failure: HttpFailure): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(failure);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'connection: close',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}

const refuse = (cause?: unknown) =>
  invalid(
    'request_target_invalid',
    'The request target is not a valid path or URL.',
    'Request a path that starts with one slash, such as /mcp or /health.',
    { cause },
  );

/** Accepts a path, or a whole URL as sent to a proxy. `//host` is neither. */
function parseTarget(target: string): URL {
  if (target.startsWith('//') || !/^(?:\/|https?:\/\/)/i.test(target)) throw refuse();
  try {
    return new URL(target, 'http://localhost');
  } catch (cause) {
    throw refuse(cause);
  }
}

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface RequestParts {
  readonly version: string;
  /** Answers the request itself if it returns false. */
  readonly isAllowed: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly handleMcp: RequestHandler;
  readonly log: (line: string) => void;
}

const MCP_METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH'];

async function route(
  { version, isAllowed, handleMcp }: RequestParts,
  request: IncomingMessage,
  response: ServerResponse,
) {
  if (!isAllowed(request, response)) return;
  const { pathname, search } = parseTarget(request.url ?? '/');
  if (pathname === '/mcp' && MCP_METHODS.includes(request.method ?? '')) {
    // The library makes a URL of host and target, so both are replaced with values that were checked.
    request.url = `${pathname}${search}`;
    request.headers.host = 'localhost';
    return handleMcp(request, response);
  }
  if (pathname === '/mcp') {
    const failure = {
      code: 'method_not_allowed',
      message: 'MCP is not served for this method.',
      hint: 'Send POST to /mcp.',
    };
    return sendJson(response, 405, failure, { allow: 'POST' });
  }
  if (pathname === '/health' && request.method === 'GET')
    return sendJson(response, 200, { status: 'ok', name: 'throughline', version });
  sendJson(response, 404, { code: 'not_found', hint: 'MCP is at /mcp.' });
}

const UNEXPECTED = {
  code: 'internal_error',
  message: 'The request failed unexpectedly.',
  hint: 'Try again. If it fails again, report it with the line in the server log.',
};

function sendFailure(error: unknown, response: ServerResponse): void {
  const isRefusal = error instanceof ThroughlineError && error.kind === 'invalid';
  if (response.headersSent) response.destroy();
  else if (!isRefusal) sendJson(response, 500, UNEXPECTED);
  else sendJson(response, 400, { code: error.code, message: error.message, hint: error.hint });
}

/** Answers and logs every error of a request, so that none reaches the process. */
export const createRequestHandler =
  (parts: RequestParts): RequestHandler =>
  async (request, response) => {
    const logError = (error: unknown) =>
      parts.log(`http: ${request.method} failed: ${error instanceof Error ? error.message : String(error)}`);
    // Without a listener an error of either stream would end the process.
    request.on('error', logError);
    response.on('error', logError);
    try {
      await route(parts, request, response);
    } catch (error) {
      logError(error);
      sendFailure(error, response);
    }
  };
