import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A tool that the model calls. `namespace`: the server, for APIs that name it apart. */
export interface ToolCall {
  readonly tool: string;
  readonly namespace?: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** One thing the model says or does; or how full it finds its context, which makes the client compact. */
export type Reply = string | ToolCall | { readonly tokens: number };

/** What the model answers to one request; `hang` leaves the client waiting, as a model that thinks on. */
export type Step = readonly Reply[] | 'hang' | { readonly status: number };

/** Answered `meanwhile`, again and again, until a request is as it should be. That request gets the next step. */
export interface Wait<Request> {
  readonly until: (request: Request) => boolean;
  readonly meanwhile: readonly Reply[];
}

const MAX_WAITS = 30;

export interface ModelApi<Request> {
  readonly url: string;
  /** What the client asked the model, as it came over the wire. */
  readonly requests: readonly Request[];
  /** From now on the model does these things one after the other, and is done then. */
  play(...steps: readonly (Step | Wait<Request>)[]): void;
  /** Called when a request is left hanging. */
  onHang(call: () => void): void;
  close(): Promise<void>;
}

/** How one kind of model API talks. */
export interface Wire<Request> {
  isModelCall(path: string): boolean;
  /** Answers everything that is not a call of the model; nothing: 404. */
  other?(path: string, response: ServerResponse): boolean;
  /** The summary, if the client asks for one; it takes no step. */
  summaryFor?(request: Request): string | undefined;
  send(response: ServerResponse, request: Request, replies: readonly Reply[], nth: number): void;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

export const isToolCall = (reply: Reply): reply is ToolCall => typeof reply !== 'string' && 'tool' in reply;
export const isSaid = (reply: Reply): reply is string | ToolCall =>
  typeof reply === 'string' || isToolCall(reply);

/** How full the model says its context is. */
export function tokensIn(replies: readonly Reply[]): number {
  const DEFAULT_TOKENS = 30;
  const found = replies.find((reply) => typeof reply !== 'string' && 'tokens' in reply);
  return (found as { tokens: number } | undefined)?.tokens ?? DEFAULT_TOKENS;
}

export const sendJson = (response: ServerResponse, status: number, facts: unknown): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(facts));

/** A model API on loopback, answered by a script instead of a model; keeps every request. */
export async function openModelApi<Request>(wire: Wire<Request>): Promise<ModelApi<Request>> {
  const requests: Request[] = [];
  let steps: (Step | Wait<Request>)[] = [];
  let waits = 0;
  const nextStep = (request: Request): Step => {
    const [first] = steps;
    if (first === undefined || typeof first !== 'object' || !('until' in first))
      return (steps.shift() as Step | undefined) ?? ['Done.'];
    if (!first.until(request) && ++waits <= MAX_WAITS) return first.meanwhile;
    steps.shift();
    return nextStep(request);
  };
  let hung: () => void = () => undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url?.split('?')[0] ?? '';
    const body = await bodyOf(request);
    if (!wire.isModelCall(path)) {
      if (!wire.other?.(path, response)) sendJson(response, 404, { error: { message: 'none' } });
      return;
    }
    const asked = JSON.parse(body) as Request;
    const nth = requests.push(asked);
    const summary = wire.summaryFor?.(asked);
    const step = summary === undefined ? nextStep(asked) : [summary];
    if (step === 'hang') hung();
    else if ('status' in step) sendJson(response, step.status, { error: { message: 'scripted' } });
    else wire.send(response, asked, step, nth);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    play(...next) {
      steps = [...next];
    },
    onHang(call) {
      hung = call;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
