import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { embedPending, textToEmbed, vectorStatus } from '../../src/app/embed/embed-pending.ts';
import { allServices } from '../../src/main/compose.ts';
import { aRecord } from '../domain/record/a-record.ts';
import { type Asked, type Misbehaviour, sendJson } from '../support/embedder-endpoint.ts';
import { openWorkspace } from '../support/open-workspace.ts';
import { openTestApp, statelessCaller } from './test-app.ts';
import { embedderAt, neverAnswering, openTestAppWithEmbedder } from './test-app-with-embedder.ts';

const FIRST = { mayChangeModel: true };
const many = (count: number) => Array.from({ length: count }, (_, at) => `heron number ${at}`);
const refusing =
  (isBad: (asked: Asked) => boolean, status = 400): Misbehaviour =>
  (asked, response) =>
    isBad(asked) && sendJson(response, { error: 'no' }, status);

describe('the text that is embedded', () => {
  it('contains subject, content, tags and aliases, each on a line', () => {
    const record = aRecord({
      subject: 'birds',
      content: 'A heron.',
      tags: ['weir', 'mill'],
      aliases: ['fisher'],
    });
    expect(textToEmbed(record)).toBe('birds\nA heron.\nweir, mill\nfisher');
    expect(textToEmbed(aRecord({ content: 'A heron.' }))).toBe('A heron.');
  });

  it('contains at most 2,000 characters of the content, and no half of one', () => {
    const text = textToEmbed(aRecord({ content: `${'x'.repeat(1_999)}😀 and on`, tags: ['weir'] }));
    expect(text).toBe(`${'x'.repeat(1_999)}\ufffd\nweir`);
  });
});

