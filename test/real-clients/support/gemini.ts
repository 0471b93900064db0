import { ClientSandbox, type Place } from './client-sandbox.ts';
import { type GeminiRequest, openGeminiApi, partsOf } from './gemini-api.ts';

/** As a person has it, but for the model. */
const SETTINGS = `{
  // My settings
  "security": { "auth": { "selectedType": "gemini-api-key" } },
  "general": { "enableAutoUpdate": false },
  "privacy": { "usageStatisticsEnabled": false }
}
`;

export class GeminiSandbox extends ClientSandbox<GeminiRequest> {
  static readonly settings = SETTINGS;

  static async open(place?: Place): Promise<GeminiSandbox> {
    const api = await openGeminiApi();
    const env = {
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: api.url,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_CLI_NO_RELAUNCH: 'true',
    };
    const sandbox = new GeminiSandbox({ name: 'gemini', api, env, place });
    sandbox.write('.gemini/settings.json', SETTINGS);
    return sandbox;
  }

  /** One prompt without a terminal. */
  prompt(text: string, ...args: readonly string[]) {
    return this.run(...GeminiSandbox.command(text, args));
  }

  /** After a tool call that writes a file. */
  promptAndKill(text: string, ...args: readonly string[]) {
    return this.runAndKill([text, 'Successfully created'], ...GeminiSandbox.command(text, args));
  }

  static command(text: string, args: readonly string[]): readonly string[] {
    return ['-p', text, '-m', 'gemini-3-flash', '--yolo', '-o', 'stream-json', ...args];
  }
}

/** The orientations in one request, oldest first. */
export const reportsIn = (request: GeminiRequest | undefined): readonly string[] =>
  partsOf(request).filter((text) => text.includes('# Orientation: '));
