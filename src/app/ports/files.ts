export interface TextFile {
  /** The real path that was read. */
  readonly path: string;
  readonly text: string;
  /** Whether it was longer than the caller wanted. */
  readonly isCut: boolean;
}

/** A regular file that is open for reading, and was inside the allowed roots when it was opened. */
export interface OpenFile {
  /** The real path at which it was opened. */
  readonly path: string;
  /** When it was opened. */
  readonly size: number;
  /** Fills `buffer` from `offset` on with up to `length` bytes from `position` in the file. */
  read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>;
  close(): Promise<void>;
}

/** The only way to a path that a caller named. Outside the allowed roots everything is refused. */
export interface Files {
  /** The real path, or `path_outside_roots`; opens nothing. */
  checkPath(path: string, options: { field: string }): Promise<string>;
  /** Throws `path_outside_roots`, `file_not_found` or `file_not_text`; never reads more than `maxBytes`. */
  readTextFile(path: string, options: { field: string; maxBytes: number }): Promise<TextFile>;
  /** For whoever reads a part, or twice; refuses what `readTextFile` refuses. The caller closes it. */
  openFile(path: string, options: { field: string }): Promise<OpenFile>;
  /** The most recently changed file with this extension directly in the folder. */
  newestFile(folder: string, options: { field: string; extension: string }): Promise<string | undefined>;
  /** All of the text under the name, or the file as it was. Answers the real path. */
  writeFileAtomically(path: string, text: string, options: { field: string }): Promise<string>;
}
