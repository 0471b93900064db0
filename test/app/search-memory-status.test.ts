import { describe, expect, it } from 'vitest';
import { openSearchApp } from './search-app.ts';
import { days, hours } from './test-app.ts';

describe('superseded records', () => {
  it('are not returned, even if they match exactly', async () => {
    const { keep, texts } = openSearchApp();
    const old = await keep('deploy with the blue script');
    await keep('deploy with the green script', { supersedes: [old] });
    expect(await texts('deploy with the blue script', { min_score: 0 })).toEqual([
      'deploy with the green script',
    ]);
    expect(await texts('"blue script"', { min_score: 0 })).toEqual([]);
  });

  it('lead to their successor over several replacements, by the words of the oldest', async () => {
    const { keep, texts, hits } = openSearchApp();
    const first = await keep('The warehouse robot is called Gustav');
    const second = await keep('Our picking machine bears the name Hilda', { supersedes: [first] });
    const third = await keep('It is named Otto since the repaint', { supersedes: [second] });
    await keep('Lunch is at noon');
    expect(await texts('warehouse robot')).toEqual(['It is named Otto since the repaint']);
    expect((await hits('what is the warehouse robot called'))[0]?.record.id).toBe(third);
    expect((await hits('picking machine'))[0]?.record.id).toBe(third);
  });

  it('are quoted with the decision that replaced them by its subject', async () => {
    const { keep, hits } = openSearchApp();
    await keep('The gateway timeout is 30 seconds', { type: 'decision', subject: 'gateway timeout' });
    await keep('The gateway timeout is 45 seconds', { type: 'decision', subject: 'gateway timeout' });
    for (const query of ['what was the gateway timeout originally?', 'gateway timeout 30 seconds']) {
      const [hit, ...others] = await hits(query);
      expect(others).toEqual([]);
      expect(hit?.record.content).toBe('The gateway timeout is 45 seconds');
      expect(hit?.why).toContain('before: "The gateway timeout is 30 seconds"');
    }
    expect((await hits('gateway timeout 45 seconds'))[0]?.why).not.toContain('before:');
    await keep('The gateway timeout is 60 seconds', { type: 'decision', subject: 'gateway timeout' });
    expect((await hits('what was the gateway timeout originally?'))[0]?.why).toContain(
      'before: "The gateway timeout is 30 seconds"',
    );
  });

  it('lead nowhere if the successor is not active either', async () => {
    const { keep, texts, services, caller } = openSearchApp();
    const first = await keep('The warehouse robot is called Gustav');
    const second = await keep('It is named Otto now', { supersedes: [first] });
    await services.updateMemory(caller, { id: second, status: 'retracted' });
    expect(await texts('warehouse robot', { min_score: 0 })).toEqual([]);
  });

  it('do not lead to another project', async () => {
    const { keep, texts } = openSearchApp();
    const here = await keep('The warehouse robot is called Gustav', { project: 'other' });
    await keep('It is named Otto now', { project: 'other', supersedes: [here] });
    expect(await texts('warehouse robot', { min_score: 0 })).toEqual([]);
    expect(await texts('warehouse robot', { project: 'other' })).toEqual(['It is named Otto now']);
  });
});

describe('inactive records', () => {
  async function allOver() {
    const at = openSearchApp();
    const { keep, services, caller } = at;
    const replaced = await keep('deploy by hand on Mondays');
    const now = await keep('deploy by the pipeline alone', { supersedes: [replaced] });
    const resolved = await keep('who owns the deploy keys?', { type: 'open_loop' });
    await services.updateMemory(caller, { id: resolved, status: 'resolved', resolution: 'Ada does' });
    const retracted = await keep('deploy needs no review');
    await services.updateMemory(caller, { id: retracted, status: 'retracted' });
    const expired = await keep('deploy window is tonight', { ttl_hours: 1 });
    at.pass(hours(2));
    return { ...at, ids: { replaced, now, resolved, retracted, expired } };
  }

  it('are not returned by default: resolved, retracted, expired, superseded', async () => {
    const { hits, ids } = await allOver();
    const found = await hits('deploy', { min_score: 0 });
    expect(found.map(({ record }) => record.id)).toEqual([ids.now]);
    expect((await hits('')).map(({ record }) => record.id)).toEqual([ids.now]);
  });

  it('are found with status all, with their state and successor', async () => {
    const { hits, ids } = await allOver();
    const found = await hits('deploy', { status: 'all', min_score: 0 });
    const explained = new Map(found.map(({ record, why }) => [record.id, `${record.status}: ${why}`]));
    expect([...explained.keys()].sort()).toEqual(Object.values(ids).sort());
    expect(explained.get(ids.replaced)).toMatch(new RegExp(`^superseded: .*replaced by ${ids.now}`));
    expect(explained.get(ids.resolved)).toMatch(/^resolved: .*resolved/);
    expect(explained.get(ids.retracted)).toMatch(/^retracted: /);
    expect(explained.get(ids.expired)).toMatch(/^expired: /);
    expect(explained.get(ids.now)).toMatch(/^active: /);
  });

  it('disappear from every list when they are deleted', async () => {
    const { hits, ids, services, caller } = await allOver();
    for (const id of Object.values(ids)) await services.deleteMemory(caller, { id });
    for (const status of ['active', 'all'] as const)
      for (const query of ['deploy', '', '"deploy keys"'])
        expect(await hits(query, { status, min_score: 0 }), query).toEqual([]);
  });
});

