import { type ChatRequest, openChatApi } from './chat-api.ts';
import { ClientSandbox } from './client-sandbox.ts';

/** As a person has it, but for the model. */
const SETTINGS = `{
  // My settings
  "security": { "auth": { "selectedType": "openai" } },
  "general": { "disableAutoUpdate": true },
  "privacy": { "usageStatisticsEnabled": false },
  "$version": 4
}
`;

export class QwenSandbox extends ClientSandbox<ChatRequest> {
  static readonly settings = SETTINGS;

  static async open(): Promise<QwenSandbox> {
    const api = await openChatApi();
    const env = {
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `${api.url}/v1`,
      OPENAI_MODEL: 'mock-model',
      // Otherwise the client starts itself once more, and a kill reaches only the process that waits for it.
      QWEN_CODE_NO_RELAUNCH: 'true',
    };
    const sandbox = new QwenSandbox({ name: 'qwen', api, env });
    sandbox.write('.qwen/settings.json', SETTINGS);
    return sandbox;
  }

  /** One prompt without a terminal. */
  prompt(text: string, ...args: readonly string[]) {
    return this.run(text, '--yolo', '-o', 'stream-json', ...args);
  }

  /** After a tool call that writes a file. */
  promptAndKill(text: string, ...args: readonly string[]) {
    return this.runAndKill([text, 'Successfully created'], text, '--yolo', '-o', 'stream-json', ...args);
  }
}
