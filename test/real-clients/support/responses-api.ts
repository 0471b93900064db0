import type { ServerResponse } from 'node:http';
import { isSaid, type ModelApi, openModelApi, type Reply, type ToolCall, tokensIn } from './model-api.ts';

interface Part {
  readonly type: string;
  readonly text?: string;
}

interface InputItem {
  readonly type: string;
  readonly role?: string;
  readonly content?: readonly Part[];
  readonly output?: unknown;
}

/** A request of the responses API. */
export interface ResponsesRequest {
  readonly instructions?: string;
  readonly input: readonly InputItem[];
  readonly tools?: readonly { readonly name?: string }[];
}

export const textOf = ({ content }: InputItem): string =>
  Array.isArray(content) ? content.map(({ text = '' }) => text).join('\n') : '';

/** What was sent to the model in messages of this role, oldest first. */
export const messagesOf = (request: ResponsesRequest | undefined, role: string): readonly string[] =>
  (request?.input ?? []).filter((item) => item.role === role).map(textOf);

export const SUMMARY = 'We read the tides. What is left is the rounding.';
const asksForSummary = ({ input }: ResponsesRequest) =>
  input.slice(-1).some((item) => textOf(item).includes('CONTEXT CHECKPOINT COMPACTION'));

const callOf = ({ tool, namespace, input }: ToolCall, id: string) => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: `call_${id}`,
  name: tool,
  ...(namespace === undefined ? {} : { namespace }),
  arguments: JSON.stringify(input),
});

const messageOf = (text: string, id: string) => ({
  type: 'message',
  role: 'assistant',
  id: `msg_${id}`,
  content: [{ type: 'output_text', text, annotations: [] }],
});

function usageOf(replies: readonly Reply[]) {
  const total = tokensIn(replies);
  return {
    input_tokens: total - 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 10,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: total,
  };
}

function send(response: ServerResponse, replies: readonly Reply[], nth: number): void {
  const emit = (type: string, facts: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...facts })}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const id = `resp_${nth}`;
  emit('response.created', { response: { id } });
  replies.filter(isSaid).forEach((reply, index) => {
    const own = `${nth}_${index}`;
    const item = typeof reply === 'string' ? messageOf(reply, own) : callOf(reply, own);
    emit('response.output_item.added', {
      output_index: index,
      item: typeof reply === 'string' ? { ...item, content: [] } : item,
    });
    if (typeof reply === 'string')
      emit('response.output_text.delta', {
        item_id: item.id,
        output_index: index,
        content_index: 0,
        delta: reply,
      });
    emit('response.output_item.done', { output_index: index, item });
  });
  emit('response.completed', { response: { id, usage: usageOf(replies) } });
  response.end();
}

export const openResponsesApi = (): Promise<ModelApi<ResponsesRequest>> =>
  openModelApi<ResponsesRequest>({
    isModelCall: (path) => path.endsWith('/responses'),
    summaryFor: (request) => (asksForSummary(request) ? SUMMARY : undefined),
    send: (response, _, replies, nth) => send(response, replies, nth),
  });
