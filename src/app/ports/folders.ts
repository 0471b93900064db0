export interface FolderIdentity {
  /** `git:<real path of the git common dir>` or `dir:<real path>`; the same for all worktrees of a repository. */
  readonly key: string;
  /** Display name: the repository's or folder's own name, without control characters. */
  readonly name: string;
  /** Path whose existence tells whether the project is still where it was (commonDir or the folder). */
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
  /** undefined for the file system's root and for folders that do not exist: they are nobody's project. */
  identify(folder: string): FolderIdentity | undefined;
  /** Whether the anchor recorded for a project is still there: the same real path exists.
   *  A symbolic link left in its place, or the same name in another case, is a folder that moved. */
  exists(path: string): boolean;
}
