import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Caller, localPrincipal } from '../../src/app/caller.ts';
import type { Deps } from '../../src/app/deps.ts';
import type { EndedSession } from '../../src/app/end-request.ts';
import type { Store } from '../../src/app/ports/store.ts';
import type { Folders } from '../../src/app/ports/system.ts';
import type { Services } from '../../src/app/services.ts';
import { endedView } from '../../src/app/views/ended-view.ts';
import { ThroughlineError } from '../../src/domain/error.ts';
import { EMPTY_HANDOFF, type HandoffContent } from '../../src/domain/handoff/handoff.ts';
import { plusMs } from '../../src/domain/instant.ts';
import { type Notice, renderAdvice, renderNotice } from '../../src/domain/next-step.ts';
import { allServices } from '../../src/main/compose.ts';
import { toolWording } from '../../src/mcp/tool-wording.ts';
import { MIGRATIONS } from '../../src/storage/migrations/index.ts';
import type { Migration } from '../../src/storage/migrations/migration.ts';
import { T0 } from '../domain/session/session-fixtures.ts';
import { copyEmptyStore } from '../support/empty-store.ts';
import { openWorkspace } from '../support/open-workspace.ts';
import { createTestDeps } from '../support/test-deps.ts';

/** Of all tests that are not about principals. */
export const LOCAL = localPrincipal({ workspace: 'default', readOnly: false });

export { days, hours, LOST_AFTER, minutes, T0 } from '../domain/session/session-fixtures.ts';

/** `/repos/ledger` and `/repos/ledger+topic` are two worktrees of one repository. */
const folders: Folders = {
  identify(folder) {
    const name = basename(folder).split('+')[0] ?? '';
    return {
      key: `git:/repos/${name}/.git`,
      name,
      anchorPath: `/repos/${name}/.git`,
      fingerprint: '',
      worktree: folder,
      branch: basename(folder).split('+')[1] ?? 'main',
      head: 'abc',
    };
  },
  exists: () => true,
  findBySlug: () => undefined,
};

export interface TestApp {
  readonly deps: Deps;
  readonly services: Services;
  readonly store: Store;
  /** A folder that may be written to. */
  readonly folder: string;
  /** Moves the clock, forwards or backwards. */
  pass(ms: number): void;
  now(): string;
  /** How many entries the journal has, receipts apart: a call that writes nothing leaves it alone. */
  journalLength(): Promise<number>;
}

export interface TestAppOptions {
  /** Takes the place of a SQLite file of its own. Whoever opened it closes it. */
  readonly store?: Store;
  /** Puts a store where the app will open its own. */
  readonly prepare?: (path: string) => void;
  readonly migrations?: readonly Migration[];
}

/** All use cases over a real SQLite file, with a clock that the test moves. */
export function openTestApp({
  store: given,
  prepare,
  migrations = MIGRATIONS,
}: TestAppOptions = {}): TestApp {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-app-'));
  let now = T0;
  let ids = 0;
  const path = join(folder, 'throughline.db');
  if (prepare !== undefined) prepare(path);
  else if (given === undefined && migrations === MIGRATIONS) copyEmptyStore(path);
  const store =
    given === undefined
      ? openWorkspace({ path, busyTimeoutMs: 5_000, now, migrations })
      : { ...given, close: async () => undefined };
  const own = {
    store,
    clock: { now: () => now },
    ids: {
      newSessionId() {
        ids += 1;
        return `ses_random${ids}`;
      },
      newReceiptId() {
        ids += 1;
        return `rcp_random${ids}`;
      },
    },
    folders,
  };
  const deps = createTestDeps(own, folder);
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    deps,
    services: allServices(() => deps),
    store,
    folder,
    pass(ms) {
      now = plusMs(now, ms);
    },
    now: () => now,
    journalLength: async () => {
      const entries = await store.ledger.read(0, 100_000);
      return entries.filter(({ type }) => type !== 'orientation.delivered').length;
    },
  };
}

/** A connection that remembers its session, as over stdio. */
export const client = (folder = '/repos/ledger', clientSessionId: string | null = null): Caller => ({
  principal: LOCAL,
  surface: 'mcp',
  wording: toolWording,
  folder,
  client: 'claude-code',
  clientSessionId,
  connection: { sessionId: null, agent: null, knownPeers: new Set(), clientSessionId: null },
});

/** A caller of whom nothing is remembered between calls. */
export const statelessCaller = (folder: string | null = '/repos/ledger'): Caller => ({
  principal: LOCAL,
  surface: folder === null ? 'http' : 'cli',
  wording: toolWording,
  folder,
  client: 'cli',
  clientSessionId: null,
  connection: null,
});

export const handoffContent = (
  content: Partial<HandoffContent> = { checkpoint: 'Half done.' },
): HandoffContent => ({
  ...EMPTY_HANDOFF,
  ...content,
});

export const decision = (
  text: string,
  supersedes: readonly string[] = [],
  subject: string | null = null,
) => ({
  text,
  subject,
  supersedes,
});

/** What a tool answers to a session that was left. */
export const renderEnded = (ended: EndedSession) => endedView(ended, toolWording);

/** A notice as a tool words it. */
export const renderNotices = (notices: readonly Notice[]): string[] =>
  notices.map((one) => renderNotice(toolWording, one));

/** A hint with its next steps, as a tool words them. */
export const renderHint = ({ hint, next }: ThroughlineError): string => renderAdvice(toolWording, hint, next);

/** The code of a refusal; or `accepted` for a call that went through. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'accepted';
  } catch (error) {
    if (error instanceof ThroughlineError) return `${error.kind}: ${error.code}`;
    throw error;
  }
}
