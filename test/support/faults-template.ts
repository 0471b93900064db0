import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from './faults-home.ts';
import { measure, type Unkilled } from './faults-kill.ts';
import { summarizeStore } from './faults-store.ts';
import { StdioClient } from './stdio-client.ts';

export type Summary = ReturnType<typeof summarizeStore>;

/** One way to make a call, and what it comes to when nobody kills it. */
export interface Way {
  readonly line: string;
  readonly finished: Summary;
  readonly usual: Unkilled;
}

/** A copy of a store that nobody has open, in a home of its own. */
export function copyOf(template: Home, name: string) {
  const path = join(template.root, name);
  mkdirSync(path);
  const store = join(path, 'store.db');
  copyFileSync(template.store, store);
  return {
    store,
    log: `${store}-wal`,
    open: () => StdioClient.open({ home: path, cwd: template.work }),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Makes the call on a copy and lets it finish. */
export async function tryWay(template: Home, name: string, line: string): Promise<Way> {
  const copy = copyOf(template, name);
  const client = await copy.open();
  const usual = await measure(client, line, copy.log);
  await client.close();
  const finished = summarizeStore(copy.store);
  copy.remove();
  return { line, finished, usual };
}
