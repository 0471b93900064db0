import type { Server, ServerContext } from '@modelcontextprotocol/server';
import { escapeUnusual } from '../../domain/quote-text.ts';
import { orProtocolError } from '../resources/protocol-error.ts';
import type { Prompt, PromptContext } from './define-prompt.ts';
import { getPrompt, offeredPrompts, parseArguments } from './get-prompt.ts';

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

export function servePrompts(
  server: Server,
  contextOf: (request: ServerContext) => Promise<PromptContext>,
): void {
  server.setRequestHandler('prompts/list', async (_, request) => ({
    prompts: offeredPrompts((await contextOf(request)).hasTool).map(describePrompt),
  }));
  server.setRequestHandler('prompts/get', ({ params }, request) =>
    orProtocolError(async () => {
      const context = await contextOf(request);
      await context.services.refuseOff(context.caller);
      const prompt = getPrompt(params.name, context.hasTool);
      const composed = await prompt.compose(context, parseArguments(prompt, params.arguments ?? {}));
      const text = escapeUnusual(composed);
      return {
        description: prompt.description,
        // One message of plain text: some clients show the model nothing else.
        messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
      };
    }),
  );
}
