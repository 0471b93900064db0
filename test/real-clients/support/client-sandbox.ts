import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFailed, onTestFinished } from 'vitest';
import { countInTranscripts, whenWritten } from '../../support/client-transcripts.ts';
import { git } from '../../support/git.ts';
import { type Ran, runProgram } from '../../support/run-program.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import type { ModelApi } from './model-api.ts';
import { Terminal } from './terminal.ts';

/** The path of a real client's program, as `scripts/e2e-clients.mjs` passes it. */
export function programOf(client: string): string {
  const variable = `REAL_CLIENT_${client.toUpperCase().replaceAll('-', '_')}`;
  const program = process.env[variable];
  if (program === undefined) throw new Error(`Run npm run e2e:clients: ${variable} is not set.`);
  return program;
}

/** One run of the client, to its end. */
export interface ClientRun<Request> extends Ran {
  /** What it asked the model. */
  readonly requests: readonly Request[];
}

export interface StoredSession {
  readonly session_id: string;
  readonly status: string;
  readonly client_session_id: string | null;
  readonly predecessor_id: string | null;
  readonly turn_count: number;
}

/** Where one person works. */
export interface Place {
  readonly home: string;
  readonly project: string;
}

interface Client<Request> {
  /** As our adapter is called. */
  readonly name: string;
  readonly api: ModelApi<Request>;
  /** Besides PATH and HOME. */
  readonly env?: Readonly<Record<string, string>>;
  /** Of a person who uses another client too; absent: a new one. */
  readonly place?: Place | undefined;
}

/** A home and a repository. */
function newPlace(): Place {
  const top = tempFolder('throughline-client-');
  const [home, project] = [join(top, 'home'), join(top, 'lantern')];
  for (const path of [home, project]) mkdirSync(path);
  writeFileSync(join(project, 'README.md'), '# Lantern\n');
  git(project, 'init', '-q', '-b', 'main');
  git(project, 'add', '.');
  git(project, 'commit', '-q', '-m', 'first');
  return { home, project };
}

/** Ends only a client that hangs: a busy machine may take many times what an idle one does. */
const MAX_RUN_MS = 300_000;

/** What a person does in the client's own interface: a prompt, a command of the client, and another prompt. */
interface TerminalTalk<Request> {
  readonly args: readonly string[];
  /** What the model answers to the first prompt. */
  readonly answer: string;
  readonly command: string;
  isDone(screen: string, requestsSince: readonly Request[]): boolean;
  readonly next: string;
}

/** A home, a repository, a real client, and a model with scripted answers. */
export class ClientSandbox<Request> {
  readonly home: string;
  readonly project: string;
  readonly env: Record<string, string>;
  readonly api: ModelApi<Request>;
  readonly #name: string;

  constructor({ name, api, env = {}, place = newPlace() }: Client<Request>) {
    this.#name = name;
    this.api = api;
    this.home = place.home;
    this.project = place.project;
    this.env = {
      PATH: process.env.PATH ?? '',
      HOME: this.home,
      // What is asked here is not how long git and hooks take on a busy machine.
      THROUGHLINE_GIT_TIMEOUT_MS: '1000',
      THROUGHLINE_HOOK_TIMEOUT_MS: '4000',
      ...env,
    };
    onTestFinished(() => api.close());
    onTestFailed(() => this.#printFailedHooks());
  }

  /** Where Throughline keeps everything. */
  get store(): string {
    return join(this.home, '.throughline');
  }

  /** Hooks fail silently: on a machine that is too busy for them, this is why a test fails. */
  #printFailedHooks(): void {
    const log = join(this.store, 'hooks.log');
    if (existsSync(log)) process.stderr.write(readFileSync(log, 'utf8'));
  }

  /** A file below the home. */
  write(name: string, text: string): string {
    const path = join(this.home, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  async #run(args: readonly string[], onStart: (child: ChildProcess) => void): Promise<ClientRun<Request>> {
    const before = this.api.requests.length;
    const [command = '', ...first] = this.#words;
    const child = spawn(command, [...first, ...args], {
      cwd: this.project,
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err]: [string[], string[]] = [[], []];
    child.stdout.on('data', (chunk) => out.push(String(chunk)));
    child.stderr.on('data', (chunk) => err.push(String(chunk)));
    const limit = setTimeout(() => child.kill('SIGKILL'), MAX_RUN_MS);
    onTestFinished(() => void child.kill('SIGKILL'));
    onStart(child);
    const [exitCode] = (await once(child, 'close')) as [number];
    clearTimeout(limit);
    const requests = this.api.requests.slice(before);
    return { exitCode, stdout: out.join(''), stderr: err.join(''), requests };
  }

  /** How the client is started. */
  get #words(): readonly string[] {
    const program = programOf(this.#name);
    return program.endsWith('.js') ? [process.execPath, program] : [program];
  }

  /** What the client asked the model for the second prompt. */
  async inTerminal({
    args,
    answer,
    command,
    isDone,
    next,
  }: TerminalTalk<Request>): Promise<readonly Request[]> {
    // A client may ask for a title meanwhile, which takes one of the answers.
    this.api.play([answer], [answer]);
    const terminal = new Terminal([...this.#words, ...args], this);
    const countTurns = async () =>
      (await this.listSessions()).reduce((sum, { turn_count }) => sum + turn_count, 0);
    const isAnswered = () => terminal.screen.includes(answer);
    await terminal.until('the first answer', isAnswered, () => {
      if (/Do you trust|Trust this folder/.test(terminal.screen)) terminal.key('Enter');
    });
    await terminal.until('the end of the turn', async () => (await countTurns()) === 1);
    const { requests } = this.api;
    const before = requests.length;
    await terminal.enter(command, () => isDone(terminal.screen, requests.slice(before)));
    const asked = () => requests.slice(before).filter((request) => JSON.stringify(request).includes(next));
    await terminal.enter(next, () => asked().length > 0);
    await terminal.until('the end of the second turn', async () => (await countTurns()) === 2);
    terminal.close();
    return asked();
  }

  /** Runs the client to its end. */
  run(...args: readonly string[]): Promise<ClientRun<Request>> {
    return this.#run(args, () => undefined);
  }

  /**
   * The client is killed, as in a power cut, once the model was asked for what it never answers, and the client's
   * transcripts have each of these texts once more than before: it writes them a moment after the fact.
   */
  runAndKill(written: readonly string[], ...args: readonly string[]): Promise<ClientRun<Request>> {
    const place = { homeDir: this.home, env: this.env };
    const before = countInTranscripts(this.#name, place, written);
    return this.#run(args, (child) =>
      this.api.onHang(() => {
        whenWritten(this.#name, place, written, before).finally(() => child.kill('SIGKILL'));
      }),
    );
  }

  /** Our own command line, run as the person at the sandbox. */
  async throughline(...args: string[]): Promise<Ran> {
    const env = { HOME: this.home, THROUGHLINE_HOME: this.store };
    const ran = await runProgram(args, { home: this.home, project: this.project }, { env });
    if (ran.exitCode !== 0) throw new Error(`throughline ${args.join(' ')}: ${ran.stdout}${ran.stderr}`);
    return ran;
  }

  /** The sessions of the project, oldest first. */
  async listSessions(): Promise<readonly StoredSession[]> {
    const { stdout } = await this.throughline('session', 'list', '--json');
    return (JSON.parse(stdout) as { sessions: StoredSession[] }).sessions.toReversed();
  }
}
