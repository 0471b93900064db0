import { type ChatRequest, messagesOf, openChatApi } from './chat-api.ts';
import { ClientSandbox } from './client-sandbox.ts';

const settingsFor = (url: string): string => {
  const limit = { context: 100_000, output: 8_000 };
  const mock = {
    npm: '@ai-sdk/openai-compatible',
    options: { baseURL: `${url}/v1`, apiKey: 'none' },
    models: { 'mock-model': { limit } },
  };
  const model = 'mock/mock-model';
  return `// Comments are allowed here.\n${JSON.stringify({ model, small_model: model, provider: { mock } }, null, 2)}\n`;
};

export class OpenCodeSandbox extends ClientSandbox<ChatRequest> {
  static async open(): Promise<OpenCodeSandbox> {
    const api = await openChatApi();
    const env = {
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      // It installs a package for plugins, and goes on without when that fails at once.
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_fetch_retries: '0',
    };
    const sandbox = new OpenCodeSandbox({ name: 'opencode', api, env });
    sandbox.write('.config/opencode/opencode.json', sandbox.settings);
    return sandbox;
  }

  get settings(): string {
    return settingsFor(this.api.url);
  }

  /** One prompt without a terminal. */
  prompt(text: string, ...args: readonly string[]) {
    return this.run(...OpenCodeSandbox.command(text, args));
  }

  /** After a tool call. */
  promptAndKill(text: string, ...args: readonly string[]) {
    return this.runAndKill([text, '"status":"completed"'], ...OpenCodeSandbox.command(text, args));
  }

  static command(text: string, args: readonly string[]): readonly string[] {
    return ['run', '--format', 'json', ...args, text];
  }
}

/** What the client asked for the person, without requests for a title or a summary. */
export const workIn = (requests: readonly ChatRequest[]): readonly ChatRequest[] =>
  requests.filter(({ tools = [] }) => tools.length > 0);

/** The orientations in one request, oldest first. */
export const reportsIn = (request: ChatRequest | undefined): readonly string[] =>
  messagesOf(request, 'system').filter((text) => text.includes('# Orientation: '));
