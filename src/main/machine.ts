/** What the process gives the rest of the program; only bin.ts makes one. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
  readonly cwd: string;
  /** Settles when stdin ends or someone asks the process to stop. */
  readonly untilStopped: Promise<void>;
  /** In stdio mode stdout is the protocol: talk goes to stderr. */
  log(line: string): void;
  print(line: string): void;
  /** Columns of the terminal. */
  readonly width: number;
  readFile(path: string): string | undefined;
  readStdin(): Promise<string>;
}
