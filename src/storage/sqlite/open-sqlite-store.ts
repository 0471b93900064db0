import type { Store } from '../../app/ports/store.ts';
import type { Instant } from '../../domain/instant.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import type { Migration } from '../migrations/migration.ts';
import { createCampaignWindow } from './campaign-window.ts';
import { createCaptureWindow } from './capture-window.ts';
import { openConnections } from './connections.ts';
import { createHandoffWindow } from './handoff-window.ts';
import { createLedger } from './ledger.ts';
import { createNoteWindow } from './note-window.ts';
import { createProjectWindow } from './project-window.ts';
import { createReceiptWindow } from './receipt-window.ts';
import { createRecordWindow } from './record-window.ts';
import { createSearchIndex } from './search-index.ts';
import { createSessionWindow } from './session-window.ts';
import { createVectorWindow } from './vector-window.ts';

export interface SqliteStoreOptions {
  readonly path: string;
  readonly workspace: string;
  /** How long a call waits for a lock that another process holds. */
  readonly busyTimeoutMs: number;
  /** How long all calls together wait for locks; without it each may wait anew. */
  readonly lockBudgetMs?: number | undefined;
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
  const connections = openConnections({ ...file, migrations, mayCreate, mayCreateFolder });
  const { reader, patient } = connections;
  return {
    ledger: createLedger(connections, workspace),
    projects: patient(createProjectWindow(reader, workspace)),
    sessions: patient(createSessionWindow(reader, workspace)),
    records: patient(createRecordWindow(reader, workspace)),
    notes: patient(createNoteWindow(reader, workspace)),
    handoffs: patient(createHandoffWindow(reader, workspace)),
    receipts: patient(createReceiptWindow(reader, workspace)),
    campaigns: patient(createCampaignWindow(reader, workspace)),
    captures: patient(createCaptureWindow(reader, workspace)),
    search: patient(createSearchIndex(reader, workspace)),
    vectors: createVectorWindow(connections, workspace),
    stop: connections.stop,
    close: connections.close,
  };
}
