import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Deps } from '../../src/app/deps.ts';
import { vectorStatus } from '../../src/app/embed/embed-pending.ts';
import { type KeepEmbeddingOptions, keepEmbedding } from '../../src/app/embed/keep-embedding.ts';
import { sendJson } from '../support/embedder-endpoint.ts';
import { openTestAppWithEmbedder } from './test-app-with-embedder.ts';

const QUICK = { firstMs: 5, pollMs: 20, restMs: 40 };

function background(deps: Deps, options: Partial<KeepEmbeddingOptions> = {}) {
  const lines: string[] = [];
  const kept = keepEmbedding(deps, { log: (line) => lines.push(line), ...QUICK, ...options });
  onTestFinished(() => kept.stop());
  return { lines, stop: () => kept.stop() };
}

const untilDone = (deps: Deps, done: number) =>
  vi.waitFor(async () => expect(await vectorStatus(deps)).toMatchObject({ done, pending: 0 }), 60_000);

describe('embedding in the background', () => {
  it('embeds existing records after the start, and later records of any process', async () => {
    const { deps, keep, change } = await openTestAppWithEmbedder();
    await keep('heron');
    background(deps);
    await untilDone(deps, 1);
    await keep('otter', 'badger');
    await untilDone(deps, 3);
    await change('rec_2', { content: 'swift' });
    await untilDone(deps, 3);
  });

  it('does not call the endpoint while nothing is written', async () => {
    const { deps, endpoint, keep } = await openTestAppWithEmbedder();
    await keep('heron', '…');
    background(deps);
    await vi.waitFor(
      async () => expect(await vectorStatus(deps)).toMatchObject({ done: 1, pending: 1 }),
      60_000,
    );
    const asked = endpoint.requests.length;
    const claim = vi.spyOn(deps.store.vectors, 'claim');
    await pause(150);
    expect(endpoint.requests).toHaveLength(asked);
    expect(claim).not.toHaveBeenCalled();
    await keep('otter');
    await vi.waitFor(
      async () => expect(await vectorStatus(deps)).toMatchObject({ done: 2, pending: 1 }),
      60_000,
    );
    expect(endpoint.texts().slice(-1)).toEqual(['otter']);
  });

  it('pauses after a failure, logs it once, and continues when the endpoint is back', async () => {
    const { deps, endpoint, keep } = await openTestAppWithEmbedder();
    await keep('heron');
    endpoint.misbehave = (_, response) => sendJson(response, {}, 503);
    const { lines } = background(deps);
    await vi.waitFor(() => expect(endpoint.requests.length).toBeGreaterThan(1), 60_000);
    expect(lines).toEqual([expect.stringMatching(/^embedder: .*503/)]);
    endpoint.misbehave = undefined;
    await untilDone(deps, 1);
  });

  it('stops at once while the endpoint hangs, and no longer uses the store', async () => {
    const { deps, endpoint, keep, store } = await openTestAppWithEmbedder();
    await keep('heron');
    endpoint.misbehave = () => true;
    let touched = 0;
    const watched = <Part extends object>(part: Part): Part =>
      new Proxy(part, {
        get(target, name, receiver) {
          touched += 1;
          return Reflect.get(target, name, receiver);
        },
      });
    const { stop, lines } = background({
      ...deps,
      store: { ...store, vectors: watched(store.vectors), ledger: watched(store.ledger) },
    });
    await vi.waitFor(() => expect(endpoint.requests).toHaveLength(1), 60_000);
    // The endpoint never answers: waiting for it would run into the timeout.
    await stop();
    const atTheEnd = touched;
    expect(atTheEnd).toBeGreaterThan(0);
    await pause(100);
    expect(touched).toBe(atTheEnd);
    expect(lines).toEqual([]);
  });

  it('stops if another process switched the store to another model', async () => {
    const { deps, endpoint, keep, store, now } = await openTestAppWithEmbedder();
    await keep('heron');
    const { lines } = background(deps);
    await untilDone(deps, 1);
    await store.vectors.claim('another', now(), { isForced: true, mayChangeModel: true });
    await keep('otter');
    await vi.waitFor(() => expect(lines).toEqual([expect.stringContaining('another model')]), 60_000);
    expect(endpoint.texts()).toEqual(['heron']);
  });
});
