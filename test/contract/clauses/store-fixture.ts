import { afterEach, beforeEach } from 'vitest';
import type { OpenStore, Store } from '../../../src/app/ports/store.ts';

/** One empty store that can be opened many times: later, and by others at the same time. */
export interface StoreFixture {
  /** Each call opens the store again, as another process does. */
  open(): Promise<OpenStore>;
  /** Takes the write lock, as another process that writes. Call the result to release it. */
  holdWriteLock(): () => void;
  /** Closes what is still open and removes the store. */
  destroy(): Promise<void>;
}

export type NewFixture = () => Promise<StoreFixture>;

export interface OpenedFixture extends Pick<OpenStore, 'workspace'>, Pick<StoreFixture, 'holdWriteLock'> {
  readonly openStore: OpenStore;
  /** The workspace `default` of the open store. */
  readonly store: Store;
  /** A workspace of the same store, which is opened once more for it. */
  reopen(workspace?: string): Promise<Store>;
}

/** Opens a new store for each test. */
export function useFixture(newFixture: NewFixture): () => OpenedFixture {
  let fixture: StoreFixture | undefined;
  let opened: OpenedFixture | undefined;
  beforeEach(async () => {
    fixture = await newFixture();
    const { open, holdWriteLock } = fixture;
    const openStore = await open();
    opened = {
      openStore,
      store: openStore.workspace('default'),
      workspace: openStore.workspace,
      reopen: async (workspace = 'default') => (await open()).workspace(workspace),
      holdWriteLock,
    };
  });
  afterEach(async () => {
    await fixture?.destroy();
    fixture = undefined;
    opened = undefined;
  });
  return () => {
    if (opened === undefined) throw new Error('the store is open within a test only');
    return opened;
  };
}
