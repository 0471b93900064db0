import type { Writable } from 'node:stream';
import type { Terminal } from '../cli/define-command.ts';
import type { PayloadReading } from './standard-streams.ts';

/** What the rest of the program gets from the process; created in bin.ts only. */
export interface ProcessEnvironment extends Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
  readonly kill: (pid: number, signal: 'SIGKILL' | 0) => void;
  readonly pid: number;
  readonly parentPid: number;
  readonly cwd: string;
  readonly platform: string;
  readonly program: { readonly node: string; readonly path: string };
  /** Resolves when stdin ends or the process is asked to stop; never for a command that does not serve. */
  readonly untilStopped: Promise<void>;
  /** Whether a signal asked the process to stop. */
  isSignaled(): boolean;
  /** For a server that is still sending after it was asked to stop: its time to close starts again. */
  extendStop(): void;
  /** To stderr: in stdio mode stdout is the protocol. */
  log(line: string): void;
  print(line: string): void;
  readonly hasColor: boolean;
  readFile(path: string): string | undefined;
  readStdin(): Promise<string>;
  /** The payload of a hook, from stdin. */
  readPayload(reading: PayloadReading): Promise<string>;
  pipeInput(to: NodeJS.WritableStream): void;
  /** Stdout, for the messages of the protocol. */
  readonly output: Writable;
  /** Milliseconds since the process started, loading of the program included. */
  uptimeMs(): number;
  /** Ends the process with exit code 0 after this time, once `before` has settled. */
  exitAfter(ms: number, before: () => Promise<void>): void;
}
