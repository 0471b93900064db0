import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { StdioClient } from './stdio-client.ts';

type Ending = () => void | Promise<void>;

/** Things to undo after each test, newest first; what fails to end does not keep the others from ending. */
export function endings(): (ending: Ending) => void {
  const waiting: Ending[] = [];
  afterEach(async () => {
    const failures: unknown[] = [];
    for (const ending of waiting.splice(0).reverse()) {
      try {
        await ending();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  });
  return (ending) => void waiting.push(ending);
}

export interface Home {
  /** A temporary folder that holds the two others. */
  readonly root: string;
  /** The program's home. */
  readonly path: string;
  /** Where the agent works; the project is found from it. */
  readonly work: string;
  readonly store: string;
}

export function homeIn(root: string): Home {
  const path = join(root, 'home');
  const work = join(root, 'work');
  mkdirSync(path, { recursive: true });
  mkdirSync(work, { recursive: true });
  return { root, path, work, store: join(path, 'store.db') };
}

export const makeRoot = (): string => mkdtempSync(join(tmpdir(), 'throughline-faults-'));

export interface Scene {
  home(): Home;
  /** Is killed after the test, if it still lives. */
  keep<Client extends StdioClient>(client: Client): Client;
  after(ending: Ending): void;
}

/** Folders and processes of one test file; nothing of them is left after a test. */
export function scene(): Scene {
  const after = endings();
  return {
    after,
    home() {
      const root = makeRoot();
      after(() => rmSync(root, { recursive: true, force: true }));
      return homeIn(root);
    },
    keep(client) {
      after(() => client.kill());
      return client;
    },
  };
}
