/** Processes of this machine, by a key that no other process ever has. */
export interface Processes {
  /** undefined: it runs elsewhere, or nobody can tell. */
  isRunning(key: string): boolean | undefined;
}
