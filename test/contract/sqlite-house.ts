import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Migration } from '../../src/storage/migrations/migration.ts';
import { T0 } from '../domain/session/a-session.ts';
import type { OpenWorkspace } from '../support/open-workspace.ts';
import { openWorkspace } from '../support/open-workspace.ts';
import type { StoreHouse } from './clauses/house.ts';

export interface SqliteHouse extends StoreHouse {
  readonly folder: string;
  readonly path: string;
  open(workspace?: string, migrations?: readonly Migration[]): Promise<OpenWorkspace>;
}

/** A real file in a folder of its own. */
export async function newSqliteHouse(): Promise<SqliteHouse> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-contract-'));
  const path = join(folder, 'home', 'throughline.db');
  const opened: OpenWorkspace[] = [];
  return {
    folder,
    path,
    async open(workspace = 'default', migrations) {
      const options = { path, workspace, busyTimeoutMs: 5_000, now: T0 };
      const store = openWorkspace(migrations === undefined ? options : { ...options, migrations });
      opened.push(store);
      return store;
    },
    async destroy() {
      for (const store of opened) await store.close().catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
