import type { ServerResponse } from 'node:http';
import {
  isSaid,
  isToolCall,
  type ModelApi,
  openModelApi,
  type Reply,
  sendJson,
  tokensIn,
} from './model-api.ts';

interface Message {
  readonly role: string;
  readonly content?: string | readonly { readonly text?: string }[] | null;
}

/** A request of the chat completions API. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly stream?: boolean;
}

const textOf = ({ content }: Message): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('\n');

/** What was sent to the model in messages of these roles, oldest first. */
export const messagesOf = (
  request: ChatRequest | undefined,
  ...roles: readonly string[]
): readonly string[] => (request?.messages ?? []).filter(({ role }) => roles.includes(role)).map(textOf);

export const toolsIn = (request: ChatRequest | undefined): readonly string[] =>
  (request?.tools ?? []).map(({ function: { name } }) => name);

export const SUMMARY = 'We read the tides. What is left is the rounding.';

function send(
  response: ServerResponse,
  { model, stream }: ChatRequest,
  replies: readonly Reply[],
  nth: number,
): void {
  const said = replies.filter(isSaid);
  const content = said.filter((reply) => typeof reply === 'string').join('');
  const calls = said.filter(isToolCall).map(({ tool, input }, index) => ({
    index,
    id: `call_${nth}_${index}`,
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(input) },
  }));
  const delta = {
    role: 'assistant',
    content: content || null,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop';
  const total = tokensIn(replies);
  const usage = { prompt_tokens: total - 10, completion_tokens: 10, total_tokens: total };
  const about = { id: `chat_${nth}`, created: 1, model };
  if (!stream) {
    const choices = [{ index: 0, message: delta, finish_reason }];
    sendJson(response, 200, { ...about, object: 'chat.completion', choices, usage });
    return;
  }
  const emit = (facts: object) =>
    response.write(`data: ${JSON.stringify({ ...about, object: 'chat.completion.chunk', ...facts })}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  emit({ choices: [{ index: 0, delta, finish_reason: null }] });
  emit({ choices: [{ index: 0, delta: {}, finish_reason }] });
  emit({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}

function listModels(path: string, response: ServerResponse): boolean {
  if (!path.endsWith('/models')) return false;
  sendJson(response, 200, { object: 'list', data: [{ id: 'mock-model', object: 'model', created: 1 }] });
  return true;
}

/** Requests without tools are for a title or a summary. */
export const openChatApi = (): Promise<ModelApi<ChatRequest>> =>
  openModelApi<ChatRequest>({
    isModelCall: (path) => path.endsWith('/chat/completions'),
    other: listModels,
    summaryFor: ({ tools = [] }) => (tools.length === 0 ? SUMMARY : undefined),
    send,
  });
