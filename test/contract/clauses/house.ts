import { afterEach, beforeEach } from 'vitest';
import type { OpenWorkspace } from '../../support/open-workspace.ts';

/** One empty store that can be opened many times: by other processes, later, or as another workspace. */
export interface StoreHouse {
  open(workspace?: string): Promise<OpenWorkspace>;
  /** Closes what is still open and removes the store. */
  destroy(): Promise<void>;
}

export interface Rooms {
  readonly store: OpenWorkspace;
  readonly house: StoreHouse;
}

/** A fresh store for each test. */
export function useHouse(newHouse: () => Promise<StoreHouse>): () => Rooms {
  let rooms: Rooms | undefined;
  beforeEach(async () => {
    const house = await newHouse();
    rooms = { house, store: await house.open() };
  });
  afterEach(async () => {
    await rooms?.house.destroy();
    rooms = undefined;
  });
  return () => {
    if (rooms === undefined) throw new Error('the store is open within a test only');
    return rooms;
  };
}
