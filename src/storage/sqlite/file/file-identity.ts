import { statSync } from 'node:fs';

const LOG = '-wal';
const LOG_INDEX = '-shm';
const PARTS = ['', LOG, LOG_INDEX];

const inodeOf = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;

/**
 * Which files this process has open as the store, its log and the index of its log. SQLite deletes log and index only
 * with an exclusive lock on the store, so they stay the same files as long as a connection of this process is open.
 */
export class FileIdentity {
  readonly #path: string;
  #inodes: ReadonlyMap<string, bigint> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Call it once a connection has read: only then are log and index there. The first call counts. */
  record(): void {
    if (this.#inodes !== undefined) return;
    const found = PARTS.map((part) => [part, inodeOf(this.#path + part)] as const);
    this.#inodes = new Map(found.flatMap(([part, inode]) => (inode === undefined ? [] : [[part, inode]])));
  }

  /** The path of the first file that is not the one that was opened. */
  findReplaced(): string | undefined {
    for (const [part, inode] of this.#inodes ?? []) {
      if (inodeOf(this.#path + part) !== inode) return this.#path + part;
    }
    return undefined;
  }

  /** The log was deleted, and no process has opened the store since: its content can still be moved into the store. */
  get isLogOnlyDeleted(): boolean {
    const known = this.#inodes;
    if (known?.get(LOG) === undefined || inodeOf(this.#path) !== known.get('')) return false;
    const index = inodeOf(this.#path + LOG_INDEX);
    return inodeOf(this.#path + LOG) === undefined && (index === undefined || index === known.get(LOG_INDEX));
  }
}
