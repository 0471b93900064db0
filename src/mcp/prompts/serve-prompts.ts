import type { Server, ServerContext } from '@modelcontextprotocol/server';
import { orProtocolError } from '../resources/protocol-error.ts';
import type { Prompt, PromptContext } from './define-prompt.ts';
import { getPrompt, parseArguments } from './get-prompt.ts';
import { PROMPTS } from './index.ts';

const describePrompt = ({ name, title, description, arguments: args }: Prompt) => ({
  name,
  title,
  description,
  arguments: Object.entries(args).map(([argument, one]) => ({
    name: argument,
    description: one.description,
    required: false,
  })),
});

const prompts = PROMPTS.map(describePrompt);

export function servePrompts(server: Server, contextOf: (request: ServerContext) => PromptContext): void {
  server.setRequestHandler('prompts/list', async () => ({ prompts }));
  server.setRequestHandler('prompts/get', ({ params }, request) =>
    orProtocolError(async () => {
      const prompt = getPrompt(params.name);
      const text = await prompt.compose(contextOf(request), parseArguments(prompt, params.arguments ?? {}));
      return {
        description: prompt.description,
        // One message of plain text: some clients show the model nothing else.
        messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
      };
    }),
  );
}
