import type { IncomingMessage, ServerResponse } from 'node:http';
import { invalid, ThroughlineError } from '../domain/error.ts';
import { answerJson } from './answer.ts';

interface RequestTarget {
  readonly pathname: string;
  /** Path and query, as a server is usually asked for them. */
  readonly path: string;
}

const refuse = (cause?: unknown) =>
  invalid(
    'request_target_invalid',
    'The request target is not a valid path or URL.',
    'Request a path that starts with one slash, such as /mcp or /health.',
    { cause },
  );

/** What a request line asks for: a path, or a whole URL as sent to a proxy. `//host` is neither. */
function parseTarget(target: string): RequestTarget {
  if (target.startsWith('//') || !/^(?:\/|https?:\/\/)/i.test(target)) throw refuse();
  try {
    const { pathname, search } = new URL(target, 'http://localhost');
    return { pathname, path: `${pathname}${search}` };
  } catch (cause) {
    throw refuse(cause);
  }
}

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface RequestParts {
  readonly version: string;
  /** Whether the request may be answered; has answered it otherwise. */
  readonly isAllowed: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly handleMcp: RequestHandler;
  readonly log: (line: string) => void;
}

const MCP_METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH'];

async function route(
  { version, isAllowed, handleMcp }: RequestParts,
  ...exchange: Parameters<RequestHandler>
) {
  const [request, response] = exchange;
  if (!isAllowed(request, response)) return;
  const { pathname, path } = parseTarget(request.url ?? '/');
  if (pathname === '/mcp' && MCP_METHODS.includes(request.method ?? '')) {
    // The library puts host and target together to a URL; only what was checked goes into it.
    request.url = path;
    request.headers.host = 'localhost';
    return handleMcp(request, response);
  }
  if (pathname === '/mcp') {
    const failure = {
      code: 'method_not_allowed',
      message: 'MCP is not served for this method.',
      hint: 'Send POST to /mcp.',
    };
    return answerJson(response, 405, failure, { allow: 'POST' });
  }
  if (pathname === '/health' && request.method === 'GET')
    return answerJson(response, 200, { status: 'ok', name: 'throughline', version });
  answerJson(response, 404, { code: 'not_found', hint: 'MCP is at /mcp.' });
}

const UNEXPECTED = {
  code: 'internal_error',
  message: 'The request failed unexpectedly.',
  hint: 'Repeat the request; if it fails again, report it with the line in the log of the server.',
};

function answerFailure(error: unknown, response: ServerResponse): void {
  const isRefusal = error instanceof ThroughlineError && error.kind === 'invalid';
  if (response.headersSent) response.destroy();
  else if (!isRefusal) answerJson(response, 500, UNEXPECTED);
  else answerJson(response, 400, { code: error.code, message: error.message, hint: error.hint });
}

/** The last handler of a request: whatever happens to it is answered and logged, and goes no further. */
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
      answerFailure(error, response);
    }
  };
