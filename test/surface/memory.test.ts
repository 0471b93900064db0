import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shiftedBy } from '../support/clock.ts';
import { BASE62, fake } from '../support/fake-secret.ts';
import type { LineClient } from '../support/line-client.ts';
import { type Place, place, serverIn } from '../support/server.ts';
import { serverInProcess } from '../support/server-in-process.ts';

/** Backups contain what was deleted since, and the answer says so. These tests are about the store. */
const NO_BACKUP = { env: { THROUGHLINE_DAILY_BACKUP: 'false' } };

const rawBytes = ({ home }: Place) =>
  Buffer.concat(
    readdirSync(home)
      .filter((file) => !file.endsWith('-shm'))
      .map((file) => readFileSync(join(home, file))),
  ).toString('latin1');

const found = async (client: LineClient, args: Record<string, unknown>): Promise<string[]> =>
  (await client.facts('search_memory', args)).results.map(
    ({ record }: { record: { content: string } }) => record.content,
  );

describe('store_memory', () => {
  it('keeps the same text once in its scope, and again in another', async () => {
    const client = await serverInProcess(place());
    const first = await client.facts('store_memory', { content: 'The queue is shared 🐢', tags: ['infra'] });
    expect(first).toMatchObject({
      is_new: true,
      record: { type: 'memory', category: 'general', importance: 5, version: 1 },
    });
    expect(first.notices[0]).toContain('was started');
    const again = await client.facts('store_memory', { content: 'The queue is shared 🐢' });
    expect(again).toMatchObject({ id: first.id, is_new: false });
    const global = await client.facts('store_memory', { content: 'The queue is shared 🐢', project: null });
    expect(global).toMatchObject({ is_new: true, record: { project: null } });
    expect((await client.facts('get_session_state')).session_info.turn_count).toBe(2);
  });

  it('delivers what it keeps: a constraint and a checkpoint reach the next boot, a newer checkpoint replaces it', async () => {
    const here = place();
    const client = await serverIn(here, NO_BACKUP);
    await client.facts('start_session');
    await client.facts('store_memory', { content: 'never on Fridays', type: 'constraint' });
    await client.facts('store_memory', { content: 'half way', type: 'checkpoint' });
    await client.facts('store_memory', { content: 'three quarters', type: 'checkpoint' });
    await client.kill();
    const { report } = await (await serverIn(here, NO_BACKUP)).facts('boot_report');
    expect(report).toContain('never on Fridays');
    expect(report).toContain('three quarters');
    expect(report).not.toContain('half way');
  });

  it('lets old truths fall silent: superseded, resolved, retracted and expired ones are asked for by name only', async () => {
    const here = place();
    const yesterday = await serverIn(here, shiftedBy(-26 * 60 * 60 * 1_000));
    await yesterday.facts('store_memory', { content: 'deploy window is on Monday', ttl_hours: 24 });
    await yesterday.close();
    const client = await serverIn(here, NO_BACKUP);
    const old = await client.facts('store_memory', {
      content: 'deploy with the blue script',
      type: 'decision',
    });
    const now = await client.facts('store_memory', {
      content: 'deploy with the green script',
      type: 'decision',
      supersedes: [old.id],
    });
    const loop = await client.facts('store_memory', {
      content: 'who owns the deploy keys?',
      type: 'open_loop',
    });
    await client.facts('update_memory', { id: loop.id, status: 'resolved', resolution: 'Ada does' });
    const wrong = await client.facts('store_memory', { content: 'deploy needs no review' });
    await client.facts('update_memory', { id: wrong.id, status: 'retracted' });
    expect(await found(client, { query: 'deploy' })).toEqual(['deploy with the green script']);
    expect((await found(client, { query: 'deploy', status: 'all', min_score: 0 })).length).toBe(5);
    const [replaced] = (await client.facts('list_memories', { ids: [old.id] })).memories;
    expect(replaced).toMatchObject({ status: 'superseded', superseded_by: now.id });
    const [settled] = (await client.facts('list_memories', { ids: [loop.id] })).memories;
    expect(settled).toMatchObject({ status: 'resolved', resolution: 'Ada does', version: 2 });
    const report = (await client.facts('boot_report')).report;
    expect(report).not.toContain('blue script');
    expect(report).not.toContain('deploy keys');
  });

  it('refuses what contradicts itself or is over already, and writes nothing', async () => {
    const client = await serverInProcess(place());
    for (const [args, code] of [
      [{ content: 'x', ttl_hours: 1, expires_at: '2099-01-01' }, 'arguments_contradict'],
      [{ content: 'x', expires_at: '2020-01-01' }, 'expiry_in_the_past'],
      [{ content: 'x', supersedes: ['rec_none'] }, 'record_not_found'],
      [{ content: '  ' }, 'text_empty'],
      [{ content: 'x', importance: 11 }, 'invalid_arguments'],
    ] as const) {
      const refused = await client.call('store_memory', args);
      expect(refused.structuredContent.code).toBe(code);
    }
    expect((await client.facts('get_sessions')).sessions).toEqual([]);
  });
});

