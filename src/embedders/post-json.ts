import { JsonTooDeepError, parseJson, TOO_DEEP } from '../lib/json-depth.ts';
import { answeredWrongly, refused, tooSlow, unreachable } from './embedder-errors.ts';

export interface Posting {
  readonly url: string;
  readonly body: unknown;
  readonly key: string | undefined;
  readonly limitMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

const messageOf = (error: unknown): string => {
  const { cause } = error as { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : String(error));
};

/** undefined where the body is longer than that; the rest of it is not read. */
async function readBody(response: Response, maxBytes: number): Promise<string | undefined> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks).toString('utf8');
    size += value.byteLength;
    if (size > maxBytes) {
      void reader.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(value);
  }
}

async function exchange(
  { url, body, key, maxBytes }: Posting,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly text: string | undefined }> {
  const response = await fetch(url, {
    method: 'POST',
    // Whoever answers there was configured; whoever it points to was not, and would get the texts and the key.
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
    signal,
  });
  return { status: response.status, text: await readBody(response, maxBytes) };
}

/** One exchange, bounded in time and size. */
async function exchangeWithin(posting: Posting) {
  const { url, limitMs, signal } = posting;
  const giveUp = new AbortController();
  const onAbort = () => giveUp.abort();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    giveUp.abort();
  }, limitMs).unref();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    signal?.throwIfAborted();
    return await exchange(posting, giveUp.signal);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw isLate ? tooSlow(url, limitMs) : unreachable(url, messageOf(error), error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

export async function postJson(posting: Posting): Promise<unknown> {
  const { url, maxBytes } = posting;
  const { status, text } = await exchangeWithin(posting);
  if (status >= 300 && status < 400) {
    throw answeredWrongly(url, `status ${status} points elsewhere, and redirects are not followed`);
  }
  if (status < 200 || status >= 300) throw refused(url, status, text ?? '');
  if (text === undefined) throw answeredWrongly(url, `more than ${maxBytes} bytes`);
  try {
    return parseJson(text);
  } catch (cause) {
    throw answeredWrongly(
      url,
      cause instanceof JsonTooDeepError ? `what it sent ${TOO_DEEP}` : 'what it sent is not JSON',
      cause,
    );
  }
}
