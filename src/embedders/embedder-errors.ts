import { type ThroughlineError, unavailable } from '../domain/error.ts';

const CHECK_ALL = 'Check embedder_url, embedder_model and embedder_api (throughline config list).';

export const unreachable = (url: string, why: string, cause?: unknown) =>
  unavailable(
    'embedder_unreachable',
    `The embedder at ${url} cannot be reached: ${why}.`,
    'Start it, or correct embedder_url; search goes on without it.',
    { cause },
  );

export const tooSlow = (url: string, limitMs: number) =>
  unavailable(
    'embedder_too_slow',
    `The embedder at ${url} did not answer within ${limitMs} ms.`,
    'Give it more time with embedder_timeout_ms, or use a smaller model; search goes on without it.',
  );

export const answeredWrongly = (url: string, problem: string, cause?: unknown) =>
  unavailable(
    'embedder_answered_wrongly',
    `The embedder at ${url} answered wrongly: ${problem}.`,
    CHECK_ALL,
    {
      cause,
    },
  );

/** The beginning of what it said, on one line and without anything that a terminal would act on. */
const LONGEST_TOLD = 200;
const told = (body: string) => {
  const said = body
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_TOLD);
  return said === '' ? '' : `: ${said.toWellFormed()}`;
};

const keyRefused = (url: string, said: string) =>
  unavailable(
    'embedder_denied',
    `The embedder at ${url} does not let us in: it answered ${said}.`,
    'Check the key in the environment variable that embedder_key_env names; search goes on without it.',
  );

const notThere = (url: string, said: string) =>
  unavailable(
    'embedder_not_found',
    `At ${url} is no such embedder or model: it answered ${said}.`,
    CHECK_ALL,
  );

const busy = (url: string, said: string) =>
  unavailable(
    'embedder_busy',
    `The embedder at ${url} has no time: it answered ${said}.`,
    'Try again in a while; what is done is kept.',
  );

const refusedTexts = (url: string, said: string) =>
  unavailable(
    'embedder_refused',
    `The embedder at ${url} takes no such texts: it answered ${said}.`,
    CHECK_ALL,
  );

/** By status: some lie at the texts, and the others are in the way of all of them. */
export function refused(url: string, status: number, body: string): ThroughlineError {
  const said = `${status}${told(body)}`;
  if (status === 401 || status === 403) return keyRefused(url, said);
  if (status === 404 || status === 405) return notThere(url, said);
  return [408, 429, 502, 503, 504].includes(status) ? busy(url, said) : refusedTexts(url, said);
}
