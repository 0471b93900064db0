import { type ThroughlineError, unavailable } from '../domain/error.ts';
import { JsonTooDeepError, parseJson, TOO_DEEP } from '../lib/json-depth.ts';

const CHECK_ALL = 'Check embedder_url, embedder_model and embedder_api (throughline config list).';

const unreachable = (url: string, why: string, cause?: unknown) =>
  unavailable(
    'embedder_unreachable',
    `The embedder at ${url} cannot be reached: ${why}.`,
    'Start it, or correct embedder_url. Search works without it.',
    { cause },
  );

const tooSlow = (url: string, limitMs: number) =>
  unavailable(
    'embedder_too_slow',
    `The embedder at ${url} did not answer within ${limitMs} ms.`,
    'Give it more time with embedder_timeout_ms, or use a smaller model. Search works without it.',
  );

export const answeredWrongly = (url: string, problem: string, cause?: unknown) =>
  unavailable(
    'embedder_answered_wrongly',
    `The embedder at ${url} sent an invalid answer: ${problem}.`,
    CHECK_ALL,
    { cause },
  );

const MAX_EXCERPT = 200;

/** The beginning of the answer on one line, without control characters that a terminal would act on. */
const excerpt = (body: string) => {
  const line = body.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  return line === '' ? '' : `: ${line.slice(0, MAX_EXCERPT).toWellFormed()}`;
};

function refused(url: string, status: number, body: string): ThroughlineError {
  const answer = `${status}${excerpt(body)}`;
  if (status === 401 || status === 403)
    return unavailable(
      'embedder_denied',
      `The embedder at ${url} refused access: it answered ${answer}.`,
      'Check the key in the environment variable that embedder_key_env names. Search works without it.',
    );
  if (status === 404 || status === 405)
    return unavailable(
      'embedder_not_found',
      `There is no such embedder or model at ${url}: it answered ${answer}.`,
      CHECK_ALL,
    );
  if ([408, 429, 502, 503, 504].includes(status))
    return unavailable(
      'embedder_busy',
      `The embedder at ${url} is busy: it answered ${answer}.`,
      'Try again later. Finished work is kept.',
    );
  return unavailable(
    'embedder_refused',
    `The embedder at ${url} does not accept these texts: it answered ${answer}.`,
    CHECK_ALL,
  );
}

interface Posting {
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

/** undefined if the body is longer than that; the rest is not read. */
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

async function exchange({ url, body, key, maxBytes }: Posting, signal: AbortSignal) {
  const response = await fetch(url, {
    method: 'POST',
    // The endpoint was configured, the target of a redirect was not, and it would receive the texts and the key.
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