describe('search_memory', () => {
  it('finds inflections, ignores question words, and ranks by relevance before importance', async () => {
    const client = await serverInProcess(place());
    await client.facts('start_session');
    await client.facts('store_memory', {
      content: 'Migrations of the orders table run at night',
      importance: 1,
    });
    await client.facts('store_memory', { content: 'The table tennis room is booked', importance: 10 });
    await client.facts('store_memory', { content: 'Lunch is at noon', importance: 10, aliases: ['siesta'] });
    const [first] = await found(client, { query: 'when does the migration of the order table run?' });
    expect(first).toContain('Migrations');
    expect(await found(client, { query: 'siesta' })).toEqual(['Lunch is at noon']);
    expect(await found(client, { query: '"tennis room"' })).toEqual(['The table tennis room is booked']);
    expect(await found(client, { query: 'submarine' })).toEqual([]);
    expect(await found(client, { query: 'lesson memory decision' })).toEqual([]);
    for (const odd of ['"', 'a OR', 'NEAR(', '*', '-x', "'; DROP TABLE records", '日本']) {
      expect((await client.call('search_memory', { query: odd })).isError, odd).toBeFalsy();
    }
    expect(await found(client, { query: '' })).toHaveLength(3);
  });

  it('stays in its project and what is global, and writes nothing', async () => {
    const here = place();
    const client = await serverInProcess(here, NO_BACKUP);
    await client.facts('start_session');
    await client.facts('store_memory', { content: 'lantern oil' });
    await client.facts('store_memory', { content: 'oil everywhere', project: null });
    await client.facts('store_memory', { content: 'oil elsewhere', project: 'other' });
    const before = rawBytes(here);
    expect((await found(client, { query: 'oil' })).sort()).toEqual(['lantern oil', 'oil everywhere']);
    expect(await found(client, { query: 'oil', project: '*' })).toHaveLength(3);
    expect(await found(client, { query: 'oil', project: null })).toEqual(['oil everywhere']);
    expect(rawBytes(here) === before).toBe(true);
  });
});

describe('update_memory and delete_memory', () => {
  it('keep the earlier version, and write nothing the second time', async () => {
    const client = await serverInProcess(place());
    const { id } = await client.facts('store_memory', { content: 'teh parser', importance: 3 });
    const update = { id, content: 'the parser', importance: 9, tags: ['code'] };
    expect(await client.facts('update_memory', update)).toMatchObject({
      is_changed: true,
      record: { version: 2, importance: 9 },
    });
    expect(await client.facts('update_memory', update)).toMatchObject({
      is_changed: false,
      record: { version: 2 },
    });
    expect(await found(client, { query: 'teh' })).toEqual([]);
    expect(await found(client, { query: 'parsers' })).toEqual(['the parser']);
    expect((await client.call('update_memory', { id })).structuredContent.code).toBe('nothing_to_update');
  });

  it('deletes every byte of every version, and records the deletion in the journal', async () => {
    const here = place();
    const client = await serverInProcess(here, NO_BACKUP);
    const words = ['Xylophonist', 'Quixotically', 'Zanzibarian'];
    const { id } = await client.facts('store_memory', {
      content: `${words[0]} ${'and more words '.repeat(400)}`,
      aliases: [words[2]],
    });
    await client.facts('store_memory', { content: 'an innocent bystander' });
    await client.facts('update_memory', { id, content: `${words[1]} instead` });
    expect(rawBytes(here)).toContain(words[1]);
    expect(await client.facts('delete_memory', { id })).toMatchObject({ status: 'deleted', versions: 2 });
    expect((await client.call('delete_memory', { id })).structuredContent.code).toBe('record_not_found');
    const bytes = rawBytes(here).toLowerCase();
    for (const word of words) expect(bytes.includes(word.slice(0, 8).toLowerCase()), word).toBe(false);
    expect(bytes).toContain(id);
    expect(bytes).toContain('record.deleted');
    expect(bytes).toContain('innocent');
  });

  it('delete really while the server lives beside another, and when it is killed after its answer', async () => {
    const here = place();
    const [client, other] = [await serverIn(here, NO_BACKUP), await serverIn(here, NO_BACKUP)];
    const { id } = await client.facts('store_memory', { content: 'Xylophonists meet here' });
    expect(await found(other, { query: 'xylophonists' })).toHaveLength(1);
    expect(rawBytes(here)).toContain('Xylophonist');
    await client.facts('delete_memory', { id });
    expect(rawBytes(here).toLowerCase()).not.toContain('xylophon');
    await client.kill();
    await other.kill();
    expect(rawBytes(here).toLowerCase()).not.toContain('xylophon');
  });

  it('store the reason of a deletion in the history, and drop files that only the deleted text named', async () => {
    const here = place();
    const client = await serverInProcess(here, NO_BACKUP);
    const { id, session_id } = await client.facts('store_memory', {
      content: 'The bug is in src/hidden-orchard.ts and in src/shared.ts',
    });
    await client.facts('store_memory', { content: 'src/shared.ts needs a test' });
    const reason = 'Named a client';
    expect(await client.facts('delete_memory', { id, reason })).toMatchObject({ told_in: session_id });
    const { recent_history } = await client.facts('get_session_state');
    expect(recent_history.at(-1).what).toContain(reason);
    await client.close();
    expect(rawBytes(here)).not.toContain('hidden-orchard');
    expect(rawBytes(here)).toContain('src/shared.ts');
  });
});

