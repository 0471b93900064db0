import type { Store } from '../../app/ports/store.ts';
import type { Instant } from '../../domain/instant.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import type { Migration } from '../migrations/migration.ts';
import { createCampaignWindow } from './campaign-window.ts';
import { createCaptureWindow } from './capture-window.ts';
import { createHandoffWindow } from './handoff-window.ts';
import { createLedger } from './ledger.ts';
import { createNoteWindow } from './note-window.ts';
import { openFile } from './open-file.ts';
import { createProjectWindow } from './project-window.ts';
import { createReceiptWindow } from './receipt-window.ts';
import { createRecordWindow } from './record-window.ts';
import { createSearchIndex } from './search-index.ts';
import { createSessionWindow } from './session-window.ts';
import { createVectorWindow } from './vector-window.ts';

export interface SqliteStoreOptions {
  readonly path: string;
  readonly workspace: string;
  readonly busyTimeoutMs: number;
  readonly now: Instant;
  readonly mayCreate?: boolean;
  readonly mayCreateFolder?: boolean;
  /** Fewer than all only where a test needs a store of an earlier version. */
  readonly migrations?: readonly Migration[];
}

export function openSqliteStore({
  workspace,
  migrations = MIGRATIONS,
  mayCreate = true,
  mayCreateFolder = true,
  ...file
}: SqliteStoreOptions): Store {
  const connection = openFile({ ...file, migrations, mayCreate, mayCreateFolder });
  return {
    ledger: createLedger(connection, workspace),
    projects: createProjectWindow(connection, workspace),
    sessions: createSessionWindow(connection, workspace),
    records: createRecordWindow(connection, workspace),
    notes: createNoteWindow(connection, workspace),
    handoffs: createHandoffWindow(connection, workspace),
    receipts: createReceiptWindow(connection, workspace),
    campaigns: createCampaignWindow(connection, workspace),
    captures: createCaptureWindow(connection, workspace),
    search: createSearchIndex(connection, workspace),
    vectors: createVectorWindow(connection, workspace),
    async close() {
      connection.close();
    },
  };
}
