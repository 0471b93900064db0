import { describe, expect, it } from 'vitest';
import { client, hours, minutes, openTestApp, renderNotices } from './test-app.ts';

function start() {
  const at = openTestApp();
  const caller = client();
  const keep = async (content: string, more: object = {}) => {
    at.pass(minutes(1));
    return (await at.services.storeMemory(caller, { content, ...more })).record.id;
  };
  const update = (id: string, change: object) => at.services.updateMemory(caller, { id, ...change });
  const read = async (id: string) => (await at.services.listMemories(caller, { ids: [id] })).memories[0];
  return { ...at, caller, keep, update, read };
}

describe('an update that would say the same twice', () => {
  it.each<[string, object, object]>([
    ['in the words of another', {}, { content: 'the port is 443' }],
    ['by moving beside it', { content: 'the port is 443', project: 'other' }, { project: 'ledger' }],
    ['by moving to every project', { content: 'at home' }, { project: null, content: 'everywhere' }],
  ])('%s takes the place of the other', async (_, own, change) => {
    const { keep, update, read } = start();
    const others = [await keep('the port is 443'), await keep('everywhere', { project: null })];
    const id = await keep('the port is 80', own);
    const { record, notices } = await update(id, change);
    expect(record).toMatchObject({ id, status: 'active' });
    const after = await Promise.all(others.map(read));
    const gone = after.filter((one) => one?.status === 'superseded');
    expect(gone).toMatchObject([{ content: record.content, superseded_by: id }]);
    expect(renderNotices(notices).join()).toContain(gone[0]?.id);
  });

  it('by coming back takes its place too', async () => {
    const { keep, update, read } = start();
    const first = await keep('said twice');
    await update(first, { status: 'retracted' });
    const second = await keep('said twice');
    expect((await update(first, { status: 'active' })).record.status).toBe('active');
    expect(await read(second)).toMatchObject({ status: 'superseded', superseded_by: first });
  });

  it('keeps the importance, tags and aliases of the other unless the call gives its own', async () => {
    const { keep, update } = start();
    await keep('never force push', { importance: 9, tags: ['git'], aliases: ['rewrite history'] });
    const one = await keep('do not force push', { importance: 3 });
    const { record } = await update(one, { content: 'never force push', tags: ['rules'] });
    expect(record).toMatchObject({ importance: 9, tags: ['rules'], aliases: ['rewrite history'] });
  });

  it('leaves an open loop of another session beside it, and a report shows one', async () => {
    const { keep, update, read, services } = start();
    await keep('Who owns the release?', { type: 'open_loop' });
    const other = await keep('Who owns this?', { type: 'open_loop' });
    await update(other, { content: 'Who owns the release?' });
    expect(await read(other)).toMatchObject({ status: 'active' });
    const { sections } = await services.bootReport(client(), {});
    expect(sections.find(({ name }) => name === 'open_loops')).toMatchObject({ total: 1 });
  });

  it('is fine where the other is of another type, another project, or over', async () => {
    const { keep, update } = start();
    await keep('the port is 443', { type: 'decision' });
    await keep('the port is 443', { project: 'other' });
    await update(await keep('the port is 443'), { status: 'retracted' });
    const id = await keep('the port is 80');
    expect(await update(id, { content: 'the port is 443' })).toMatchObject({ isChanged: true });
    expect(await update(id, { importance: 9 })).toMatchObject({ isChanged: true });
  });
});

describe('a record that is made active again', () => {
  it('is active again without expiry if it had expired, with a notice', async () => {
    const { keep, update, read, pass, services, caller } = start();
    const id = await keep('the API is down', { ttl_hours: 1 });
    pass(hours(2));
    expect((await read(id))?.status).toBe('expired');
    const { record, isChanged, notices } = await update(id, { status: 'active' });
    expect({ isChanged, status: record.status, expires_at: record.expires_at }).toEqual({
      isChanged: true,
      status: 'active',
      expires_at: null,
    });
    expect(renderNotices(notices).join()).toMatch(/had expired.*without an expiry time/);
    pass(hours(2));
    expect((await services.searchMemory(caller, { query: 'API' })).results).toHaveLength(1);
    expect(await update(id, { status: 'active' })).toMatchObject({ isChanged: false, notices: [] });
  });

  it('keeps an expiry that is still to come', async () => {
    const { keep, update } = start();
    const id = await keep('the API is down', { ttl_hours: 1 });
    await update(id, { status: 'retracted' });
    const { record, notices } = await update(id, { status: 'active' });
    expect(record.expires_at).not.toBeNull();
    expect(notices).toEqual([]);
  });

  it('notifies when the record that superseded it is still active', async () => {
    const { keep, update } = start();
    const old = await keep('deploy with the blue script');
    const successor = await keep('deploy with the green script', { supersedes: [old] });
    const { record, notices } = await update(old, { status: 'active' });
    expect(record).toMatchObject({ status: 'active', superseded_by: null });
    expect(renderNotices(notices)).toEqual([
      `${successor} replaced it and is still active. Now both are active.`,
    ]);
  });

  it('does not notify when the record that superseded it is inactive or deleted', async () => {
    const { keep, update, services, caller } = start();
    const olds = [await keep('one'), await keep('two')];
    const [over, gone] = [
      await keep('one, better', { supersedes: [olds[0]] }),
      await keep('two, better', { supersedes: [olds[1]] }),
    ];
    await update(over, { status: 'retracted' });
    await services.deleteMemory(caller, { id: gone });
    for (const id of olds) expect((await update(id, { status: 'active' })).notices).toEqual([]);
  });
});

describe('a record that is superseded by hand', () => {
  it('has no successor, and the answer claims none', async () => {
    const { keep, update } = start();
    const id = await keep('no longer so');
    const { record, notices } = await update(id, { status: 'superseded' });
    expect(record).toMatchObject({ status: 'superseded', superseded_by: null });
    expect(notices).toEqual([]);
  });
});

describe('the history of a session', () => {
  it('names what was stored, updated and deleted', async () => {
    const { keep, update, services, caller } = start();
    const id = await keep('Why?', { type: 'open_loop' });
    await update(id, { status: 'resolved' });
    await services.deleteMemory(caller, { id, reason: 'asked' });
    const { state } = await services.getSessionState(caller, {});
    expect(state.recent_history?.map(({ what }) => what)).toEqual([
      `Stored an open_loop (${id}).`,
      `Updated the open_loop (${id}).`,
      `Deleted the open_loop (${id}). Why: asked`,
    ]);
  });
});
