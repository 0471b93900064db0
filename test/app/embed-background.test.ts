import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Deps } from '../../src/app/deps.ts';
import { type KeepEmbeddingOptions, keepEmbedding } from '../../src/app/embed/keep-embedding.ts';
import { vectorStatus } from '../../src/app/embed/vector-status.ts';
import { sendJson } from '../support/embedder-endpoint.ts';
import { anEmbeddingWorld } from './embed-world.ts';

const QUICK = { firstMs: 5, pollMs: 20, restMs: 40 };

function background(world: Deps, options: Partial<KeepEmbeddingOptions> = {}) {
  const lines: string[] = [];
  const kept = keepEmbedding(world, { log: (line) => lines.push(line), ...QUICK, ...options });
  onTestFinished(() => kept.stop());
  return { lines, stop: () => kept.stop() };
}

const untilDone = (world: Deps, done: number) =>
  vi.waitFor(async () => expect(await vectorStatus(world)).toMatchObject({ done, pending: 0 }), 60_000);

describe('embedding in the background', () => {
  it('embeds what is there after the start, and what is written later by anybody', async () => {
    const { world, keep, change } = await anEmbeddingWorld();
    await keep('heron');
    background(world);
    await untilDone(world, 1);
    await keep('otter', 'badger');
    await untilDone(world, 3);
    await change('rec_2', { content: 'swift' });
    await untilDone(world, 3);
  });

  it('asks nobody as long as nothing is written', async () => {
    const { world, endpoint, keep } = await anEmbeddingWorld();
    await keep('heron', '…');
    background(world);
    await vi.waitFor(
      async () => expect(await vectorStatus(world)).toMatchObject({ done: 1, pending: 1 }),
      60_000,
    );
    const asked = endpoint.requests.length;
    const claim = vi.spyOn(world.store.vectors, 'claim');
    await pause(150);
    expect(endpoint.requests).toHaveLength(asked);
    expect(claim).not.toHaveBeenCalled();
    await keep('otter');
    await vi.waitFor(
      async () => expect(await vectorStatus(world)).toMatchObject({ done: 2, pending: 1 }),
      60_000,
    );
    expect(endpoint.texts().slice(-1)).toEqual(['otter']);
  });

  it('rests after a failure, says so once, and goes on when the endpoint is back', async () => {
    const { world, endpoint, keep } = await anEmbeddingWorld();
    await keep('heron');
    endpoint.misbehave = (_, response) => sendJson(response, {}, 503);
    const { lines } = background(world);
    await vi.waitFor(() => expect(endpoint.requests.length).toBeGreaterThan(1), 60_000);
    expect(lines).toEqual([expect.stringMatching(/^embedder: .*503/)]);
    endpoint.misbehave = undefined;
    await untilDone(world, 1);
  });

  it('stops within a moment while the endpoint hangs, and touches the store no more', async () => {
    const { world, endpoint, keep, store } = await anEmbeddingWorld();
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
      ...world,
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

  it('leaves a store alone that another process has turned to another model', async () => {
    const { world, endpoint, keep, store, now } = await anEmbeddingWorld();
    await keep('heron');
    const { lines } = background(world);
    await untilDone(world, 1);
    await store.vectors.claim('another', now(), { isForced: true, mayChangeModel: true });
    await keep('otter');
    await vi.waitFor(() => expect(lines).toEqual([expect.stringContaining('another model')]), 60_000);
    expect(endpoint.texts()).toEqual(['heron']);
  });
});
