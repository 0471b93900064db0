import type { Deps } from '../../src/app/deps.ts';
import { gameProjects, games } from '../../src/campaign/app/games.ts';
import { seededRandom } from '../../src/campaign/domain/dice/random.ts';
import { commandWording } from '../../src/cli/command-wording.ts';
import { CLIENTS } from '../../src/clients/index.ts';
import { DEFAULT_THRESHOLDS } from '../../src/domain/orientation/facts.ts';
import { toolWording } from '../../src/mcp/tool-wording.ts';
import { createRedactor } from '../../src/redact/create-redactor.ts';
import { openFiles } from '../../src/system/files/open-files.ts';
import { LOST_AFTER } from '../domain/session/session-fixtures.ts';

type Own = Pick<Deps, 'store' | 'clock' | 'ids' | 'folders'>;

/** Dependencies with the usual settings over a store, in which only `folder` may be written to. */
export const createTestDeps = (own: Own, folder: string): Deps => ({
  ...own,
  dice: seededRandom('the test'),
  redactor: createRedactor({ patterns: [] }),
  settings: {
    project: null,
    lostAfter: LOST_AFTER,
    thresholds: DEFAULT_THRESHOLDS,
    contextWindowTokens: 200_000,
    identityPath: null,
    projectIdentityPath: (projectId) => `/nowhere/${projectId}.md`,
    captures: { keepDays: 90, maxBytes: 200_000_000, importedMaxBytes: 200_000_000 },
    storesReceipts: true,
  },
  readOff: () => [],
  readDrift: async () => ({ kind: 'unknown', reason: 'no_repository' }),
  transcripts: CLIENTS.transcripts({ homeDir: '/nowhere', env: {} }),
  isClientSessionId: CLIENTS.isSessionId,
  clientsWithHooks: CLIENTS.namesWithHooks,
  processes: { isRunning: () => undefined },
  listHookFailures: () => [],
  listBackups: () => [],
  hasFile: () => false,
  wordings: [toolWording, commandWording],
  agentWording: toolWording,
  gameProjects,
  games,
  ownFiles: openFiles({ roots: [] }),
  filesFor: () => openFiles({ roots: [folder] }),
});
