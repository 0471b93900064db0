import { Connection } from './connection.ts';
import { FileIdentity } from './file-identity.ts';
import { migrate } from './migrate.ts';
import { ensureFile, IN_MEMORY, type OpenFileOptions, storeOpener } from './open-file.ts';
import { isBusy, type LockWait, waitingReads } from './wait-for-lock.ts';
import { Writer } from './writer.ts';

export interface ConnectionsOptions extends Omit<OpenFileOptions, 'busyTimeoutMs'> {
  /** How long a call waits for a lock that another process holds. */
  readonly busyTimeoutMs: number;
  /** How long all calls together wait for locks, from now on; without it each may wait anew. */
  readonly lockBudgetMs?: number | undefined;
}

/** What reads and writes one store in this process. */
export interface Connections {
  /** For reading alone, so that no read waits for a writer. */
  readonly reader: Connection;
  readonly writer: Writer;
  /** Gives each method of a reader the patience to wait for whoever opens, closes or migrates the store. */
  patient<Reader extends object>(reader: Reader): Reader;
  /** From now on nothing waits for a lock. */
  stop(): void;
  close(): Promise<void>;
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
  return { reader, connection: new Connection(waitless, undefined, files) };
}

/** Opens the reader at once, where nobody is in the way; the writer opens with the first write. */
export function openConnections(options: ConnectionsOptions): Connections {
  const { path, busyTimeoutMs, lockBudgetMs } = options;
  const files = new FileIdentity(path);
  const stopping = new AbortController();
  const wait: LockWait = {
    path,
    waitMs: busyTimeoutMs,
    signal: stopping.signal,
    deadline: lockBudgetMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + lockBudgetMs,
  };
  const { reader, connection } = connect(options, files);
  const writer = new Writer({ connection, reader, files, wait });
  try {
    reader.open();
  } catch (error) {
    // Somebody creates, migrates or closes it: the first call waits for that, where it can be interrupted.
    if (!isBusy(error)) throw error;
  }
  return {
    reader,
    writer,
    patient: (window) => waitingReads(window, wait),
    stop: () => stopping.abort(),
    async close() {
      stopping.abort();
      await writer.close();
    },
  };
}
