export const SCOPES = ['user', 'project'] as const;
export type Scope = (typeof SCOPES)[number];

/** The keys that lead to an object or list of a settings file; none lead to the file's own object. */
export type KeyPath = readonly string[];

export interface AddedText {
  readonly text: string;
  readonly made: readonly KeyPath[];
  readonly notice: string | null;
}

/** What Throughline adds to a settings file. A file that takes both is one part. */
export type SettingsKind = 'hooks' | 'MCP server' | 'hooks and MCP server' | 'instructions';
export const hasHooks = (what: SettingsKind): boolean => what.startsWith('hooks');
export const hasServer = (what: SettingsKind): boolean => what.endsWith('MCP server');

/** One settings file of a client, and Throughline's entries in it. */
export interface SettingsPart {
  readonly path: string;
  readonly what: SettingsKind;
  /** Committed to a repository: must not contain anything specific to this machine. */
  readonly isShared: boolean;
  /** The client locks the file while it writes: by a folder of the same name that ends in `.lock`. */
  readonly isLocked: boolean;
  /** Adds or updates the entries without changing any other byte. */
  add(text: string): AddedText;
  /** Removes the entries, and those of `made` that are empty then; null: all that are empty. */
  remove(text: string, made: readonly KeyPath[] | null): string;
}

export const PLATFORMS = ['linux', 'macos', 'windows'] as const;
export type Platform = (typeof PLATFORMS)[number];

export interface Snippet {
  readonly what: SettingsKind;
  readonly format: 'json' | 'toml' | 'text';
  /** On this machine. */
  readonly path: string;
  readonly paths: Readonly<Record<Platform, string>>;
  readonly text: string;
}

export interface Start {
  readonly command: string;
  readonly args: readonly string[];
}

export interface ClientPlace {
  readonly platform: Platform;
  readonly homeDir: string;
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly program: Start & { readonly flags: readonly string[] };
  /** What an agent without hooks must do by itself, in Markdown. */
  readonly instructions: string;
}

/** Empty if the client has no such scope. */
export type ListSnippets = (place: ClientPlace, scope: Scope) => readonly Snippet[];

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

export interface ClientStart extends Start {
  readonly env: Readonly<Record<string, string>>;
}

export interface ConnectedScope {
  readonly scope: Scope;
  readonly hooks: {
    readonly path: string;
    readonly events: readonly string[];
    readonly missing: readonly string[];
    /** Why the client runs no hooks, such as "disableAllHooks is set"; null if it does. */
    readonly offBecause: string | null;
    /** What keeps some of them from running, and what to do about it; null if nothing does. */
    readonly caution: { readonly found: string; readonly fix: string } | null;
    /** null: it cannot be tested. */
    readonly start: ClientStart | null;
  } | null;
  readonly server: { readonly path: string; readonly start: ClientStart | null } | null;
  /** Folders that have a server entry of their own, which the client uses there instead of this one. */
  readonly overriddenIn?: readonly string[];
  /** A plugin provides the same. */
  readonly hasPlugin: boolean;
}

export interface ConnectedClient extends ConnectedScope {
  readonly client: string;
  readonly title: string;
}

/** Reads the settings of one client. Never throws because of them. `read` returns undefined for a missing file. */
export type FindConnected = (
  place: ClientPlace,
  read: (path: string) => string | undefined,
) => readonly ConnectedScope[];

/** What Throughline writes into the settings of one client, and finds there. */
export interface ClientSettings {
  /** What a person can paste. */
  readonly listSnippets: ListSnippets;
  /** What `throughline install` edits. */
  readonly listParts: ListParts;
  /** Absent for a client without hooks. */
  readonly findConnected?: FindConnected;
}

export type ProbeResult = { readonly version: string } | { readonly problem: string };

/** Runs the client's command briefly. Neither opens the store. */
export interface Probes {
  hook(start: ClientStart): Promise<ProbeResult>;
  server(start: ClientStart): Promise<ProbeResult>;
}
