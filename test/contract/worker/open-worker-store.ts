import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import type { OpenStore, Store } from '../../../src/app/ports/store.ts';
import { lazy } from '../../../src/lib/lazy.ts';
import { checkWorkspaceId } from '../../../src/storage/check-workspace-id.ts';
import { storeStopping } from '../../../src/storage/sqlite/errors.ts';
import {
  type Answer,
  errorFrom,
  type Opening,
  type PortCall,
  type Request,
  type ThreadData,
} from './messages.ts';
import { shuffledQueue } from './shuffled-queue.ts';

/** The code of the thread, bundled once for each test file. It is not written to disk. */
const threadCode = lazy(async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('thread.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['@photostructure/sqlite'],
    define: { 'import.meta.url': JSON.stringify(import.meta.url) },
  });
  return outputFiles[0]?.text ?? '';
});

/** Threads whose store was closed. They serve the next one, because starting a thread takes longer than most tests. */
const idleThreads: Worker[] = [];

async function takeThread(): Promise<Worker> {
  const worker = idleThreads.pop() ?? new Worker(await threadCode(), { eval: true });
  worker.ref();
  return worker;
}

function returnThread(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
  worker.unref();
  idleThreads.push(worker);
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Sends requests to the thread. Answers arrive later than the thread gives them, and in another order. */
function sendTo(worker: Worker, seed: string) {
  const waiting = new Map<number, Waiting>();
  const answers = shuffledQueue(`${seed}, answers`);
  let lastId = 0;
  worker.on('message', (answer: Answer) => {
    const { resolve, reject } = waiting.get(answer.id) ?? {};
    waiting.delete(answer.id);
    answers.add(() => ('failure' in answer ? reject?.(errorFrom(answer.failure)) : resolve?.(answer.value)));
  });
  const failAll = (error: unknown) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', failAll);
  worker.on('exit', () => failAll(new Error('the thread of the store has ended')));
  return (request: (id: number) => Request): Promise<unknown> =>
    new Promise((resolve, reject) => {
      lastId += 1;
      worker.postMessage(request(lastId));
      waiting.set(lastId, { resolve, reject });
    });
}

type Call = (call: PortCall) => Promise<unknown>;

function workspaceOver(call: Call, id: string, methods: Readonly<Record<string, readonly string[]>>): Store {
  const portOf = (port: string, names: readonly string[]) =>
    Object.fromEntries(
      names.map((method) => [
        method,
        (...args: readonly unknown[]) => call({ workspace: id, port, method, args }),
      ]),
    );
  const ports = Object.entries(methods).map(([port, names]) => [port, portOf(port, names)]);
  return Object.fromEntries(ports) as Store;
}

/**
 * The SQLite store in a thread that serves no other one meanwhile. Every call is a message, so each one is truly asynchronous, and its arguments and
 * its result are copies. Calls that are under way together run and are answered in any order.
 */
export async function openWorkerStore(data: ThreadData): Promise<OpenStore> {
  const worker = await takeThread();
  worker.postMessage({ kind: 'open', data } satisfies Request);
  const [opening] = (await once(worker, 'message')) as [Opening];
  if ('failure' in opening) {
    returnThread(worker);
    throw errorFrom(opening.failure);
  }
  const send = sendTo(worker, data.seed);
  let isClosed = false;
  const call: Call = async (portCall) => {
    if (isClosed) throw storeStopping(data.file.path);
    return send((id) => ({ kind: 'call', id, call: portCall }));
  };
  const workspaces = new Map<string, Store>();
  return {
    listBackups: () => [],
    capabilities: opening.capabilities,
    workspace(id) {
      checkWorkspaceId(id);
      const store = workspaces.get(id) ?? workspaceOver(call, id, opening.methods);
      workspaces.set(id, store);
      return store;
    },
    stop: () => worker.postMessage({ kind: 'stop' } satisfies Request),
    close: lazy(async () => {
      isClosed = true;
      await send((id) => ({ kind: 'close', id }));
      returnThread(worker);
    }),
  };
}
