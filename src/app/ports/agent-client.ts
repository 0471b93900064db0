export const SCOPES = ['user', 'project'] as const;
/** For one person everywhere, or for everybody who shares a project. */
export type Scope = (typeof SCOPES)[number];

export const CLIENT_NAMES = [
  'claude-code',
  'codex',
  'gemini',
  'cursor',
  'vscode',
  'claude-desktop',
  'opencode',
] as const;
export type ClientName = (typeof CLIENT_NAMES)[number];

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

export interface AgentClient {
  readonly name: ClientName;
  readonly title: string;
  /** Whether there are hooks of ours for it; all others get the MCP server alone. */
  readonly hooks: 'ours' | 'none of ours' | 'none at all';
  /** What `install` changes; none where we only tell what to paste. */
  partsIn(scope: Scope): readonly SettingsPart[];
  /** None where the client has no such scope. */
  snippetsIn(scope: Scope): readonly Snippet[];
}
