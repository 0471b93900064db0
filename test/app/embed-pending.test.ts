import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { embedPending, textToEmbed } from '../../src/app/embed/embed-pending.ts';
import { vectorStatus } from '../../src/app/embed/vector-status.ts';
import { createServices } from '../../src/app/services.ts';
import { aRecord } from '../domain/record/a-record.ts';
import { type Asked, type Misbehaviour, sendJson } from '../support/embedder-endpoint.ts';
import { openWorkspace } from '../support/open-workspace.ts';
import { aWorld, passer } from './a-world.ts';
import { anEmbeddingWorld, embedderAt } from './embed-world.ts';

const FIRST = { mayChangeModel: true };
const many = (count: number) => Array.from({ length: count }, (_, at) => `heron number ${at}`);
const refusing =
  (isBad: (asked: Asked) => boolean, status = 400): Misbehaviour =>
  (asked, response) =>
    isBad(asked) && sendJson(response, { error: 'no' }, status);

describe('the text that is embedded', () => {
  it('is what the record says and is known by, each on a line', () => {
    const record = aRecord({
      subject: 'birds',
      content: 'A heron.',
      tags: ['weir', 'mill'],
      aliases: ['fisher'],
    });
    expect(textToEmbed(record)).toBe('birds\nA heron.\nweir, mill\nfisher');
    expect(textToEmbed(aRecord({ content: 'A heron.' }))).toBe('A heron.');
  });

  it('takes no more than 2,000 characters of the content, and no half of one', () => {
    const text = textToEmbed(aRecord({ content: `${'x'.repeat(1_999)}😀 and on`, tags: ['weir'] }));
    expect(text).toBe(`${'x'.repeat(1_999)}\ufffd\nweir`);
  });
});

