import type { OpenStore, Store } from '../../app/ports/store.ts';
import type { Instant } from '../../domain/instant.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import type { Migration } from '../migrations/migration.ts';
import { createCampaignReader } from './campaign-reader.ts';
import { createCaptureReader } from './capture-reader.ts';
import { type Connections, openConnections } from './connections.ts';
import { createHandoffReader } from './handoff-reader.ts';
import { createLedger } from './ledger.ts';
import { createNoteReader } from './note-reader.ts';
import { IN_MEMORY } from './open-file.ts';
import { createProjectReader } from './project-reader.ts';
import { createReceiptReader } from './receipt-reader.ts';
import { createRecordReader } from './record-reader.ts';
import { createSearchIndex } from './search-index.ts';
import { createSessionReader } from './session-reader.ts';
import { createVectorReader } from './vector-reader.ts';

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
    projects: patient(createProjectReader(reader, id)),
    sessions: patient(createSessionReader(reader, id)),
    records: patient(createRecordReader(reader, id)),
    notes: patient(createNoteReader(reader, id)),
    handoffs: patient(createHandoffReader(reader, id)),
    receipts: patient(createReceiptReader(reader, id)),
    campaigns: patient(createCampaignReader(reader, id)),
    captures: patient(createCaptureReader(reader, id)),
    search: patient(createSearchIndex(reader, id)),
    vectors: createVectorReader(connections, id),
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
