import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFailed, onTestFinished } from 'vitest';
import { git } from '../../support/git.ts';
import { type Ran, runProgram } from '../../support/run-program.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import type { ModelApi } from './model-api.ts';

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
  readonly program: string;
  readonly api: ModelApi<Request>;
  /** Besides PATH and HOME. */
  readonly env?: Readonly<Record<string, string>>;
  /** For a client that takes longer than others. */
  readonly maxRunMs?: number;
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

/** A client that waits for a model that is gone does so for ever. */
const MAX_RUN_MS = 90_000;

/** A home, a repository, a real client, and a model with scripted answers. */
export class ClientSandbox<Request> {
  readonly home: string;
  readonly project: string;
  readonly env: Record<string, string>;
  readonly api: ModelApi<Request>;
  readonly #program: string;
  readonly #maxRunMs: number;

  constructor({ program, api, env = {}, place = newPlace(), maxRunMs = MAX_RUN_MS }: Client<Request>) {
    this.#program = program;
    this.#maxRunMs = maxRunMs;
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
    const child = spawn(this.#program, args, {
      cwd: this.project,
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err]: [string[], string[]] = [[], []];
    child.stdout.on('data', (chunk) => out.push(String(chunk)));
    child.stderr.on('data', (chunk) => err.push(String(chunk)));
    const limit = setTimeout(() => child.kill('SIGKILL'), this.#maxRunMs);
    onTestFinished(() => void child.kill('SIGKILL'));
    onStart(child);
    const [exitCode] = (await once(child, 'close')) as [number];
    clearTimeout(limit);
    const requests = this.api.requests.slice(before);
    return { exitCode, stdout: out.join(''), stderr: err.join(''), requests };
  }

  /** Runs the client to its end. */
  run(...args: readonly string[]): Promise<ClientRun<Request>> {
    return this.#run(args, () => undefined);
  }

  /** The client is killed, as in a power cut, once the model was asked for what it never answers. */
  runAndKill(...args: readonly string[]): Promise<ClientRun<Request>> {
    return this.#run(args, (child) =>
      // The client writes its transcript a moment after the fact.
      this.api.onHang(() => setTimeout(() => child.kill('SIGKILL'), 1_000)),
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