describe('as_of', () => {
  const HOUR = 60 * 60 * 1_000;
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

  /** Ten hours ago the port was 80, five hours ago 443 took its place, three hours ago its words were changed. */
  async function history() {
    const here = place();
    const first = await serverIn(here, shiftedBy(-10 * HOUR));
    const old = await first.facts('store_memory', { content: 'the port is 80' });
    await first.close();
    const second = await serverIn(here, shiftedBy(-5 * HOUR));
    const { id } = await second.facts('store_memory', {
      content: 'the port is 443',
      supersedes: [old.id],
    });
    await second.close();
    const third = await serverIn(here, shiftedBy(-3 * HOUR));
    await third.facts('update_memory', { id, content: 'the port is 443, behind the proxy' });
    await third.close();
    return serverIn(here);
  }

  it.each(['port', ''])(
    'returns what was active at that time, worded as it was (query %j)',
    async (query) => {
      const client = await history();
      expect(await found(client, { query, as_of: ago(11) })).toEqual([]);
      expect(await found(client, { query, as_of: ago(8) })).toEqual(['the port is 80']);
      expect(await found(client, { query, as_of: ago(4) })).toEqual(['the port is 443']);
      expect(await found(client, { query, as_of: ago(1) })).toEqual(['the port is 443, behind the proxy']);
      expect(await found(client, { query })).toEqual(['the port is 443, behind the proxy']);
    },
  );

  it('filters by the time when something happened, not by when it was stored', async () => {
    const client = await serverInProcess(place());
    const day = '2024-03-01T00:00:00.000Z';
    await client.facts('store_memory', { content: 'long ago', occurred_at: day });
    const contents = Array.from({ length: 406 }, (_, index) => `later ${index}`);
    await Promise.all(contents.map((content) => client.facts('store_memory', { content })));
    expect(await found(client, { query: '', until: '2024-12-31' })).toEqual(['long ago']);
  });
});

describe('the same text again', () => {
  it('supersedes what it names, once, and lists the differences that were not applied', async () => {
    const client = await serverInProcess(place());
    const wrong = await client.facts('store_memory', { content: 'the lights are green' });
    const right = await client.facts('store_memory', { content: 'the lights are red', tags: ['street'] });
    const again = { content: 'the lights are red', supersedes: [wrong.id], tags: ['lamp'], importance: 9 };
    const answer = await client.facts('store_memory', again);
    expect(answer).toMatchObject({
      id: right.id,
      is_new: false,
      record: { supersedes: [wrong.id], version: 2 },
    });
    expect(answer.notices.join()).toMatch(/importance, tags.*update_memory/);
    expect(await found(client, { query: 'lights' })).toEqual(['the lights are red']);
    expect(await client.facts('store_memory', again)).toMatchObject({ record: { version: 2 } });
  });

  it('counts secrets taken out of a resolution', async () => {
    const client = await serverInProcess(place());
    const { id } = await client.facts('store_memory', { content: 'rotate the key', type: 'open_loop' });
    const { redacted } = await client.facts('update_memory', {
      id,
      status: 'resolved',
      resolution: `done with ghp_${fake(BASE62, 36)}`,
    });
    expect(Object.values(redacted)).toEqual([1]);
  });
});
