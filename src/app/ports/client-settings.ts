export const SCOPES = ['user', 'project'] as const;
/** For one user, or for all users of a project. */
export type Scope = (typeof SCOPES)[number];

/** The keys that lead to an object or list of a settings file; none lead to the file's own object. */
export type KeyPath = readonly string[];

export interface AddedText {
  readonly text: string;
  /** Objects and lists that were created. */
  readonly made: readonly KeyPath[];
  /** A foreign entry with the same name that was not changed. */
  readonly notice: string | null;
}

/** One settings file of a client, and Throughline's entries in it. */
export interface SettingsPart {
  readonly path: string;
  readonly what: 'hooks' | 'MCP server';
  /** Committed to a repository: must not contain anything specific to this machine. */
  readonly isShared: boolean;
  /** The client locks the file while it writes: by a folder of the same name that ends in `.lock`. */
  readonly isLocked: boolean;
  /** Adds or updates the entries without changing any other byte. */
  add(text: string): AddedText;
  /** Removes the entries, and those of `made` that are empty then; null: all that are empty. */
  remove(text: string, made: readonly KeyPath[] | null): string;
}

const PLATFORMS = ['linux', 'macos', 'windows'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** Settings to paste by hand. */
export interface Snippet {
  readonly what: SettingsPart['what'];
  readonly format: 'json' | 'toml';
  /** On this machine. */
  readonly path: string;
  readonly paths: Readonly<Record<Platform, string>>;
  readonly text: string;
}

/** A program and its arguments. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
}

/** Where clients store their settings, and how they start Throughline. */
export interface ClientPlace {
  readonly platform: Platform;
  readonly homeDir: string;
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The command on this machine, and the flags that select the same data. */
  readonly program: Start & { readonly flags: readonly string[] };
}

/** Empty if the client has no such scope. */
export type ListSnippets = (place: ClientPlace, scope: Scope) => readonly Snippet[];

/** The files that `install` edits, in order. */
export type ListParts = (place: ClientPlace, scope: Scope) => readonly SettingsPart[];

export interface ReadSettings {
  /** The whole file, byte order mark and all; null when there is none. */
  readonly text: string | null;
  readonly isLink: boolean;
}

/** The settings files of clients. Writes are atomic and durable. */
export interface SettingsFiles {
  /** Throws `settings_link_broken`, `settings_not_a_file`, `settings_not_text` or `settings_unreadable`. */
  read(path: string): Promise<ReadSettings>;
  /** Throws `settings_read_only` if the file, or a folder that must take a file, could not be written. */
  checkWritable(path: string): Promise<void>;
  /** A backup next to the file, named by this date, with the same permissions. Returns its path. */
  keepCopy(path: string, text: string, now: string): Promise<string>;
  /**
   * Throws `settings_changed`, and changes nothing, unless the file still is what `expected` says; null: not there.
   * A link stays one; permissions and owner stay. Answers the first folder that had to be made.
   */
  replace(path: string, change: FileChange): Promise<string | null>;
  /** Throws `settings_changed` as `replace` does. Then folders that are empty, from the file's up to `topFolder`. */
  remove(path: string, expected: string, topFolder: string | null): Promise<void>;
  /** Holds the client's lock meanwhile. Throws `settings_busy`. */
  whileLocked<Result>(path: string, work: () => Promise<Result>): Promise<Result>;
}

export interface FileChange {
  readonly expected: string | null;
  readonly text: string;
  /** A new file gets the permissions of its folder. */
  readonly isShared: boolean;
}

export interface DiffLine {
  readonly kind: 'place' | 'same' | 'added' | 'removed';
  /** With its sign in front, as in a unified diff. */
  readonly text: string;
}

/** What differs between two texts, with some lines around it. A line too long to be read is cut to where it differs. */
export type Diff = (before: string, after: string) => readonly DiffLine[];

/** The command that a client runs. */
export interface ClientStart extends Start {
  readonly env: Readonly<Record<string, string>>;
}

/** Throughline's entries in the settings of a client, for one scope. */
export interface ConnectedScope {
  readonly scope: Scope;
  readonly hooks: {
    readonly path: string;
    readonly events: readonly string[];
    /** Events for which the hook is missing. */
    readonly missing: readonly string[];
    /** Why the client runs no hooks, such as "disableAllHooks is set"; null if it does. */
    readonly offBecause: string | null;
    /** null: it cannot be tested. */
    readonly start: ClientStart | null;
  } | null;
  /** Its command without the flags that select the data. */
  readonly server: { readonly path: string; readonly start: ClientStart | null } | null;
  /** A plugin provides the same. */
  readonly hasPlugin: boolean;
}

export interface ConnectedClient extends ConnectedScope {
  /** The name of its adapter. */
  readonly client: string;
  readonly title: string;
}

/** Reads the settings of one client. Never throws because of them. `read` returns undefined for a missing file. */
export type FindConnected = (
  place: ClientPlace,
  read: (path: string) => string | undefined,
) => readonly ConnectedScope[];

export type ProbeResult = { readonly version: string } | { readonly problem: string };

/** Runs the client's command briefly. Neither opens the store. */
export interface Probes {
  hook(start: ClientStart): Promise<ProbeResult>;
  server(start: ClientStart): Promise<ProbeResult>;
}
