import type { ImportInput } from '../../src/app/import/import-transcripts.ts';
import type { Change } from '../../src/app/ports/ledger.ts';
import { CLIENTS } from '../../src/clients/index.ts';
import { allServices } from '../../src/main/compose.ts';
import { openFiles } from '../../src/system/files/open-files.ts';
import { contentsOf } from '../contract/old-stores/dump-store.ts';
import { openTestApp, statelessCaller, type TestApp } from './test-app.ts';

export interface ImportApp extends TestApp {
  /** The store file. */
  readonly path: string;
  run(input?: Partial<ImportInput>): ReturnType<TestApp['services']['importTranscripts']>;
  outcomes(input?: Partial<ImportInput>): Promise<readonly string[]>;
}

interface ImportAppOptions {
  readonly deps?: Partial<TestApp['deps']>;
  /** Where the client keeps its transcripts; by default in the folder of the app. */
  readonly home?: string;
  /** Called with the changes of each commit, before it. */
  readonly beforeCommit?: (changes: readonly Change[]) => void;
}

/** All use cases, with the client's transcripts in the folder of the app. */
export function openImportApp({ deps: own = {}, home, beforeCommit }: ImportAppOptions = {}): ImportApp {
  const base = openTestApp();
  const homeDir = home ?? base.folder;
  const ledger: TestApp['store']['ledger'] = {
    ...base.store.ledger,
    async commit(changes, ...rest) {
      beforeCommit?.(changes);
      return base.store.ledger.commit(changes, ...rest);
    },
  };
  const deps = {
    ...base.deps,
    store: { ...base.store, ledger },
    transcripts: CLIENTS.transcripts({ homeDir, env: {} }),
    filesFor: () => openFiles({ roots: [homeDir] }),
    ...own,
  };
  const services = allServices(() => deps);
  const run = (input: Partial<ImportInput> = {}) =>
    services.importTranscripts(statelessCaller(), { client: 'claude-code', ...input });
  return {
    ...base,
    deps,
    services,
    path: `${base.folder}/throughline.db`,
    run,
    outcomes: async (input) => (await run(input)).transcripts.map(({ outcome }) => outcome),
  };
}

/** Everything that is stored, without the time at which the store was made. */
export function storedRows(path: string): string {
  const { schema_migrations: _, ...tables } = contentsOf(path);
  return JSON.stringify(tables);
}
