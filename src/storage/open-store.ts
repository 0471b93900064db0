import type { OpenStore } from '../app/ports/store.ts';
import { invalid } from '../domain/error.ts';
import { storePathOf } from '../domain/store-location.ts';
import { openSqliteStore, type SqliteStoreOptions } from './sqlite/open-sqlite-store.ts';

export { IN_MEMORY } from './sqlite/file/open-file.ts';

/** Opens what a URL names: `sqlite:` or a plain path. */
export async function openStore(
  url: string,
  options: Omit<SqliteStoreOptions, 'path' | 'migrations'>,
): Promise<OpenStore> {
  const file = storePathOf(url);
  if ('path' in file) return openSqliteStore({ path: file.path, ...options });
  throw invalid(
    'store_unsupported',
    `The URL of the store ${file.problem}.`,
    'Pass the path of a file, or `sqlite:` followed by the path.',
    { fields: [{ field: 'store', problem: file.problem }] },
  );
}
