export const SCOPES = ['user', 'project'] as const;
/** For one person everywhere, or for everybody who shares a project. */
export type Scope = (typeof SCOPES)[number];

/** The keys that lead to an object or list of a settings file; none lead to the file's own object. */
export type KeyPath = readonly string[];

export interface AddedText {
  readonly text: string;
  /** Objects and lists that were not there before. */
  readonly made: readonly KeyPath[];
  /** What was left as it is though it has our name. */
  readonly notice: string | null;
}

/** One file in which a client keeps settings, and what is ours in it. */
export interface SettingsPart {
  readonly path: string;
  readonly what: 'hooks' | 'MCP server';
  /** Goes into a repository: nothing of this machine may stand in it. */
  readonly isShared: boolean;
  /** The client locks the file while it writes: by a folder of the same name that ends in `.lock`. */
  readonly isLocked: boolean;
  /** Our entries as they should be, and every other byte as it is; the same text where they are so already. */
  add(text: string): AddedText;
  /** Without our entries, and without those of `made` that nothing is left in; null: no matter who made them. */
  remove(text: string, made: readonly KeyPath[] | null): string;
}

export const PLATFORMS = ['linux', 'macos', 'windows'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** What a person can paste. */
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

/** Where clients keep their settings on this machine, and how they can start us. */
export interface ClientPlace {
  readonly platform: Platform;
  readonly homeDir: string;
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What starts the program on this machine, and the flags with which it finds the same data as now. */
  readonly program: Start & { readonly flags: readonly string[] };
}

/** None where the client has no such scope. */
export type ListSnippets = (place: ClientPlace, scope: Scope) => readonly Snippet[];

/** The files that `install` edits, in the order in which it does. */
export type ListParts = (place: ClientPlace, scope: Scope) => readonly SettingsPart[];
