import { describe, expect, it } from 'vitest';
import { ThroughlineError } from '../../src/domain/error.ts';
import { createHttpEmbedder, type HttpEmbedderOptions } from '../../src/embedders/http-embedder.ts';
import { type Endpoint, type Misbehaviour, openEndpoint, sendJson } from '../support/embedder-endpoint.ts';
import { hashedWords } from '../support/hashed-words.ts';

const TEXTS = ['the heron nests by the weir', 'ledger of the harbour master', 'rain on the slate roof'];

const embedderOf = (endpoint: Endpoint, options: Partial<HttpEmbedderOptions> = {}) =>
  createHttpEmbedder({
    url: `${endpoint.url}/v1`,
    model: 'hashed-words',
    api: 'openai',
    queryTimeoutMs: 60_000,
    documentTimeoutMs: 60_000,
    ...options,
  });

const unit = (numbers: readonly number[]) => numbers.map((number) => number / Math.hypot(...numbers));
const rounded = (vector: Iterable<number>) => [...vector].map((number) => Math.round(number * 1e5));

async function refusalOf(work: Promise<unknown>): Promise<ThroughlineError> {
  const settled = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (settled instanceof ThroughlineError) return settled;
  throw settled ?? new Error('It was answered.');
}

describe.each([
  ['openai', '/v1', '/v1/embeddings'],
  ['ollama', '/', '/api/embed'],
] as const)('an endpoint that speaks like %s', (api, base, path) => {
  it('returns one vector of length 1 for each text, in order', async () => {
    const endpoint = await openEndpoint();
    const embedder = embedderOf(endpoint, { api, url: `${endpoint.url}${base}` });
    const vectors = await embedder.embed(TEXTS, 'document');
    expect(vectors.map(rounded)).toEqual(TEXTS.map((text) => rounded(unit(hashedWords(text)))));
    expect(endpoint.requests).toMatchObject([{ path, model: 'hashed-words', input: TEXTS }]);
  });

  it('is not called without texts', async () => {
    const endpoint = await openEndpoint();
    expect(await embedderOf(endpoint, { api }).embed([], 'document')).toEqual([]);
    expect(endpoint.requests).toEqual([]);
  });
});

describe('the request', () => {
  it('contains the key as a bearer token, if there is one', async () => {
    const endpoint = await openEndpoint();
    await embedderOf(endpoint, { key: 'a-key' }).embed(['x'], 'query');
    await embedderOf(endpoint).embed(['x'], 'query');
    expect(endpoint.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer a-key',
      undefined,
    ]);
  });

  it('adds the prefix that the model was trained with', async () => {
    const endpoint = await openEndpoint();
    for (const model of [
      'nomic-embed-text:v1.5',
      'intfloat/multilingual-e5-large',
      'text-embedding-3-small',
    ]) {
      await embedderOf(endpoint, { model }).embed(['weir'], 'document');
      await embedderOf(endpoint, { model }).embed(['weir'], 'query');
    }
    expect(endpoint.texts()).toEqual([
      'search_document: weir',
      'search_query: weir',
      'passage: weir',
      'query: weir',
      'weir',
      'weir',
    ]);
  });
});

const numbers = (value: unknown) => new Array(8).fill(value);
const answering =
  (vectors: unknown): Misbehaviour =>
  (_, response) =>
    sendJson(response, {
      data: Array.isArray(vectors) ? vectors.map((embedding, index) => ({ index, embedding })) : vectors,
    });
const raw =
  (text: string): Misbehaviour =>
  (_, response) => {
    response.writeHead(200).end(text);
    return true;
  };

