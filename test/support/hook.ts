import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROGRAM } from './program.ts';
import type { Place } from './server.ts';

export interface HookOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly elapsedMs: number;
  /** The context that the model receives; '' if it receives none. */
  readonly context: string;
  /** 0 unless it was weighed. */
  readonly maxRssMb: number;
}

const RSS = /maxrss (\d+)/;
const TELL_RSS = `data:text/javascript,process.on('exit',()=>process.stderr.write('maxrss '+process.resourceUsage().maxRSS+'\\n'))`;

export const contextIn = (stdout: string): string =>
  stdout === '' ? '' : (JSON.parse(stdout).hookSpecificOutput?.additionalContext ?? '');

export interface HookOptions {
  /** In place of the payload. */
  readonly stdin?: string;
  /** Standard input stays open, as with a client that hangs. */
  readonly isStdinOpen?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** With the usual limits. */
  readonly isInTime?: boolean;
  /** How large it grew is asked for as well. */
  readonly isWeighed?: boolean;
  readonly client?: string;
  /** The process that passes for the client's. */
  readonly clientPid?: number;
}

/** The variables that a client sets for its hooks, and ours for tests. */
export const hookVariables = (
  project: string,
  { env = {}, isInTime = false, clientPid = process.pid }: HookOptions,
): Record<string, string> => ({
  // What most tests ask is not how long it takes: the machine may be busy with others.
  THROUGHLINE_GIT_TIMEOUT_MS: '5000',
  ...(isInTime ? {} : { THROUGHLINE_HOOK_TIMEOUT_MS: '60000' }),
  CLAUDE_PROJECT_DIR: project,
  CLAUDE_PID: String(clientPid),
  ...env,
});

export type RunHook = (
  where: Place,
  event: string,
  payload: Readonly<Record<string, unknown>>,
  options?: HookOptions,
) => Promise<HookOutcome>;

/** Runs a hook as the client does: exec form, the payload on stdin, the client's variables in the environment. */
export const runHook: RunHook = async ({ home, project }, event, payload, options = {}) => {
  const { stdin, isStdinOpen = false, isWeighed = false, client = 'claude-code' } = options;
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [...(isWeighed ? ['--import', TELL_RSS] : []), PROGRAM, 'hook', client, event],
    {
      cwd: project,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: home,
        THROUGHLINE_HOME: home,
        ...hookVariables(project, options),
      },
    },
  );
  const out: string[] = [];
  const err: string[] = [];
  child.stdout.on('data', (chunk) => out.push(String(chunk)));
  child.stderr.on('data', (chunk) => err.push(String(chunk)));
  child.stdin.on('error', () => undefined);
  const text = stdin ?? JSON.stringify({ cwd: project, ...payload });
  if (isStdinOpen) child.stdin.write(text);
  else child.stdin.end(text);
  const [code] = (await once(child, 'close')) as [number | null];
  const [stdout, stderr] = [out.join(''), err.join('')];
  return {
    code,
    stdout,
    stderr: stderr.replace(/maxrss \d+\n/, ''),
    elapsedMs: performance.now() - startedAt,
    context: contextIn(stdout),
    maxRssMb: Number(RSS.exec(stderr)?.[1] ?? 0) / 1_000,
  };
};

/** A conversation of the real client's shape, written as it is had. */
export class Conversation {
  readonly id: string;
  readonly path: string;
  readonly #place: Place;
  readonly #runHook: RunHook;
  #count = 0;

  constructor(place: Place, id: string, run: RunHook = runHook) {
    this.#place = place;
    this.#runHook = run;
    this.id = id;
    const folder = place.project.replace(/[^A-Za-z0-9]/g, '-');
    this.path = join(place.home, '.claude', 'projects', folder, `${id}.jsonl`);
    mkdirSync(dirname(this.path), { recursive: true });
  }

  get payload() {
    return { session_id: this.id, transcript_path: this.path };
  }

  #line(type: 'user' | 'assistant', content: unknown, isSidechain = false): void {
    this.#count += 1;
    const line = {
      parentUuid: null,
      isSidechain,
      type,
      message: { role: type, content },
      uuid: `${this.id}-${this.#count}`,
      timestamp: new Date().toISOString(),
      userType: 'external',
      cwd: this.#place.project,
      sessionId: this.id,
      version: '2.1.325',
      gitBranch: 'main',
    };
    appendFileSync(this.path, `${JSON.stringify(line)}\n`);
  }

  /** A line that is neither the person's nor the agent's. */
  line(line: Readonly<Record<string, unknown>>): this {
    appendFileSync(this.path, `${JSON.stringify(line)}\n`);
    return this;
  }

  asks(text: string): this {
    this.#line('user', text);
    return this;
  }

  says(text: string): this {
    this.#line('assistant', [{ type: 'text', text }]);
    return this;
  }

  /** A tool call and its result. */
  does(name: string, input: Readonly<Record<string, unknown>>, result = 'ok', isError = false): this {
    const id = `toolu_${this.#count}`;
    this.#line('assistant', [{ type: 'tool_use', id, name, input }]);
    this.#line('user', [{ tool_use_id: id, type: 'tool_result', content: result, is_error: isError }]);
    return this;
  }

  /** The same by a subagent. */
  sidechain(name: string, input: Readonly<Record<string, unknown>>, result: string): this {
    const id = `toolu_sub_${this.#count}`;
    this.#line('assistant', [{ type: 'tool_use', id, name, input }], true);
    this.#line('user', [{ tool_use_id: id, type: 'tool_result', content: result }], true);
    return this;
  }

  hook(event: string, more: Readonly<Record<string, unknown>> = {}, options: HookOptions = {}) {
    const prompt = event === 'session-start' ? {} : { prompt_id: randomUUID() };
    return this.#runHook(this.#place, event, { ...this.payload, ...prompt, ...more }, options);
  }
}
