/** What the process gives the rest of the program; only bin.ts makes one. */
export interface ProcessEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
  /** As `process.kill`. */
  readonly kill: (pid: number, signal: 'SIGKILL' | 0) => void;
  readonly pid: number;
  /** Who started us: the client, where a client did. */
  readonly parentPid: number;
  readonly cwd: string;
  readonly platform: string;
  /** What runs this program, and where it lies. */
  readonly program: { readonly node: string; readonly path: string };
  /** Settles when stdin ends or someone asks the process to stop; never for a command that does not serve. */
  readonly untilStopped: Promise<void>;
  /** In stdio mode stdout is the protocol: talk goes to stderr. */
  log(line: string): void;
  print(line: string): void;
  /** Beside the answer, for a person at the terminal. */
  tell(line: string): void;
  /** Columns of the terminal; where there is none, COLUMNS, or so many that nothing is cut. */
  readonly width: number;
  /** A person reads the answer and can be asked. */
  readonly isTerminal: boolean;
  readonly hasColour: boolean;
  readFile(path: string): string | undefined;
  /** To its end, or until `isWhole` says that nothing more is needed. */
  readStdin(isWhole?: (chunks: readonly Buffer[]) => boolean): Promise<string>;
  /** Standard input goes there, to its end. */
  pipeInput(to: NodeJS.WritableStream): void;
  /** Ends the process after so long, as if all was done; `before` is waited for. */
  giveUpAfter(ms: number, before: () => Promise<void>): void;
  /** Asks on stderr; only yes is yes. */
  ask(question: string): Promise<boolean>;
  /** The person's own editor on this text, and what it was changed to. */
  edit(text: string): Promise<string>;
}
