import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFailed, onTestFinished } from 'vitest';
import { countInTranscripts, whenWritten } from '../../support/client-transcripts.ts';
import { git } from '../../support/git.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { type MessagesApi, type Model, type ModelRequest, openMessagesApi } from './messages-api.ts';

/** The real client; the environment of these tests names its path. */
const CLIENT = process.env.CLAUDE_CODE_PROGRAM ?? '';

const PRINTING = ['--output-format', 'stream-json', '--verbose', '--include-hook-events'];
const TRUSTING = '--dangerously-skip-permissions';

/** One run of the client, to its end. */
export interface Sitting {
  readonly exitCode: number | null;
  /** The client's own id of the last session it was in. */
  readonly sessionId: string;
  /** What it asked the model. */
  readonly requests: readonly ModelRequest[];
  readonly stdout: string;
  readonly stderr: string;
}

interface Running {
  readonly process: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Sitting>;
  onLine(take: (line: string) => void): void;
}

const sessionIn = (stdout: string) =>
  stdout
    .match(/"session_id":"([^"]+)"/g)
    ?.at(-1)
    ?.slice(14, -1) ?? '';

const saying = (text: string) =>
  `${JSON.stringify({ type: 'user', message: { role: 'user', content: [{ type: 'text', text }] } })}\n`;

/** The results of tools in a request, as the client writes them to its transcript. */
const resultsIn = (request: ModelRequest): readonly string[] => [
  ...new Set(JSON.stringify(request.messages).match(/"tool_use_id":"[^"]+"/g)),
];

/** A home, a repository, the client, and a model with scripted answers. */
export class Sandbox {
  readonly top = tempFolder('throughline-sandbox-');
  readonly home = join(this.top, 'home');
  readonly project = join(this.top, 'lantern');
  readonly env: Record<string, string>;
  readonly api: MessagesApi;

  private constructor(api: MessagesApi) {
    this.api = api;
    for (const path of [this.home, this.project]) mkdirSync(path);
    writeFileSync(join(this.project, 'README.md'), '# Lantern\n');
    git(this.project, 'init', '-q', '-b', 'main');
    git(this.project, 'add', '.');
    git(this.project, 'commit', '-q', '-m', 'first');
    this.env = {
      PATH: process.env.PATH ?? '',
      HOME: this.home,
      // What is asked here is not how long git and hooks take on a busy machine.
      THROUGHLINE_GIT_TIMEOUT_MS: '1000',
      THROUGHLINE_HOOK_TIMEOUT_MS: '4000',
      ANTHROPIC_BASE_URL: api.url,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
      IS_SANDBOX: '1',
    };
  }

  static async open(model: Model = () => ['Done.']): Promise<Sandbox> {
    const api = await openMessagesApi(model);
    onTestFinished(() => api.close());
    const sandbox = new Sandbox(api);
    onTestFailed(() => sandbox.#tellFailedHooks());
    return sandbox;
  }

  /** Where Throughline keeps everything. */
  get store(): string {
    return join(this.home, '.throughline');
  }

  /** Hooks fail without a word to the client: on a machine that is too busy for them, this is why a test fails. */
  #tellFailedHooks(): void {
    const log = join(this.store, 'hooks.log');
    if (existsSync(log)) process.stderr.write(readFileSync(log, 'utf8'));
  }

  #start(args: readonly string[]): Running {
    const before = this.api.requests.length;
    const child = spawn(CLIENT, args, { cwd: this.project, env: this.env });
    const lines = createInterface({ input: child.stdout });
    const [out, err]: [string[], string[]] = [[], []];
    lines.on('line', (line) => out.push(line));
    child.stderr.on('data', (chunk) => err.push(String(chunk)));
    child.stdin.on('error', () => undefined);
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = Promise.all([once(child, 'close'), once(lines, 'close')]).then(([[exitCode]]) => {
      const stdout = out.join('\n');
      const requests = this.api.requests.slice(before);
      return {
        exitCode: exitCode as number | null,
        sessionId: sessionIn(stdout),
        requests,
        stdout,
        stderr: err.join(''),
      };
    });
    return { process: child, ended, onLine: (take) => void lines.on('line', take) };
  }

  /** The client's own commands, such as `plugin install`. */
  async command(...args: readonly string[]): Promise<Sitting> {
    const { process: child, ended } = this.#start(args);
    child.stdin.end();
    return ended;
  }

  /** One prompt, one answer, and the client is gone. */
  async ask(prompt: string, ...flags: readonly string[]): Promise<Sitting> {
    return this.command('-p', prompt, ...PRINTING, TRUSTING, ...flags);
  }

  /** The client dies, as in a power cut, once the model has been asked for what it never answers. */
  async askAndDie(prompt: string, model: Model, ...flags: readonly string[]): Promise<Sitting> {
    const place = { homeDir: this.home, env: this.env };
    const asWritten = JSON.stringify(prompt);
    const [before = 0] = countInTranscripts('claude-code', place, [asWritten]);
    const { process: child, ended } = this.#start(['-p', prompt, ...PRINTING, TRUSTING, ...flags]);
    child.stdin.end();
    this.api.play((request) => {
      const replies = model(request);
      if (replies === 'hang') {
        // The client writes its transcript a moment after the fact.
        const written = [asWritten, ...resultsIn(request)];
        whenWritten('claude-code', place, written, [before]).finally(() => child.kill('SIGKILL'));
      }
      return replies;
    });
    return ended;
  }

  /** One client process, several prompts one after the other; its own commands, such as `/clear`, among them. */
  async converse(prompts: readonly string[], ...flags: readonly string[]): Promise<Sitting> {
    const running = this.#start(['-p', '--input-format', 'stream-json', ...PRINTING, TRUSTING, ...flags]);
    const { stdin } = running.process;
    const left = [...prompts];
    const next = () => {
      const prompt = left.shift();
      if (prompt === undefined) stdin.end();
      else stdin.write(saying(prompt));
    };
    running.onLine((line) => {
      if ((JSON.parse(line) as { type?: string }).type === 'result') next();
    });
    next();
    return running.ended;
  }
}
