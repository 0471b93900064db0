import { type ChatRequest, messagesOf, openChatApi } from './chat-api.ts';
import { ClientSandbox } from './client-sandbox.ts';

export class CopilotSandbox extends ClientSandbox<ChatRequest> {
  static async open(): Promise<CopilotSandbox> {
    const api = await openChatApi();
    const env = {
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_PROVIDER_BASE_URL: `${api.url}/v1`,
      COPILOT_MODEL: 'mock-model',
    };
    return new CopilotSandbox({ name: 'copilot', api, env });
  }

  /** One prompt without a terminal. */
  prompt(text: string, ...args: readonly string[]) {
    return this.run(...CopilotSandbox.command(text, args));
  }

  /** After a tool call. */
  promptAndKill(text: string, ...args: readonly string[]) {
    return this.runAndKill([text, 'tool.execution_complete'], ...CopilotSandbox.command(text, args));
  }

  static command(text: string, args: readonly string[]): readonly string[] {
    return ['-p', text, '--allow-all-tools', '--output-format', 'json', ...args];
  }
}

/** The orientations in one request, oldest first. */
export const reportsIn = (request: ChatRequest | undefined): readonly string[] =>
  messagesOf(request, 'user').filter((text) => text.includes('# Orientation: '));
