import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { OpenStore } from '../../src/app/ports/store.ts';
import type { Migration } from '../../src/storage/migrations/migration.ts';
import { openSqliteStore, type SqliteStoreOptions } from '../../src/storage/sqlite/open-sqlite-store.ts';
import { T0 } from '../domain/session/session-fixtures.ts';
import { copyEmptyStore } from '../support/empty-store.ts';
import { holdLock } from '../support/held-lock.ts';
import { type OpenWorkspace, openWorkspace } from '../support/open-workspace.ts';
import type { StoreFixture } from './clauses/store-fixture.ts';

export interface SqliteFixture extends StoreFixture {
  readonly folder: string;
  readonly path: string;
  /** Opens the store for one workspace alone. */
  openWorkspace(workspace?: string, migrations?: readonly Migration[]): Promise<OpenWorkspace>;
}

type Open = (options: SqliteStoreOptions) => OpenStore | Promise<OpenStore>;

/** A real file in a folder of its own. `openFile` is what its store is opened by. */
export async function newSqliteFixture(openFile: Open = openSqliteStore): Promise<SqliteFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-contract-'));
  const path = join(folder, 'home', 'throughline.db');
  const options = { path, busyTimeoutMs: 5_000, now: T0 };
  const opened: Pick<OpenStore, 'close'>[] = [];
  const closedLater = <Opened extends Pick<OpenStore, 'close'>>(store: Opened): Opened => {
    opened.push(store);
    return store;
  };
  return {
    folder,
    path,
    open: async () => closedLater(await openFile(options)),
    openWorkspace: async (workspace = 'default', migrations) =>
      closedLater(openWorkspace({ ...options, workspace, ...(migrations && { migrations }) })),
    holdWriteLock: () => holdLock(path),
    async destroy() {
      for (const store of opened) await store.close().catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The same with an empty store in place, because creating one takes longer than most clauses. */
export async function newFixtureWithStore(openFile?: Open): Promise<SqliteFixture> {
  const fixture = await newSqliteFixture(openFile);
  await mkdir(dirname(fixture.path), { mode: 0o700 });
  copyEmptyStore(fixture.path);
  return fixture;
}
