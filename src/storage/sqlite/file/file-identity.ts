import { statSync } from 'node:fs';

const LOG = '-wal';
const LOG_INDEX = '-shm';
const PARTS = ['', LOG, LOG_INDEX];

const inodeOf = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;

/** SQLite deletes log and index only with an exclusive lock, so they stay the same files while a connection is open. */
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

  findReplaced(): string | undefined {
    for (const [part, inode] of this.#inodes ?? []) {
      if (inodeOf(this.#path + part) !== inode) return this.#path + part;
    }
    return undefined;
  }

  /** Another file has the name of the store, so that what is read here is no longer the store. */
  get isOtherStore(): boolean {
    const [known, present] = [this.#inodes?.get(''), inodeOf(this.#path)];
    return known !== undefined && present !== undefined && present !== known;
  }

  /** The log was deleted, and no process has opened the store since: its content can still be moved into the store. */
  get isLogOnlyDeleted(): boolean {
    const known = this.#inodes;
    if (known?.get(LOG) === undefined || inodeOf(this.#path) !== known.get('')) return false;
    const index = inodeOf(this.#path + LOG_INDEX);
    return inodeOf(this.#path + LOG) === undefined && (index === undefined || index === known.get(LOG_INDEX));
  }
}
