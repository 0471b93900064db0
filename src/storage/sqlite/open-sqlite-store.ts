import type { OpenStore, Store } from '../../app/ports/store.ts';
import { checkWorkspaceId } from '../check-workspace-id.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import { listBackups } from './backup/backup-files.ts';
import { createCampaignReader } from './campaign-reader.ts';
import { createCaptureReader } from './captures.ts';
import { type Connections, type ConnectionsOptions, openConnections } from './connections.ts';
import { followLinks } from './file/follow-links.ts';
import { IN_MEMORY } from './file/open-file.ts';
import { createHandoffReader } from './handoffs.ts';
import { createIdReader } from './id-reader.ts';
import { createLedger } from './ledger.ts';
import { createNoteReader } from './notes.ts';
import { createProjectReader } from './projects.ts';
import { createReceiptReader } from './receipts.ts';
import { createRecordReader } from './record-reader.ts';
import { createSearchIndex } from './search-index.ts';
import { createSessionReader } from './session-reader.ts';
import { createVectorReader } from './vectors.ts';

/** By default a store is created with its folder. `migrations`: fewer than all only for a test that needs an older store. */
type Defaulted = 'mayCreate' | 'mayCreateFolder' | 'migrations';
export type SqliteStoreOptions = Omit<ConnectionsOptions, Defaulted> &
  Partial<Pick<ConnectionsOptions, Defaulted>>;

function createWorkspace(connections: Connections, id: string): Store {
  const { reader, retrying } = connections;
  return {
    ledger: createLedger(connections, id),
    ids: retrying(createIdReader(reader, id)),
    projects: retrying(createProjectReader(reader, id)),
    sessions: retrying(createSessionReader(reader, id)),
    records: retrying(createRecordReader(reader, id)),
    notes: retrying(createNoteReader(reader, id)),
    handoffs: retrying(createHandoffReader(reader, id)),
    receipts: retrying(createReceiptReader(reader, id)),
    campaigns: retrying(createCampaignReader(reader, id)),
    captures: retrying(createCaptureReader(reader, id)),
    search: retrying(createSearchIndex(reader, id)),
    vectors: createVectorReader(connections, id),
  };
}

export function openSqliteStore({
  migrations = MIGRATIONS,
  mayCreate = true,
  mayCreateFolder = true,
  ...file
}: SqliteStoreOptions): OpenStore {
  const isFile = file.path !== IN_MEMORY;
  const path = isFile ? followLinks(file.path) : IN_MEMORY;
  const connections = openConnections({
    ...file,
    path,
    migrations,
    mayCreate,
    // Where a link leads to a missing folder, its disk may not be mounted.
    mayCreateFolder: mayCreateFolder && path === file.path,
  });
  const workspaces = new Map<string, Store>();
  return {
    capabilities: { hasOtherWriters: isFile, hasFileBackups: isFile },
    workspace(id) {
      checkWorkspaceId(id);
      const workspace = workspaces.get(id) ?? createWorkspace(connections, id);
      workspaces.set(id, workspace);
      return workspace;
    },
    listBackups: () => (isFile ? listBackups(path) : []),
    stop: connections.stop,
    close: connections.close,
  };
}
