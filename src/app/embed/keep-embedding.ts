import { ThroughlineError } from '../../domain/error.ts';
import type { Deps } from '../deps.ts';
import type { Position } from '../ports/ledger.ts';
import { embedPending } from './embed-pending.ts';

export interface KeepEmbeddingOptions {
  readonly log: (line: string) => void;
  readonly firstMs?: number;
  readonly pollMs?: number;
  readonly restMs?: number;
}

const FIRST_MS = 1_000;
const POLL_MS = 2_000;
/** Wait after a failure; doubled with each further one. */
const REST_MS = 30_000;
const MAX_DOUBLINGS = 5;

const describeError = (error: unknown) =>
  error instanceof ThroughlineError
    ? `${error.message} ${error.hint}`
    : error instanceof Error
      ? error.message
      : String(error);

/** Embeds pending records after the start and after each write of any process. Its timers do not keep the process alive. */
export function keepEmbedding(
  deps: Pick<Deps, 'clock' | 'embedder' | 'store'>,
  options: KeepEmbeddingOptions,
) {
  const { log, firstMs = FIRST_MS, pollMs = POLL_MS, restMs = REST_MS } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const refusedRecords = new Set<string>();
  const model = deps.embedder?.model ?? '';
  let done: Position | undefined;
  let failures = 0;
  let mayChangeModel = true;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function look(): Promise<number | undefined> {
    const end = await deps.store.ledger.end();
    if (end === done) return pollMs;
    if (!(await deps.store.vectors.hasPending(model))) {
      done = end;
      return pollMs;
    }
    const { outcome } = await embedPending(deps, { signal, mayChangeModel, refusedRecords });
    if (outcome === 'taken') return restMs;
    mayChangeModel = false;
    if (outcome === 'other_model') {
      log('embedder: another process switched the store to another model; this process stops embedding');
      return undefined;
    }
    done = end;
    failures = 0;
    return pollMs;
  }

  async function tick(): Promise<void> {
    let nextMs: number | undefined;
    try {
      nextMs = await look();
    } catch (error) {
      if (signal.aborted) return;
      if (failures === 0) log(`embedder: ${describeError(error)}`);
      nextMs = restMs * 2 ** Math.min(failures, MAX_DOUBLINGS);
      failures += 1;
    }
    if (nextMs !== undefined) wait(nextMs);
  }

  function wait(ms: number): void {
    if (signal.aborted) return;
    timer = setTimeout(() => {
      running = tick();
    }, ms).unref();
  }

  wait(firstMs);
  return {
    /** Once it resolves, the endpoint and the store are no longer used. */
    stop(): Promise<void> {
      stopping.abort();
      clearTimeout(timer);
      return running;
    },
  };
}
