import type { ServerResponse } from 'node:http';
import { isSaid, type ModelApi, openModelApi, type Reply, sendJson, tokensIn } from './model-api.ts';

interface Part {
  readonly text?: string;
}

interface Content {
  readonly role?: string;
  readonly parts?: readonly Part[];
}

/** A request of the Gemini API. */
export interface GeminiRequest {
  readonly systemInstruction?: Content;
  readonly contents: readonly Content[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
}

/** What was sent to the model in messages of the person's role, oldest first, part by part. */
export const partsOf = (request: GeminiRequest | undefined): readonly string[] =>
  (request?.contents ?? [])
    .filter(({ role }) => role === 'user')
    .flatMap(({ parts = [] }) => parts.map(({ text = '' }) => text));

export const SUMMARY = 'We read the tides. What is left is the rounding.';

const asksForSummary = ({ systemInstruction, contents }: GeminiRequest) =>
  JSON.stringify([systemInstruction, contents.at(-1)]).includes('state_snapshot');

function send(response: ServerResponse, replies: readonly Reply[], nth: number): void {
  const parts = replies
    .filter(isSaid)
    .map((reply, index) =>
      typeof reply === 'string'
        ? { text: reply }
        : { functionCall: { id: `call_${nth}_${index}`, name: reply.tool, args: reply.input } },
    );
  const total = tokensIn(replies);
  const answer = {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: total - 10, candidatesTokenCount: 10, totalTokenCount: total },
    modelVersion: 'mock',
  };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(`data: ${JSON.stringify(answer)}\r\n\r\n`);
}

/** What the client asks beside the conversation: which model to take, and who speaks next. */
const ASIDE = JSON.stringify({ reasoning: 'x', model_choice: 'flash', next_speaker: 'user' });

function answerAside(path: string, response: ServerResponse): boolean {
  if (path.endsWith(':countTokens')) sendJson(response, 200, { totalTokens: 1_000 });
  else if (path.endsWith(':generateContent'))
    sendJson(response, 200, {
      candidates: [{ content: { role: 'model', parts: [{ text: ASIDE }] }, finishReason: 'STOP', index: 0 }],
    });
  else return false;
  return true;
}

export const openGeminiApi = (): Promise<ModelApi<GeminiRequest>> =>
  openModelApi<GeminiRequest>({
    isModelCall: (path) => path.endsWith(':streamGenerateContent'),
    other: answerAside,
    summaryFor: (request) =>
      asksForSummary(request) ? `<state_snapshot>${SUMMARY}</state_snapshot>` : undefined,
    send: (response, _, replies, nth) => send(response, replies, nth),
  });
