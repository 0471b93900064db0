import { Stopper } from '../../lib/stopper.ts';
import { Connection, type ConnectionOptions, type Opened, openForWriting } from './connection.ts';
import type { Database } from './driver.ts';
import { storeReplaced } from './errors.ts';
import { ensureFile, IN_MEMORY, type OpenFileOptions, storeOpener } from './file/open-file.ts';
import { FileIdentity } from './file/store-files.ts';
import { isBusy, type LockWait, retryReads } from './file/wait-for-lock.ts';
import { migrate } from './migrate.ts';
import { type Synchronous, Writer } from './writer.ts';

export interface ConnectionsOptions extends Omit<OpenFileOptions, 'busyTimeoutMs'> {
  /** How long a call waits for a lock that another process holds. */
  readonly busyTimeoutMs: number;
  /** How long all calls together wait for locks, from now on; without it each call has its own limit. */
  readonly lockBudgetMs?: number | undefined;
  /** For a process that ends after one call: it reads and writes on one connection, and what it commits is on disk when it closes the store. */
  readonly isOneCall?: boolean | undefined;
}

export interface Connections {
  /** For reading alone, so that no read waits for a writer. */
  readonly reader: Connection;
  readonly writer: Writer;
  /** Each method of the result waits while another process opens, closes or migrates the store. */
  retrying<Reader extends object>(reader: Reader): Reader;
  stop(): void;
  close(): Promise<void>;
}

/** SQLite copies each page that a statement changes. A handoff changes more pages than fit in memory by default. */
function openForLedger(options: ConnectionOptions, synchronous: Synchronous, shared?: Database): Opened {
  const opened = openForWriting(options, shared);
  opened.database.exec(`PRAGMA temp_store = MEMORY; PRAGMA synchronous = ${synchronous}`);
  return opened;
}

function connect(options: ConnectionsOptions, files: FileIdentity) {
  const { path, migrations, now } = options;
  const waitless = { ...options, busyTimeoutMs: 0 };
  if (path === IN_MEMORY) {
    const only = new Connection(waitless);
    migrate(only, { migrations, now, keepCopy: () => undefined });
    return { reader: only, connection: only };
  }
  ensureFile(waitless);
  const reader = new Connection(waitless, storeOpener(waitless), files);
  const synchronous = synchronousOf(options);
  const open = (given: ConnectionOptions) =>
    openForLedger(given, synchronous, options.isOneCall ? reader.sharedDatabase() : undefined);
  const connection = new Connection(waitless, open, files);
  return { reader, connection };
}

/** With NORMAL, SQLite syncs the log when it moves it into the store, and not with each commit. */
const synchronousOf = ({ isOneCall }: ConnectionsOptions): Synchronous => (isOneCall ? 'NORMAL' : 'FULL');

/** A call makes dozens of reads; a look at the file for each would cost more than the reads. */
const LOOK_MS = 250;

/** Why nothing should be read any more: a restore has put another store in the place of this one. */
function replacementFinder(path: string, files: FileIdentity): () => unknown {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isReplaced = false;
  return () => {
    if (performance.now() - lookedAt > LOOK_MS) {
      lookedAt = performance.now();
      isReplaced = files.isOtherStore;
    }
    return isReplaced ? storeReplaced(path) : undefined;
  };
}

/** Opens the reader at once unless another process holds a lock. The writer opens with the first write. */
export function openConnections(options: ConnectionsOptions): Connections {
  const { path, busyTimeoutMs, lockBudgetMs, isOneCall = false } = options;
  const files = new FileIdentity(path);
  const stopping = new Stopper();
  const wait: LockWait = {
    path,
    waitMs: busyTimeoutMs,
    signal: stopping.signal,
    deadline: lockBudgetMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + lockBudgetMs,
  };
  const findReplacement = replacementFinder(path, files);
  const { reader, connection } = connect(options, files);
  const writer = new Writer({
    connection,
    reader,
    files,
    wait,
    synchronous: synchronousOf(options),
  });
  const isShared = reader === connection || isOneCall;
  // A commit makes every other connection read its pages again.
  if (!isShared) reader.readThrough(() => writer.idleConnection);
  const findTransaction = isShared ? () => writer.running : undefined;
  try {
    reader.open();
  } catch (error) {
    // Another process creates, migrates or closes the store. The first call waits for it, and can be interrupted.
    if (!isBusy(error)) throw error;
  }
  return {
    reader,
    writer,
    retrying: (unprotected) => retryReads(unprotected, wait, findReplacement, findTransaction),
    stop: () => stopping.abort(),
    async close() {
      stopping.abort();
      await writer.close();
    },
  };
}
