import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly [field: string]: unknown;
}

export interface Message {
  readonly role: string;
  readonly content: string | readonly Part[];
}

/** What the client asked the model, as it came over the wire. */
export interface ModelRequest {
  readonly model: string;
  readonly system?: string | readonly Part[];
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly name: string }[];
}

interface ToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** One thing the model says or does; or how full it finds its context, which makes the client compact. */
export type Reply = string | ToolCall | { readonly contextTokens: number };

/** Plays the model: what it answers to a request; `hang` leaves the client waiting, as a model that thinks on. */
export type Model = (request: ModelRequest) => readonly Reply[] | 'hang';

export interface MessagesApi {
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  /** From now on the model is this one. */
  play(model: Model): void;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const isToolCall = (reply: Reply): reply is ToolCall => typeof reply !== 'string' && 'tool' in reply;

function usageOf(replies: readonly Reply[]) {
  const withUsage = replies.find((reply) => typeof reply !== 'string' && 'contextTokens' in reply);
  const input_tokens = (withUsage as { contextTokens: number } | undefined)?.contextTokens ?? 20;
  return { input_tokens, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
}

function blockOf(reply: string | ToolCall, id: string) {
  return typeof reply === 'string'
    ? { start: { type: 'text', text: '' }, delta: { type: 'text_delta', text: reply } }
    : {
        start: { type: 'tool_use', id, name: reply.tool, input: {} },
        delta: { type: 'input_json_delta', partial_json: JSON.stringify(reply.input) },
      };
}

function stream(response: ServerResponse, model: string, replies: readonly Reply[], nth: number): void {
  const send = (type: string, facts: Record<string, unknown>) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...facts })}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const message = { id: `msg_${nth}`, type: 'message', role: 'assistant', model, content: [] };
  send('message_start', {
    message: { ...message, stop_reason: null, stop_sequence: null, usage: usageOf(replies) },
  });
  const sent = replies.filter((reply) => typeof reply === 'string' || isToolCall(reply));
  sent.forEach((reply, index) => {
    const { start, delta } = blockOf(reply, `toolu_${nth}_${index}`);
    send('content_block_start', { index, content_block: start });
    send('content_block_delta', { index, delta });
    send('content_block_stop', { index });
  });
  const stop_reason = replies.some(isToolCall) ? 'tool_use' : 'end_turn';
  send('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 10 } });
  send('message_stop', {});
  response.end();
}

/** A messages API on loopback, answered by a script instead of a model; keeps every request. */
export async function openMessagesApi(first: Model): Promise<MessagesApi> {
  const requests: ModelRequest[] = [];
  let model = first;
  const json = (response: ServerResponse, status: number, facts: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(facts));
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url?.split('?')[0];
    const body = await bodyOf(request);
    if (path === '/v1/messages/count_tokens') return json(response, 200, { input_tokens: 1000 });
    if (path !== '/v1/messages')
      return json(response, 404, { type: 'error', error: { type: 'not_found_error', message: 'none' } });
    const asked = JSON.parse(body) as ModelRequest;
    const nth = requests.push(asked);
    const replies = model(asked);
    if (replies !== 'hang') stream(response, asked.model, replies, nth);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    play(next) {
      model = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
