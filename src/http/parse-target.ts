import { invalid } from '../domain/error.ts';

export interface RequestTarget {
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
export function parseTarget(target: string): RequestTarget {
  if (target.startsWith('//') || !/^(?:\/|https?:\/\/)/i.test(target)) throw refuse();
  try {
    const { pathname, search } = new URL(target, 'http://localhost');
    return { pathname, path: `${pathname}${search}` };
  } catch (cause) {
    throw refuse(cause);
  }
}
