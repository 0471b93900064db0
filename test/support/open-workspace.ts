import type { OpenStore, Store } from '../../src/app/ports/store.ts';
import { openSqliteStore, type SqliteStoreOptions } from '../../src/storage/sqlite/open-sqlite-store.ts';

export type OpenWorkspace = Store & Pick<OpenStore, 'stop' | 'close'>;

/** One workspace of a real SQLite file that is opened for it alone. */
export function openWorkspace({
  workspace = 'default',
  ...options
}: SqliteStoreOptions & { readonly workspace?: string }): OpenWorkspace {
  const open = openSqliteStore(options);
  return { ...open.workspace(workspace), stop: open.stop, close: open.close };
}
