import { describe, expect, it } from 'vitest';
import { embedPending } from '../../src/app/embed/embed-pending.ts';
import { semanticHits } from '../../src/app/embed/semantic-hits.ts';
import { sendJson } from '../support/embedder-endpoint.ts';
import { BASE62, fake } from '../support/fake-secret.ts';
import { aWorld } from './a-world.ts';
import { anEmbeddingWorld } from './embed-world.ts';

const EVERYWHERE = {};

async function embedded(...texts: readonly string[]) {
  const made = await anEmbeddingWorld();
  await made.keep(...texts);
  await embedPending(made.world, { mayChangeModel: true });
  made.endpoint.requests.length = 0;
  return made;
}

describe('semantic hits', () => {
  it('are the records that mean something like it, most similar first', async () => {
    const { world } = await embedded('the heron wades', 'ledger of the harbour', 'a heron');
    const { hits, trouble } = await semanticHits(world, 'heron wades', EVERYWHERE, 2);
    expect(hits.map(({ recordId }) => recordId)).toEqual(['rec_1', 'rec_3']);
    expect(hits[0]?.similarity).toBeGreaterThan(hits[1]?.similarity ?? 1);
    expect(trouble).toBeUndefined();
  });

  it('are none without an embedder, an embedded record or a query, and nobody is asked', async () => {
    expect(await semanticHits(aWorld().world, 'heron', EVERYWHERE, 5)).toEqual({ hits: [] });
    const { world, endpoint, keep } = await anEmbeddingWorld();
    await keep('heron');
    expect(await semanticHits(world, 'heron', EVERYWHERE, 5)).toEqual({ hits: [] });
    expect(await semanticHits(world, ' \n', EVERYWHERE, 5)).toEqual({ hits: [] });
    expect(endpoint.requests).toEqual([]);
  });

  it('are asked for without the secrets in the query', async () => {
    const { world, endpoint } = await embedded('heron');
    const secret = `ghp_${fake(BASE62, 36)}`;
    await semanticHits(world, `heron ${secret}`, EVERYWHERE, 5);
    expect(endpoint.texts()).toHaveLength(1);
    expect(endpoint.texts()[0]).toContain('heron');
    expect(endpoint.texts()[0]).not.toContain(secret);
  });

  it('are none, and say why, when the endpoint is gone, slow or wrong', async () => {
    for (const break_ of ['gone', 'slow', 'wrong'] as const) {
      const { world, endpoint } = await embedded('heron');
      if (break_ === 'gone') await endpoint.close();
      else if (break_ === 'slow') endpoint.misbehave = () => true;
      else endpoint.misbehave = (_, response) => sendJson(response, { data: [] });
      const { hits, trouble } = await semanticHits(world, 'heron', EVERYWHERE, 5);
      expect(hits).toEqual([]);
      expect(trouble?.text).toMatch(
        { gone: /cannot be reached/, slow: /did not answer/, wrong: /wrongly/ }[break_],
      );
    }
  });

  it('are not waited for again within 30 seconds of a failure', async () => {
    const { world, endpoint, pass } = await embedded('heron');
    endpoint.misbehave = (_, response) => sendJson(response, {}, 500);
    const { trouble } = await semanticHits(world, 'heron', EVERYWHERE, 5);
    endpoint.misbehave = undefined;
    pass(29_000);
    expect(await semanticHits(world, 'heron', EVERYWHERE, 5)).toEqual({ hits: [], trouble });
    expect(endpoint.requests).toHaveLength(1);
    pass(2_000);
    expect((await semanticHits(world, 'heron', EVERYWHERE, 5)).hits).toHaveLength(1);
    expect((await semanticHits(world, 'heron', EVERYWHERE, 5)).trouble).toBeUndefined();
    expect(endpoint.requests).toHaveLength(3);
  });

  it('are none where the endpoint now answers in another dimension', async () => {
    const { world, endpoint } = await embedded('heron');
    endpoint.dimension = 96;
    expect((await semanticHits(world, 'heron', EVERYWHERE, 5)).hits).toEqual([]);
  });

  it('never throw, even when the store does', async () => {
    const { world, store } = await embedded('heron');
    const broken = { ...store.vectors, nearest: () => Promise.reject(new Error('the disk is gone')) };
    const { hits, trouble } = await semanticHits(
      { ...world, store: { ...store, vectors: broken } },
      'heron',
      EVERYWHERE,
      5,
    );
    expect(hits).toEqual([]);
    expect(trouble?.text).toContain('the disk is gone');
  });
});
