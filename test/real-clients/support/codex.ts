import { spawn } from 'node:child_process';
import { on } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { ClientSandbox, type Place, programOf } from './client-sandbox.ts';
import { messagesOf, openResponsesApi, type ResponsesRequest } from './responses-api.ts';

/** As a person has it, but for the model, and for what would reach for the network. */
const configFor = (url: string) => `# My settings
model = "mock-model"
model_provider = "mock"
check_for_update_on_startup = false

[model_providers.mock]
name = "mock"
base_url = "${url}/v1"
wire_api = "responses"

[features]
plugins = false # slow without a network

[analytics]
enabled = false
`;

export class CodexSandbox extends ClientSandbox<ResponsesRequest> {
  static async open(place?: Place): Promise<CodexSandbox> {
    const api = await openResponsesApi();
    const sandbox = new CodexSandbox({ name: 'codex', api, place });
    sandbox.write('.codex/config.toml', configFor(api.url));
    return sandbox;
  }

  /** One prompt without a terminal. Hooks run as if the person had trusted them. */
  exec(...args: readonly string[]) {
    return this.run(...CodexSandbox.command(args));
  }

  /** The prompt comes last. */
  execAndKill(...args: readonly string[]) {
    return this.runAndKill(args.slice(-1), ...CodexSandbox.command(args));
  }

  static command(args: readonly string[]): readonly string[] {
    return ['exec', '--json', '--dangerously-bypass-hook-trust', ...args];
  }

  /** Trusts all hooks, as the person does in the client: it records the hash that the client reports. */
  async trustHooks(): Promise<void> {
    const server = spawn(programOf('codex'), ['app-server'], { cwd: this.project, env: this.env });
    onTestFinished(() => void server.kill('SIGKILL'));
    const lines = createInterface({ input: server.stdout });
    const ask = async (id: number, method: string, params: object) => {
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      for await (const [line] of on(lines, 'line')) {
        const answer = JSON.parse(String(line));
        if (answer.id === id) return answer.result;
      }
    };
    await ask(1, 'initialize', {
      clientInfo: { name: 'test', title: 'test', version: '0' },
      capabilities: { experimentalApi: true },
    });
    const { data } = await ask(2, 'hooks/list', {});
    const hooks: { key: string; currentHash: string }[] = data.flatMap(
      (one: { hooks: unknown }) => one.hooks,
    );
    const entries = hooks.map(
      ({ key, currentHash }) => `\n[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = "${currentHash}"\n`,
    );
    this.write('.codex/config.toml', this.read('.codex/config.toml') + entries.join(''));
    server.kill('SIGKILL');
  }

  read(name: string): string {
    return readFileSync(join(this.home, name), 'utf8');
  }
}

export const threadIn = (stdout: string): string => /"thread_id":"([^"]+)"/.exec(stdout)?.[1] ?? '';

/** The title of an orientation, in its long and its short form. */
const TITLE = /^(?=# [^\n]{1,100} · score \d{1,3}\/100)/m;

/** The orientations in one request, oldest first. */
export const reportsIn = (request: ResponsesRequest | undefined): readonly string[] =>
  messagesOf(request, 'developer')
    .flatMap((text) => text.split(TITLE))
    .filter((text) => TITLE.test(text));
