import type { OpenStore } from '../app/ports/store.ts';
import { invalid } from '../domain/error.ts';
import type { Instant } from '../domain/instant.ts';
import { storePathOf } from '../domain/store-location.ts';
import { openSqliteStore } from './sqlite/open-sqlite-store.ts';

interface StoreOptions {
  /** How long a call waits for a lock that another process holds. */
  readonly busyTimeoutMs: number;
  /** How long all calls together wait for locks; without it each call has the whole time. */
  readonly lockBudgetMs?: number | undefined;
  /** All commits are synced together when the store is closed. For a process that answers after it has closed the store. */
  readonly syncsOnClose?: boolean | undefined;
  readonly now: Instant;
  /** Whether a store that is not there yet is created. */
  readonly mayCreate: boolean;
  /** Whether the folder of its file is created as well. */
  readonly mayCreateFolder: boolean;
  /** Told what a process that died in the middle of a restore has left. */
  readonly onNotice?: ((text: string) => void) | undefined;
}

/** Opens what a URL names: `sqlite:` or a plain path. */
export async function openStore(url: string, options: StoreOptions): Promise<OpenStore> {
  const file = storePathOf(url);
  if ('path' in file) return openSqliteStore({ path: file.path, ...options });
  throw invalid(
    'store_unsupported',
    `The URL of the store ${file.problem}.`,
    'Pass the path of a file, or `sqlite:` followed by the path.',
    { fields: [{ field: 'store', problem: file.problem }] },
  );
}
