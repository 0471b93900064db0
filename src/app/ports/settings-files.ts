export interface ReadSettings {
  /** The whole file, byte order mark and all; null when there is none. */
  readonly text: string | null;
  readonly isLink: boolean;
}

/** The settings files of clients. Written whole and durably, or not at all; never through a half-written name. */
export interface SettingsFiles {
  /** Throws `settings_link_broken`, `settings_not_a_file`, `settings_not_text` or `settings_unreadable`. */
  read(path: string): Promise<ReadSettings>;
  /** Throws `settings_read_only` if the file, or a folder that must take a file, could not be written. */
  checkWritable(path: string): Promise<void>;
  /** A copy beside the file, under a name with this date, with its permissions. Answers its path. */
  keepCopy(path: string, text: string, now: string): Promise<string>;
  /**
   * Throws `settings_changed`, and changes nothing, unless the file still is what `expected` says; null: not there.
   * A link stays one; permissions and owner stay. Answers the first folder that had to be made.
   */
  replace(path: string, change: FileChange): Promise<string | null>;
  /** Throws `settings_changed` as `replace` does. Then folders that are empty, from the file's up to `topFolder`. */
  remove(path: string, expected: string, topFolder: string | null): Promise<void>;
  /** Holds the lock of the client's own while it works. Throws `settings_busy`. */
  whileLocked<Result>(path: string, work: () => Promise<Result>): Promise<Result>;
}

export interface FileChange {
  readonly expected: string | null;
  readonly text: string;
  /** A file that is new is as open to others as its folder is. */
  readonly isShared: boolean;
}
