import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** Ends only a wait for what never comes. */
const MAX_WAIT_MS = 240_000;
const POLL_MS = 200;
/** A line that was not taken is entered again after so long. */
const REPEAT_MS = 3_000;

/** Terminals are driven with tmux, because it knows what is on the screen. */
export const noTerminalReason = spawnSync('tmux', ['-V']).status === 0 ? undefined : 'there is no tmux here';

type Condition = () => boolean | Promise<boolean>;

const quoted = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`;

interface TerminalPlace {
  readonly home: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The client's own interface, and the keys of a person in front of it. */
export class Terminal {
  readonly #tmux: (...args: readonly string[]) => string;

  constructor(words: readonly string[], { home, project, env }: TerminalPlace) {
    const socket = join(home, 'tmux');
    this.#tmux = (...args) =>
      execFileSync('tmux', ['-S', socket, ...args], { env, encoding: 'utf8', stdio: 'pipe' });
    const line = `exec ${words.map(quoted).join(' ')}`;
    const size = ['-x', '160', '-y', '50'];
    this.#tmux('-f', '/dev/null', 'new-session', '-d', ...size, '-c', project, line);
    onTestFinished(() => this.close());
  }

  /** Kills the client, as in a power cut. */
  close(): void {
    try {
      process.kill(Number(this.#tmux('display-message', '-p', '#{pane_pid}')), 'SIGKILL');
      this.#tmux('kill-server');
    } catch {
      // It is gone already.
    }
  }

  /** What is shown now, without colors. Lines end where the window does. */
  get screen(): string {
    try {
      return this.#tmux('capture-pane', '-p');
    } catch {
      return '';
    }
  }

  async until(what: string, isReached: Condition, meanwhile: () => void = () => undefined): Promise<void> {
    const end = Date.now() + MAX_WAIT_MS;
    let next = 0;
    while (!(await isReached())) {
      if (Date.now() > end) throw new Error(`Waited in vain for ${what}. The screen:\n${this.screen}`);
      if (Date.now() > next) {
        meanwhile();
        next = Date.now() + REPEAT_MS;
      }
      await delay(POLL_MS);
    }
  }

  key(name: string): void {
    this.#tmux('send-keys', name);
  }

  /** Types a line until it is shown, and enters it until it was taken: a client that is busy may take neither. */
  async enter(line: string, isTaken: Condition): Promise<void> {
    const type = () => {
      this.key('C-u');
      this.#tmux('send-keys', '-l', line);
    };
    await this.until(`the line ${line}`, () => this.screen.includes(line), type);
    await this.until(`what ${line} does`, isTaken, () => this.key('Enter'));
  }
}
