import { type ChatRequest, openChatApi } from './chat-api.ts';
import { ClientSandbox, programOf } from './client-sandbox.ts';

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
      // Otherwise a kill would reach only a process that waits for another one.
      QWEN_CODE_NO_RELAUNCH: 'true',
    };
    const sandbox = new QwenSandbox({ program: programOf('qwen'), api, env });
    sandbox.write('.qwen/settings.json', SETTINGS);
    return sandbox;
  }

  /** One prompt without a terminal. */
  prompt(text: string, ...args: readonly string[]) {
    return this.run(text, '--yolo', '-o', 'stream-json', ...args);
  }

  promptAndKill(text: string, ...args: readonly string[]) {
    return this.runAndKill(text, '--yolo', '-o', 'stream-json', ...args);
  }
}
