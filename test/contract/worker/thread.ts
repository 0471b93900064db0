import { type MessagePort, parentPort } from 'node:worker_threads';
import type { OpenStore, Store } from '../../../src/app/ports/store.ts';
import { openSqliteStore } from '../../../src/storage/sqlite/open-sqlite-store.ts';
import { withOpaqueKeys } from '../../support/opaque-keys.ts';
import {
  type Answer,
  failureOf,
  type Opening,
  outcomeOf,
  type PortCall,
  portsOf,
  type Request,
  type ThreadData,
} from './messages.ts';
import { shuffledQueue } from './shuffled-queue.ts';

function methodsOf(store: Store): Readonly<Record<string, readonly string[]>> {
  const ports = Object.entries(portsOf(store));
  return Object.fromEntries(ports.map(([name, port]) => [name, Object.keys(port)]));
}

/** Answers requests to a store until it is closed. */
function serve(openStore: OpenStore, { seed, secret }: ThreadData, port: MessagePort): void {
  const workspaces = new Map<string, Store>();
  const workspace = (id: string) => {
    const store = workspaces.get(id) ?? withOpaqueKeys(openStore.workspace(id), `${secret} ${id}`);
    workspaces.set(id, store);
    return store;
  };
  const run = async ({ workspace: id, port: name, method, args }: PortCall) =>
    portsOf(workspace(id))[name]?.[method]?.(...args);
  const calls = shuffledQueue(`${seed}, calls`);
  const running = new Set<Promise<void>>();
  const answer = async (id: number, work: Promise<unknown>) => {
    const answered: Answer = { id, ...(await outcomeOf(work)) };
    port.postMessage(answered);
  };
  const start = (id: number, call: PortCall) => {
    const answered = answer(id, run(call)).finally(() => running.delete(answered));
    running.add(answered);
  };
  const close = async () => {
    await openStore.close();
    await Promise.all(running);
  };
  const handle = (request: Request) => {
    if (request.kind === 'open') return;
    if (request.kind === 'call') return calls.add(() => start(request.id, request.call));
    // What was sent before is under way before the store stops, as it would be without a thread.
    calls.flush();
    if (request.kind === 'stop') openStore.stop();
    else {
      port.off('message', handle);
      void answer(request.id, close());
    }
  };
  port.on('message', handle);
}

function open(data: ThreadData, port: MessagePort): void {
  const begin = (opening: Opening) => port.postMessage(opening);
  try {
    const openStore = openSqliteStore(data.file);
    serve(openStore, data, port);
    const methods = methodsOf(openStore.workspace('default'));
    begin({ capabilities: openStore.capabilities, methods });
  } catch (error) {
    begin({ failure: failureOf(error) });
  }
}

if (parentPort === null) throw new Error('this file runs in a worker thread only');
const port = parentPort;
port.on('message', (request: Request) => {
  if (request.kind === 'open') open(request.data, port);
});