describe('embedding what is pending', () => {
  it('takes 32 at a time, newest first, and says how far it is', async () => {
    const { world, endpoint, keep } = await anEmbeddingWorld();
    await keep(...many(70));
    const told: number[] = [];
    const onProgress = ({ embedded }: { embedded: number }) => told.push(embedded);
    expect(await embedPending(world, { ...FIRST, onProgress })).toEqual({
      outcome: 'done',
      embedded: 70,
      skipped: 0,
    });
    expect(told).toEqual([32, 64, 70]);
    expect(endpoint.requests.map(({ input }) => input.length)).toEqual([32, 32, 6]);
    expect(endpoint.texts()[0]).toBe('heron number 69');
    expect(await vectorStatus(world)).toEqual({ model: 'hashed-words', dimension: 64, done: 70, pending: 0 });
  });

  it('sends no text of a project that is switched off, and goes on with it once that is on again', async () => {
    const { world, endpoint, keep, store } = await anEmbeddingWorld();
    const [{ project } = {}] = await store.projects.list(1);
    await keep('heron');
    let off = [project?.anchorPath ?? ''];
    const services = createServices(() => ({ ...world, readOff: () => off }));
    expect(off).not.toEqual(['']);
    expect(await services.embedPending(passer(), FIRST)).toMatchObject({ outcome: 'done', embedded: 0 });
    expect(endpoint.texts()).toEqual([]);
    off = [];
    expect(await services.embedPending(passer(), FIRST)).toMatchObject({ embedded: 1 });
  });

  it('asks nothing where nothing is pending', async () => {
    const { world, endpoint, keep } = await anEmbeddingWorld();
    await keep('heron');
    await embedPending(world, FIRST);
    expect(await embedPending(world, FIRST)).toEqual({ outcome: 'done', embedded: 0, skipped: 0 });
    expect(endpoint.requests).toHaveLength(1);
  });

  it('embeds anew what says something else now, and all under another model', async () => {
    const { world, endpoint, keep, change } = await anEmbeddingWorld();
    await keep('heron', 'otter', 'badger');
    await embedPending(world, FIRST);
    await change('rec_2', { content: 'swift' });
    await change('rec_3', { importance: 1 });
    await embedPending(world, FIRST);
    expect(endpoint.texts()).toEqual(['badger', 'otter', 'heron', 'swift']);
    await embedPending({ ...world, embedder: embedderAt(endpoint, 'another') }, FIRST);
    expect(endpoint.texts().slice(4)).toEqual(['badger', 'swift', 'heron']);
  });

  it('makes all anew when the endpoint gives longer vectors than before', async () => {
    const { world, endpoint, keep } = await anEmbeddingWorld();
    await keep('heron', 'otter');
    await embedPending(world, FIRST);
    endpoint.dimension = 96;
    await keep('badger');
    expect(await embedPending(world, FIRST)).toMatchObject({ outcome: 'done', embedded: 3 });
    expect(await vectorStatus(world)).toMatchObject({ done: 3, pending: 0, dimension: 96 });
  });

  it('keeps each batch before it asks for the next', async () => {
    const { world, endpoint, keep } = await anEmbeddingWorld();
    await keep(...many(100));
    endpoint.misbehave = refusing(() => endpoint.requests.length > 2, 503);
    await expect(embedPending(world, FIRST)).rejects.toMatchObject({ code: 'embedder_busy' });
    expect(await vectorStatus(world)).toMatchObject({ done: 64, pending: 36 });
    endpoint.misbehave = undefined;
    const before = endpoint.texts().length;
    expect(await embedPending(world, FIRST)).toMatchObject({ embedded: 36 });
    expect(new Set(endpoint.texts().slice(before)).size).toBe(36);
    expect(endpoint.texts().slice(before)).not.toContain('heron number 99');
  });

  it('waits for an endpoint that is busy, if asked to', async () => {
    const { world, endpoint, keep } = await anEmbeddingWorld();
    await keep('heron');
    endpoint.misbehave = refusing(() => endpoint.requests.length < 3, 429);
    expect(await embedPending(world, { ...FIRST, pausesMs: [1, 1] })).toMatchObject({ embedded: 1 });
    expect(endpoint.requests).toHaveLength(3);
  });

  it('halves what is refused together, and skips this time the one that is refused alone', async () => {
    const { world, endpoint, keep } = await anEmbeddingWorld();
    await keep(...many(20), 'the unspeakable', ...many(20));
    endpoint.misbehave = refusing(({ input }) => input.some((text) => text.includes('unspeakable')));
    expect(await embedPending(world, FIRST)).toEqual({ outcome: 'done', embedded: 40, skipped: 1 });
    expect(endpoint.requests.length).toBeLessThan(15);
    expect(await vectorStatus(world)).toMatchObject({ done: 40, pending: 1 });
    endpoint.misbehave = undefined;
    expect(await embedPending(world, FIRST)).toEqual({ outcome: 'done', embedded: 1, skipped: 0 });
  });

  it('halves what it answers wrongly, such as zeros for a text without words', async () => {
    const { world, keep } = await anEmbeddingWorld();
    await keep('heron', '— … —', 'otter');
    expect(await embedPending(world, FIRST)).toEqual({ outcome: 'done', embedded: 2, skipped: 1 });
  });

  it('stops where none of a batch is taken, instead of asking for everything one by one', async () => {
    const { world, endpoint, keep } = await anEmbeddingWorld();
    await keep(...many(200));
    endpoint.misbehave = refusing(() => true, 500);
    await expect(embedPending(world, FIRST)).rejects.toMatchObject({ code: 'embedder_refused' });
    expect(endpoint.requests.length).toBeLessThan(70);
    expect(await vectorStatus(world)).toMatchObject({ done: 0, pending: 200 });
  });

  it('halves a batch that takes too long, and gives up on a text that alone takes too long', async () => {
    const { world, endpoint, keep } = await anEmbeddingWorld();
    await keep(...many(4));
    endpoint.misbehave = ({ input }) => input.length > 2;
    expect(await embedPending(world, FIRST)).toMatchObject({ embedded: 4 });
    await keep('heron');
    endpoint.misbehave = () => true;
    await expect(embedPending(world, FIRST)).rejects.toMatchObject({ code: 'embedder_too_slow' });
  });

  it('does not ask again for what is passed over', async () => {
    const { world, endpoint, keep } = await anEmbeddingWorld();
    await keep('heron', '…');
    const passedOver = new Set<string>();
    await embedPending(world, { ...FIRST, passedOver });
    const asked = endpoint.requests.length;
    expect(await embedPending(world, { ...FIRST, passedOver })).toEqual({
      outcome: 'done',
      embedded: 0,
      skipped: 1,
    });
    expect(endpoint.requests).toHaveLength(asked);
  });

  it('stops at once when it is aborted, and keeps what it has', async () => {
    const { world, endpoint, keep } = await anEmbeddingWorld();
    await keep(...many(64));
    const aborting = new AbortController();
    endpoint.misbehave = () => {
      if (endpoint.requests.length < 2) return false;
      setTimeout(() => aborting.abort(), 20);
      return true;
    };
    const run = await embedPending(world, { ...FIRST, signal: aborting.signal });
    expect(run).toEqual({ outcome: 'aborted', embedded: 32, skipped: 0 });
    expect(await vectorStatus(world)).toMatchObject({ done: 32, pending: 32 });
  });

  it('leaves it to the process that is at it, unless a person asks', async () => {
    const { world, endpoint, keep, now, folder } = await anEmbeddingWorld();
    await keep('heron');
    const path = join(folder, 'throughline.db');
    const other = openWorkspace({ path, workspace: 'default', busyTimeoutMs: 1_000, now: now() });
    await other.vectors.claim('hashed-words', now(), FIRST);
    expect(await embedPending(world, FIRST)).toEqual({ outcome: 'taken', embedded: 0, skipped: 0 });
    expect(endpoint.requests).toEqual([]);
    expect(await embedPending(world, { ...FIRST, isForced: true })).toMatchObject({ embedded: 1 });
    await other.close();
  });

  it('is refused, with how to configure one, where there is no embedder', async () => {
    const { world } = aWorld();
    await expect(embedPending(world)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'embedder_not_configured',
    });
    await expect(vectorStatus(world)).rejects.toMatchObject({
      hint: expect.stringContaining('embedder_url'),
    });
  });
});
