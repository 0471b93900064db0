import type { OpenStore, Store } from '../../app/ports/store.ts';
import type { Instant } from '../../domain/instant.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import type { Migration } from '../migrations/migration.ts';
import { createCampaignWindow } from './campaign-window.ts';
import { createCaptureWindow } from './capture-window.ts';
import { type Connections, openConnections } from './connections.ts';
import { createHandoffWindow } from './handoff-window.ts';
import { createLedger } from './ledger.ts';
import { createNoteWindow } from './note-window.ts';
import { IN_MEMORY } from './open-file.ts';
import { createProjectWindow } from './project-window.ts';
import { createReceiptWindow } from './receipt-window.ts';
import { createRecordWindow } from './record-window.ts';
import { createSearchIndex } from './search-index.ts';
import { createSessionWindow } from './session-window.ts';
import { createVectorWindow } from './vector-window.ts';

export interface SqliteStoreOptions {
  readonly path: string;
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

function createWorkspace(connections: Connections, id: string): Store {
  const { reader, patient } = connections;
  return {
    ledger: createLedger(connections, id),
    projects: patient(createProjectWindow(reader, id)),
    sessions: patient(createSessionWindow(reader, id)),
    records: patient(createRecordWindow(reader, id)),
    notes: patient(createNoteWindow(reader, id)),
    handoffs: patient(createHandoffWindow(reader, id)),
    receipts: patient(createReceiptWindow(reader, id)),
    campaigns: patient(createCampaignWindow(reader, id)),
    captures: patient(createCaptureWindow(reader, id)),
    search: patient(createSearchIndex(reader, id)),
    vectors: createVectorWindow(connections, id),
  };
}

export function openSqliteStore({
  migrations = MIGRATIONS,
  mayCreate = true,
  mayCreateFolder = true,
  ...file
}: SqliteStoreOptions): OpenStore {
  const connections = openConnections({ ...file, migrations, mayCreate, mayCreateFolder });
  const workspaces = new Map<string, Store>();
  return {
    capabilities: { hasOtherWriters: file.path !== IN_MEMORY },
    workspace(id) {
      const workspace = workspaces.get(id) ?? createWorkspace(connections, id);
      workspaces.set(id, workspace);
      return workspace;
    },
    stop: connections.stop,
    close: connections.close,
  };
}