describe('as of a moment', () => {
  async function history() {
    const at = openSearchApp();
    const { keep, pass, now, services, caller } = at;
    const before = now();
    pass(days(1));
    const old = await keep('the port of the gate is 80');
    pass(days(1));
    const between = now();
    pass(days(1));
    const id = await keep('the port of the gate is 443', { supersedes: [old] });
    pass(days(1));
    const after = now();
    pass(days(1));
    await services.updateMemory(caller, { id, content: 'the port of the harbour lies behind the proxy' });
    pass(days(1));
    return { ...at, before, between, after };
  }

  it('returns the records that were active then, in their wording of that time', async () => {
    const { texts, before, between, after, now } = await history();
    for (const query of ['port', '']) {
      expect(await texts(query, { as_of: before }), query).toEqual([]);
      expect(await texts(query, { as_of: between }), query).toEqual(['the port of the gate is 80']);
      expect(await texts(query, { as_of: after }), query).toEqual(['the port of the gate is 443']);
      expect(await texts(query, { as_of: now() }), query).toEqual([
        'the port of the harbour lies behind the proxy',
      ]);
    }
  });

  it('matches later words too, but quoted words must be in the wording of that time', async () => {
    const { texts, after } = await history();
    expect(await texts('"behind the proxy"', { as_of: after, min_score: 0 })).toEqual([]);
    expect(await texts('harbour proxy', { as_of: after })).toEqual(['the port of the gate is 443']);
  });

  it('matches words of that time that no record contains any more', async () => {
    const { texts, between, after, now } = await history();
    expect(await texts('gate 443', { as_of: after })).toEqual(['the port of the gate is 443']);
    expect(await texts('"gate is 443"', { as_of: after })).toEqual(['the port of the gate is 443']);
    expect(await texts('443', { as_of: between })).toEqual([]);
    expect(await texts('443', { as_of: now() })).toEqual([]);
  });

  it('matches the names of that time, and not the later text', async () => {
    const { keep, pass, now, hits, services, caller } = openSearchApp();
    const id = await keep('The heron feeds at dawn', { tags: ['ornithology'] });
    pass(days(1));
    const then = now();
    pass(days(1));
    await services.updateMemory(caller, {
      id,
      tags: ['zoology'],
      status: 'resolved',
      resolution: 'Chartreuse.',
    });
    expect(await hits('ornithology', { as_of: then })).toHaveLength(1);
    expect((await hits('ornithology heron', { as_of: then }))[0]?.why).toContain('its labels: ornithology');
    expect((await hits('heron chartreuse', { as_of: then, min_score: 0 }))[0]?.why).toContain(
      'only in another version: chartreuse',
    );
  });

  it('with status all also returns records that were inactive by then, and nothing later', async () => {
    const { texts, after } = await history();
    expect((await texts('port', { as_of: after, status: 'all', min_score: 0 })).sort()).toEqual([
      'the port of the gate is 443',
      'the port of the gate is 80',
    ]);
  });

  it('returns records that expired or were resolved later', async () => {
    const { keep, pass, now, texts, services, caller } = openSearchApp();
    const loop = await keep('who owns the keys?', { type: 'open_loop' });
    await keep('the key window is tonight', { ttl_hours: 24 });
    pass(hours(1));
    const then = now();
    pass(days(2));
    await services.updateMemory(caller, { id: loop, status: 'resolved' });
    expect(await texts('keys', { min_score: 0 })).toEqual([]);
    expect((await texts('keys', { as_of: then, min_score: 0 })).sort()).toEqual([
      'the key window is tonight',
      'who owns the keys?',
    ]);
  });
});

