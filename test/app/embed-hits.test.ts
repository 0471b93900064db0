import { describe, expect, it } from 'vitest';
import { embedPending } from '../../src/app/embed/embed-pending.ts';
import { semanticHits } from '../../src/app/embed/semantic-hits.ts';
import { sendJson } from '../support/embedder-endpoint.ts';
import { BASE62, fake } from '../support/fake-secret.ts';
import { openTestApp } from './test-app.ts';
import { neverAnswering, openTestAppWithEmbedder } from './test-app-with-embedder.ts';

const EVERYWHERE = {};

async function embedded(...texts: readonly string[]) {
  const made = await openTestAppWithEmbedder();
  await made.keep(...texts);
  await embedPending(made.deps, { mayChangeModel: true });
  made.endpoint.requests.length = 0;
  return made;
}

describe('semantic hits', () => {
  it('are the records with a similar meaning, most similar first', async () => {
    const { deps } = await embedded('the heron wades', 'ledger of the harbour', 'a heron');
    const { hits, problem } = await semanticHits(deps, 'heron wades', EVERYWHERE, 2);
    expect(hits.map(({ recordId }) => recordId)).toEqual(['rec_1', 'rec_3']);
    expect(hits[0]?.similarity).toBeGreaterThan(hits[1]?.similarity ?? 1);
    expect(problem).toBeUndefined();
  });

  it('are empty without an embedder, an embedded record or a query, and the endpoint is not called', async () => {
    expect(await semanticHits(openTestApp().deps, 'heron', EVERYWHERE, 5)).toEqual({ hits: [] });
    const { deps, endpoint, keep } = await openTestAppWithEmbedder();
    await keep('heron');
    expect(await semanticHits(deps, 'heron', EVERYWHERE, 5)).toEqual({ hits: [] });
    expect(await semanticHits(deps, ' \n', EVERYWHERE, 5)).toEqual({ hits: [] });
    expect(endpoint.requests).toEqual([]);
  });

  it('send the query without its secrets', async () => {
    const { deps, endpoint } = await embedded('heron');
    const secret = `ghp_${fake(BASE62, 36)}`;
    await semanticHits(deps, `heron ${secret}`, EVERYWHERE, 5);
    expect(endpoint.texts()).toHaveLength(1);
    expect(endpoint.texts()[0]).toContain('heron');
    expect(endpoint.texts()[0]).not.toContain(secret);
  });

  it('are empty with a reason if the endpoint is unreachable, slow or wrong', async () => {
    for (const break_ of ['gone', 'slow', 'wrong'] as const) {
      const { deps, endpoint } = await embedded('heron');
      if (break_ === 'gone') await endpoint.close();
      else if (break_ === 'slow') endpoint.misbehave = neverAnswering();
      else endpoint.misbehave = (_, response) => sendJson(response, { data: [] });
      const { hits, problem } = await semanticHits(deps, 'heron', EVERYWHERE, 5);
      expect(hits).toEqual([]);
      expect(problem?.text).toMatch(
        { gone: /cannot be reached/, slow: /did not answer/, wrong: /invalid answer/ }[break_],
      );
    }
  });

  it('do not call the endpoint again within 30 seconds of a failure', async () => {
    const { deps, endpoint, pass } = await embedded('heron');
    endpoint.misbehave = (_, response) => sendJson(response, {}, 500);
    const { problem } = await semanticHits(deps, 'heron', EVERYWHERE, 5);
    endpoint.misbehave = undefined;
    pass(29_000);
    expect(await semanticHits(deps, 'heron', EVERYWHERE, 5)).toEqual({ hits: [], problem });
    expect(endpoint.requests).toHaveLength(1);
    pass(2_000);
    expect((await semanticHits(deps, 'heron', EVERYWHERE, 5)).hits).toHaveLength(1);
    expect((await semanticHits(deps, 'heron', EVERYWHERE, 5)).problem).toBeUndefined();
    expect(endpoint.requests).toHaveLength(3);
  });

  it('are empty if the endpoint returns another dimension', async () => {
    const { deps, endpoint } = await embedded('heron');
    endpoint.dimension = 96;
    expect((await semanticHits(deps, 'heron', EVERYWHERE, 5)).hits).toEqual([]);
  });

  it('never throw, even if the store does', async () => {
    const { deps, store } = await embedded('heron');
    const broken = { ...store.vectors, nearest: () => Promise.reject(new Error('the disk is gone')) };
    const { hits, problem } = await semanticHits(
      { ...deps, store: { ...store, vectors: broken } },
      'heron',
      EVERYWHERE,
      5,
    );
    expect(hits).toEqual([]);
    expect(problem?.text).toContain('the disk is gone');
  });
});
