import type { Instant } from '../../domain/instant.ts';

export interface Clock {
  now(): Instant;
}

export interface Ids {
  newSessionId(): string;
  newReceiptId(): string;
}

/** Processes of this machine, by a key that no other process ever has. */
export interface Processes {
  /** undefined: unknown, for example because it runs on another machine. */
  isRunning(key: string): boolean | undefined;
}

export interface FolderIdentity {
  /** `git:<real path of the git common dir>` or `dir:<real path>`; the same for all worktrees of a repository. */
  readonly key: string;
  /** Display name: the repository's or folder's own name, without control characters. */
  readonly name: string;
  /** The path that exists as long as the project has not moved (common directory or folder). */
  readonly anchorPath: string;
  /** `dev:ino:birthtimeMs` of anchorPath; a moved folder keeps it on one file system. '' when unknown:
   *  without a birth time a reused inode would pass for the old folder. */
  readonly fingerprint: string;
  /** Real path of the working tree's top folder, or of the plain folder. */
  readonly worktree: string;
  readonly branch: string | null;
  readonly head: string | null;
}

export interface Folders {
  /** undefined for the root of the file system and for folders that do not exist. */
  identify(folder: string): FolderIdentity | undefined;
  /** Whether the anchor recorded for a project is still there: the same real path exists.
   *  A symbolic link left in its place, or the same name in another case, is a folder that moved. */
  exists(path: string): boolean;
  /** The only folder on this machine whose path gives this slug: every run of characters other than letters and digits is
   *  one hyphen. undefined if there is none, or more than one. */
  findBySlug(slug: string): string | undefined;
}

export interface GitFacts {
  /** Real path of the working tree's top folder. */
  readonly worktree: string;
  /** Real path of the git common directory: all worktrees of a repository share it. */
  readonly commonDir: string;
  /** Short branch name; null when HEAD is detached. */
  readonly branch: string | null;
  /** Full commit id HEAD points to; null before the first commit or where it cannot be read. */
  readonly head: string | null;
}

export interface Git {
  /** Facts of the working tree that holds `folder`; undefined outside one.
   *  Executes nothing of the repository, never throws for a damaged one. */
  read(folder: string): GitFacts | undefined;
}

export interface TextFile {
  readonly path: string;
  readonly text: string;
  /** Whether it was longer than `maxBytes`. */
  readonly isCut: boolean;
}

/** A regular file that is open for reading, and was inside the allowed roots when it was opened. */
export interface OpenFile {
  readonly path: string;
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

export interface ListedFile {
  /** The real path. */
  readonly path: string;
  readonly size: number;
  readonly changedAt: Instant;
}

/** The only access to paths from callers. Paths outside the allowed roots are refused. */
export interface Files {
  /** The real path, or `path_outside_roots`; opens nothing. */
  checkPath(path: string, options: { field: string }): Promise<string>;
  /** Throws `path_outside_roots`, `file_not_found` or `file_not_text`; never reads more than `maxBytes`. */
  readTextFile(path: string, options: { field: string; maxBytes: number }): Promise<TextFile>;
  /** For partial or repeated reads. Refuses what `readTextFile` refuses. The caller closes it. */
  openFile(path: string, options: { field: string }): Promise<OpenFile>;
  /** The size of a regular file, at the price of one look; undefined for anything else, and outside of the roots as they are named. */
  sizeOf(path: string): number | undefined;
  /** The most recently changed file with this extension directly in the folder. */
  newestFile(folder: string, options: { field: string; extension: string }): Promise<string | undefined>;
  /** The regular files in the folder and up to `maxDepth` levels below, by path; none if there is no such folder. Follows no links. */
  listFiles(folder: string, options: { field: string; maxDepth: number }): Promise<readonly ListedFile[]>;
  /** Writes all of the text or nothing. Returns the real path. */
  writeFileAtomically(path: string, text: string, options: { field: string }): Promise<string>;
}

export interface Redaction {
  readonly text: string;
  /** Kind of secret → how many were taken out. */
  readonly found: Readonly<Record<string, number>>;
}

export interface Redactor {
  /** In the same order. Every byte that is no secret survives. */
  redact(texts: readonly string[]): Promise<readonly Redaction[]>;
}
