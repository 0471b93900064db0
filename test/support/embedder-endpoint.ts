import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { hashedWords } from './hashed-words.ts';

export interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly model: string;
  readonly input: readonly string[];
}

/** Answers instead of the endpoint; false leaves it to the endpoint. */
export type Misbehaviour = (asked: Asked, response: ServerResponse) => boolean | Promise<boolean>;

export interface Endpoint {
  /** Without a path. */
  readonly url: string;
  readonly requests: Asked[];
  dimension: number;
  misbehave: Misbehaviour | undefined;
  /** Every text it was ever asked for, in order. */
  texts(): readonly string[];
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): true {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  return true;
}

/** A real endpoint that speaks like OpenAI's under /v1/embeddings and like Ollama's under /api/embed. */
export async function openEndpoint(port = 0): Promise<Endpoint> {
  const requests: Asked[] = [];
  const server = createServer(async (request, response) => {
    const { model, input } = JSON.parse(await bodyOf(request)) as Pick<Asked, 'model' | 'input'>;
    const asked = { path: request.url ?? '', headers: request.headers, model, input };
    requests.push(asked);
    if ((await endpoint.misbehave?.(asked, response)) === true) return;
    const vectors = input.map((text) => hashedWords(text, endpoint.dimension));
    if (request.url === '/api/embed') return sendJson(response, { model, embeddings: vectors });
    if (request.url !== '/v1/embeddings') return sendJson(response, { error: 'no such path' }, 404);
    // Backwards: a reader must use the index.
    const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })).reverse();
    return sendJson(response, { object: 'list', model, data });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  const endpoint: Endpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    dimension: 64,
    misbehave: undefined,
    texts: () => requests.flatMap(({ input }) => input),
    close,
  };
  return endpoint;
}