describe('a wrong answer is refused', () => {
  const two = ['one', 'two'];
  it.each<[string, Misbehaviour, RegExp]>([
    ['too few vectors', answering([numbers(1)]), /1 vectors for 2 texts/],
    ['too many vectors', answering([numbers(1), numbers(1), numbers(1)]), /3 vectors for 2 texts/],
    ['no vectors', answering('none'), /no list of vectors/],
    ['not a number', answering([numbers(1), numbers('NaN')]), /vector 1 is not a list of finite numbers/],
    ['null for NaN', answering([numbers(1), numbers(null)]), /vector 1 is not a list of finite numbers/],
    [
      'infinite numbers',
      raw('{"data":[{"embedding":[1e999,1]},{"embedding":[1,1]}]}'),
      /vector 0 is not a list/,
    ],
    ['all zeros', answering([numbers(0), numbers(1)]), /vector 0 is all zeros/],
    ['no numbers at all', answering([[], []]), /vector 0 is not a list/],
    ['other dimensions', answering([numbers(1), [1, 2]]), /have 8 and 2 numbers/],
    ['far too long vectors', answering([new Array(20_000).fill(1), numbers(1)]), /more than 16384 numbers/],
    [
      'the same index twice',
      (_, response) => sendJson(response, { data: two.map(() => ({ index: 0, embedding: numbers(1) })) }),
      /vector 1 is not a list/,
    ],
    ['garbage', raw('<html>hello</html>'), /not JSON/],
    ['half of a JSON text', raw('{"data":[{"embedding":[0.1,'), /not JSON/],
    ['an empty answer', raw(''), /not JSON/],
    ['null', raw('null'), /no list of vectors/],
  ])('%s', async (_, misbehave, problem) => {
    const endpoint = await openEndpoint();
    endpoint.misbehave = misbehave;
    const refusal = await refusalOf(embedderOf(endpoint).embed(two, 'document'));
    expect(refusal).toMatchObject({ kind: 'unavailable', code: 'embedder_answered_wrongly' });
    expect(refusal.message).toMatch(problem);
  });

  it('more than fits, without reading it all', async () => {
    const endpoint = await openEndpoint();
    let sent = 0;
    endpoint.misbehave = async (_, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(64_000, ' ');
      while (!response.destroyed && sent < 200_000_000) {
        sent += chunk.length;
        await new Promise<void>((resolve) => response.write(chunk, () => resolve()));
      }
      return true;
    };
    const embedder = embedderOf(endpoint, { maxAnswerBytes: 1_000_000 });
    const refusal = await refusalOf(embedder.embed(two, 'document'));
    expect(refusal.message).toMatch(/more than 1000000 bytes/);
    expect(sent).toBeLessThan(50_000_000);
  });

  it('a redirect, which is not followed', async () => {
    const [endpoint, other] = [await openEndpoint(), await openEndpoint()];
    endpoint.misbehave = (_, response) => {
      response.writeHead(307, { location: `${other.url}/v1/embeddings` }).end();
      return true;
    };
    const refusal = await refusalOf(embedderOf(endpoint, { key: 'a-key' }).embed(two, 'document'));
    expect(refusal).toMatchObject({ code: 'embedder_answered_wrongly' });
    expect(refusal.message).toMatch(/redirects are not followed/);
    expect(other.requests).toEqual([]);
  });
});

describe('a failing endpoint', () => {
  it.each([
    [400, 'embedder_refused'],
    [401, 'embedder_denied'],
    [403, 'embedder_denied'],
    [404, 'embedder_not_found'],
    [413, 'embedder_refused'],
    [429, 'embedder_busy'],
    [500, 'embedder_refused'],
    [503, 'embedder_busy'],
  ])('is told of by its status %i', async (status, code) => {
    const endpoint = await openEndpoint();
    endpoint.misbehave = (_, response) => {
      response.writeHead(status).end('too\u001b[31m\nbad');
      return true;
    };
    const refusal = await refusalOf(embedderOf(endpoint, { key: 'a-key' }).embed(['x'], 'document'));
    expect(refusal).toMatchObject({ kind: 'unavailable', code });
    expect(refusal.message).toContain(`answered ${status}`);
    expect(refusal.message).not.toMatch(/a-key|\p{Cc}/u);
    expect(endpoint.requests).toHaveLength(1);
  });

  it.each(['query', 'document'] as const)('is waited for within the limit: %s', async (purpose) => {
    const endpoint = await openEndpoint();
    endpoint.misbehave = () => true;
    const limits = { query: { queryTimeoutMs: 80 }, document: { documentTimeoutMs: 80 } };
    const refusal = await refusalOf(embedderOf(endpoint, limits[purpose]).embed(['x'], purpose));
    expect(refusal).toMatchObject({ kind: 'unavailable', code: 'embedder_too_slow' });
  });

  it('is waited for within the limit if it answers slowly', async () => {
    const endpoint = await openEndpoint();
    endpoint.misbehave = (_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
      return true;
    };
    const refusal = await refusalOf(embedderOf(endpoint, { queryTimeoutMs: 100 }).embed(['x'], 'query'));
    expect(refusal.code).toBe('embedder_too_slow');
  });

  it('is unreachable if nothing listens or the connection is closed', async () => {
    const endpoint = await openEndpoint();
    endpoint.misbehave = (_, response) => {
      response.destroy();
      return true;
    };
    expect((await refusalOf(embedderOf(endpoint).embed(['x'], 'query'))).code).toBe('embedder_unreachable');
    // The port of an endpoint that was closed may be another test's by now. On this one nothing listens.
    const nowhere = embedderOf(endpoint, { url: 'http://127.0.0.1:2/v1' });
    const refusal = await refusalOf(nowhere.embed(['x'], 'query'));
    expect(refusal).toMatchObject({ kind: 'unavailable', code: 'embedder_unreachable' });
    expect(refusal.message).toContain('ECONNREFUSED');
  });

  it('is abandoned at once if the caller aborts', async () => {
    const endpoint = await openEndpoint();
    endpoint.misbehave = () => true;
    const aborting = new AbortController();
    const work = embedderOf(endpoint).embed(['x'], 'document', aborting.signal);
    const settled = work.catch((error: unknown) => error);
    setTimeout(() => aborting.abort(), 30);
    expect(await settled).toBe(aborting.signal.reason);
    await expect(embedderOf(endpoint).embed(['x'], 'document', AbortSignal.abort('gone'))).rejects.toBe(
      'gone',
    );
  });
});