describe('embedding what is pending', () => {
  it('sends 32 at a time, newest first, and reports progress', async () => {
    const { deps, endpoint, keep } = await openTestAppWithEmbedder();
    await keep(...many(70));
    const excerpt: number[] = [];
    const onProgress = ({ embedded }: { embedded: number }) => excerpt.push(embedded);
    expect(await embedPending(deps, { ...FIRST, onProgress })).toEqual({
      outcome: 'done',
      embedded: 70,
      skipped: 0,
    });
    expect(excerpt).toEqual([32, 64, 70]);
    expect(endpoint.requests.map(({ input }) => input.length)).toEqual([32, 32, 6]);
    expect(endpoint.texts()[0]).toBe('heron number 69');
    expect(await vectorStatus(deps)).toEqual({ model: 'hashed-words', dimension: 64, done: 70, pending: 0 });
  });

  it('sends no text of a project that is off, and continues once it is on again', async () => {
    const { deps, endpoint, keep, store } = await openTestAppWithEmbedder();
    const [{ project } = {}] = await store.projects.list(1);
    await keep('heron');
    let off = [project?.anchorPath ?? ''];
    const services = allServices(() => ({ ...deps, readOff: () => off }));
    expect(off).not.toEqual(['']);
    expect(await services.embedPending(statelessCaller(), FIRST)).toMatchObject({
      outcome: 'done',
      embedded: 0,
    });
    expect(endpoint.texts()).toEqual([]);
    off = [];
    expect(await services.embedPending(statelessCaller(), FIRST)).toMatchObject({ embedded: 1 });
  });

  it('does not call the endpoint if nothing is pending', async () => {
    const { deps, endpoint, keep } = await openTestAppWithEmbedder();
    await keep('heron');
    await embedPending(deps, FIRST);
    expect(await embedPending(deps, FIRST)).toEqual({ outcome: 'done', embedded: 0, skipped: 0 });
    expect(endpoint.requests).toHaveLength(1);
  });

  it('embeds changed records again, and all for another model', async () => {
    const { deps, endpoint, keep, change } = await openTestAppWithEmbedder();
    await keep('heron', 'otter', 'badger');
    await embedPending(deps, FIRST);
    await change('rec_2', { content: 'swift' });
    await change('rec_3', { importance: 1 });
    await embedPending(deps, FIRST);
    expect(endpoint.texts()).toEqual(['badger', 'otter', 'heron', 'swift']);
    await embedPending({ ...deps, embedder: embedderAt(endpoint, 'another') }, FIRST);
    expect(endpoint.texts().slice(4)).toEqual(['badger', 'swift', 'heron']);
  });

  it('makes all vectors again if the endpoint returns longer ones', async () => {
    const { deps, endpoint, keep } = await openTestAppWithEmbedder();
    await keep('heron', 'otter');
    await embedPending(deps, FIRST);
    endpoint.dimension = 96;
    await keep('badger');
    expect(await embedPending(deps, FIRST)).toMatchObject({ outcome: 'done', embedded: 3 });
    expect(await vectorStatus(deps)).toMatchObject({ done: 3, pending: 0, dimension: 96 });
  });

  it('stores each batch before it requests the next', async () => {
    const { deps, endpoint, keep } = await openTestAppWithEmbedder();
    await keep(...many(100));
    endpoint.misbehave = refusing(() => endpoint.requests.length > 2, 503);
    await expect(embedPending(deps, FIRST)).rejects.toMatchObject({ code: 'embedder_busy' });
    expect(await vectorStatus(deps)).toMatchObject({ done: 64, pending: 36 });
    endpoint.misbehave = undefined;
    const before = endpoint.texts().length;
    expect(await embedPending(deps, FIRST)).toMatchObject({ embedded: 36 });
    expect(new Set(endpoint.texts().slice(before)).size).toBe(36);
    expect(endpoint.texts().slice(before)).not.toContain('heron number 99');
  });

  it('waits for a busy endpoint, if configured', async () => {
    const { deps, endpoint, keep } = await openTestAppWithEmbedder();
    await keep('heron');
    endpoint.misbehave = refusing(() => endpoint.requests.length < 3, 429);
    expect(await embedPending(deps, { ...FIRST, pausesMs: [1, 1] })).toMatchObject({ embedded: 1 });
    expect(endpoint.requests).toHaveLength(3);
  });

  it('divides a refused batch, and skips the text that is refused alone', async () => {
    const { deps, endpoint, keep } = await openTestAppWithEmbedder();
    await keep(...many(20), 'the unspeakable', ...many(20));
    endpoint.misbehave = refusing(({ input }) => input.some((text) => text.includes('unspeakable')));
    expect(await embedPending(deps, FIRST)).toEqual({ outcome: 'done', embedded: 40, skipped: 1 });
    expect(endpoint.requests.length).toBeLessThan(15);
    expect(await vectorStatus(deps)).toMatchObject({ done: 40, pending: 1 });
    endpoint.misbehave = undefined;
    expect(await embedPending(deps, FIRST)).toEqual({ outcome: 'done', embedded: 1, skipped: 0 });
  });

  it('divides a batch with invalid vectors, such as zeros for a text without words', async () => {
    const { deps, keep } = await openTestAppWithEmbedder();
    await keep('heron', '— … —', 'otter');
    expect(await embedPending(deps, FIRST)).toEqual({ outcome: 'done', embedded: 2, skipped: 1 });
  });

  it('stops if a whole batch is refused', async () => {
    const { deps, endpoint, keep } = await openTestAppWithEmbedder();
    await keep(...many(200));
    endpoint.misbehave = refusing(() => true, 500);
    await expect(embedPending(deps, FIRST)).rejects.toMatchObject({ code: 'embedder_refused' });
    expect(endpoint.requests.length).toBeLessThan(70);
    expect(await vectorStatus(deps)).toMatchObject({ done: 0, pending: 200 });
  });

  it('divides a batch that takes too long, and fails if a single text does', async () => {
    const { deps, endpoint, keep } = await openTestAppWithEmbedder();
    await keep(...many(4));
    const isTooSlow = neverAnswering();
    endpoint.misbehave = ({ input }) => input.length > 2 && isTooSlow();
    expect(await embedPending(deps, FIRST)).toMatchObject({ embedded: 4 });
    await keep('heron');
    endpoint.misbehave = isTooSlow;
    await expect(embedPending(deps, FIRST)).rejects.toMatchObject({ code: 'embedder_too_slow' });
  });

  it('does not send refused records again', async () => {
    const { deps, endpoint, keep } = await openTestAppWithEmbedder();
    await keep('heron', '…');
    const refusedRecords = new Set<string>();
    await embedPending(deps, { ...FIRST, refusedRecords });
    const asked = endpoint.requests.length;
    expect(await embedPending(deps, { ...FIRST, refusedRecords })).toEqual({
      outcome: 'done',
      embedded: 0,
      skipped: 1,
    });
    expect(endpoint.requests).toHaveLength(asked);
  });

  it('stops at once when it is aborted, and keeps what is stored', async () => {
    const { deps, endpoint, keep } = await openTestAppWithEmbedder();
    await keep(...many(64));
    const aborting = new AbortController();
    endpoint.misbehave = () => {
      if (endpoint.requests.length < 2) return false;
      setTimeout(() => aborting.abort(), 20);
      return true;
    };
    const run = await embedPending(deps, { ...FIRST, signal: aborting.signal });
    expect(run).toEqual({ outcome: 'aborted', embedded: 32, skipped: 0 });
    expect(await vectorStatus(deps)).toMatchObject({ done: 32, pending: 32 });
  });

  it('leaves the work to another process that has the claim, unless a person asks', async () => {
    const { deps, endpoint, keep, now, folder } = await openTestAppWithEmbedder();
    await keep('heron');
    const path = join(folder, 'throughline.db');
    const other = openWorkspace({ path, workspace: 'default', busyTimeoutMs: 1_000, now: now() });
    await other.vectors.claim('hashed-words', now(), FIRST);
    expect(await embedPending(deps, FIRST)).toEqual({ outcome: 'taken', embedded: 0, skipped: 0 });
    expect(endpoint.requests).toEqual([]);
    expect(await embedPending(deps, { ...FIRST, isForced: true })).toMatchObject({ embedded: 1 });
    await other.close();
  });

  it('is refused without an embedder, with a hint how to configure one', async () => {
    const { deps } = openTestApp();
    await expect(embedPending(deps)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'embedder_not_configured',
    });
    await expect(vectorStatus(deps)).rejects.toMatchObject({
      hint: expect.stringContaining('embedder_url'),
    });
  });
});