describe('a resolution', () => {
  it('is searched with status all', async () => {
    const { keep, texts, services, caller } = openSearchApp();
    const id = await keep('Why does the nightly export stall?', { type: 'open_loop' });
    await services.updateMemory(caller, {
      id,
      status: 'resolved',
      resolution: 'The semaphore leaked; raised to 12',
    });
    expect(await texts('leaked semaphore')).toEqual([]);
    expect(await texts('leaked semaphore', { status: 'all' })).toEqual([
      'Why does the nightly export stall?',
    ]);
  });

  async function aResolvedLoop() {
    const at = openSearchApp();
    const id = await at.keep('The nightly export stalls on Sundays.', { type: 'open_loop' });
    const resolution = 'The semaphore leaked; raised to 12';
    await at.services.updateMemory(at.caller, { id, status: 'resolved', resolution });
    return { ...at, id, resolution };
  }

  it.each(['What happened to the nightly export stalls?', 'how was the nightly export stall fixed?'])(
    'answers a question for what became of the loop: %s',
    async (query) => {
      const { search, id, resolution } = await aResolvedLoop();
      const { results, nearest } = await search(query);
      expect(results).toMatchObject([{ kind: 'record', record: { id, status: 'resolved', resolution } }]);
      expect(results[0]?.why).toContain('resolved');
      expect(nearest).toEqual([]);
    },
  );

  it('is returned once, before what is active, in pages of one', async () => {
    const { search, keep, id } = await aResolvedLoop();
    const active = await keep('The nightly export stalls on Mondays too.', { type: 'open_loop' });
    const query = 'What happened to the nightly export stalls?';
    const first = await search(query, { limit: 1 });
    expect(first.results.map(({ record }) => record.id)).toEqual([id]);
    const cursor = first.next_cursor ?? undefined;
    const second = await search(query, { limit: 1, cursor });
    expect(second.results.map(({ record }) => record.id)).toEqual([active]);
    expect(second.next_cursor).toBeNull();
  });

  it('is not returned for a question about the present, nor is a loop that was retracted', async () => {
    const { texts, keep, services, caller } = await aResolvedLoop();
    expect(await texts('why does the nightly export stall?')).toEqual([]);
    const id = await keep('The lantern rota is unclear.', { type: 'open_loop' });
    await services.updateMemory(caller, { id, status: 'retracted' });
    expect(await texts('what happened to the lantern rota?')).toEqual([]);
  });
});

describe('times', () => {
  it('limits words and newest records by since and until, both inclusive', async () => {
    const { keep, texts } = openSearchApp();
    for (const day of ['01', '02', '03'])
      await keep(`oil bought on day ${day}`, { occurred_at: `2024-03-${day}T00:00:00.000Z` });
    const [since, until] = ['2024-03-02T00:00:00.000Z', '2024-03-02T00:00:00.000Z'];
    for (const query of ['oil', '']) {
      expect((await texts(query, { since })).sort()).toEqual([
        'oil bought on day 02',
        'oil bought on day 03',
      ]);
      expect((await texts(query, { until })).sort()).toEqual([
        'oil bought on day 01',
        'oil bought on day 02',
      ]);
      expect(await texts(query, { since, until })).toEqual(['oil bought on day 02']);
    }
  });

  it('understands times in the question', async () => {
    const { keep, texts } = openSearchApp();
    await keep('tea with the auditors', { occurred_at: '2024-03-02T09:00:00.000Z' });
    await keep('tea with the neighbours', { occurred_at: '2024-05-20T09:00:00.000Z' });
    expect(await texts('what happened on 2 March 2024?')).toEqual(['tea with the auditors']);
    expect((await texts('tea in May 2024'))[0]).toBe('tea with the neighbours');
    expect(await texts('tea since April 2024')).toEqual(['tea with the neighbours']);
    expect(await texts('tea before April 2024')).toEqual(['tea with the auditors']);
    expect((await texts('between March and May 2024')).sort()).toEqual([
      'tea with the auditors',
      'tea with the neighbours',
    ]);
    expect(await texts('tea in August 2024')).toEqual([]);
  });

  it('finds texts from a time and texts that mention it', async () => {
    const { keep, texts } = openSearchApp();
    await keep('Code freeze from 18 December 2031 on', { occurred_at: '2024-03-02T09:00:00.000Z' });
    await keep('The freeze of the pond', { occurred_at: '2031-12-18T09:00:00.000Z' });
    await keep('18 geese, 2031 feathers');
    for (const asked of ['18 December 2031', 'december 18, 2031'])
      expect((await texts(asked)).sort(), asked).toEqual([
        'Code freeze from 18 December 2031 on',
        'The freeze of the pond',
      ]);
  });

  it('finds records of a type from a time', async () => {
    const { keep, texts } = openSearchApp();
    const then = { occurred_at: '2024-04-02T09:00:00.000Z' };
    await keep('Tea is served at four', { ...then, type: 'decision' });
    await keep('The kettle leaks', { ...then, type: 'warning' });
    expect(await texts('decisions in April 2024')).toEqual(['Tea is served at four']);
    expect(await texts('what did we decide in April 2024?')).toEqual(['Tea is served at four']);
    expect(await texts('in April 2024')).toHaveLength(2);
  });
});
