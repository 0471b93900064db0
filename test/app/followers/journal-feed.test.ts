import { describe, expect, it, vi } from 'vitest';
import type { AffectedResources } from '../../../src/app/followers/affected-resources.ts';
import { createFeed } from '../../../src/app/followers/journal-feed.ts';
import { client, decision, handoffContent, openTestApp, statelessCaller } from '../test-app.ts';

const NEVER_MS = 1_000_000;

const aFeed = (pollMs = NEVER_MS) => {
  const here = openTestApp();
  const errors: unknown[] = [];
  const feed = createFeed({ store: here.store, onError: (error) => errors.push(error), pollMs });
  const received: AffectedResources[] = [];
  const follow = () => feed.follow((touched) => void received.push(touched));
  return { ...here, feed, errors, received, follow };
};

const seen = (received: readonly AffectedResources[], key: 'sessions' | 'handoffs' | 'projects' | 'listed') =>
  new Set(received.flatMap((touched) => [...touched[key]]));

describe('the feed', () => {
  it('does not poll in a store without other writers, and reads when polled explicitly', async () => {
    vi.useFakeTimers();
    try {
      const { store, services } = openTestApp();
      const onError = () => undefined;
      const feed = createFeed({ store, hasOtherWriters: false, onError });
      const received: AffectedResources[] = [];
      await feed.follow((touched) => void received.push(touched));
      expect(vi.getTimerCount()).toBe(0);
      await services.startSession(client(), {});
      await feed.look();
      expect(seen(received, 'sessions').size).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('neither reads nor polls without listeners', async () => {
    vi.useFakeTimers();
    try {
      const { feed, services, store, follow } = aFeed(1_000);
      const end = vi.spyOn(store.ledger, 'end');
      const read = vi.spyOn(store.ledger, 'read');
      await services.startSession(client(), {});
      await feed.look();
      expect(vi.getTimerCount()).toBe(0);
      const stop = await follow();
      expect(vi.getTimerCount()).toBe(1);
      stop();
      expect(vi.getTimerCount()).toBe(0);
      expect(end).toHaveBeenCalledTimes(1);
      await feed.look();
      expect([end.mock.calls.length, read.mock.calls.length]).toEqual([1, 0]);
      await follow();
      feed.close();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('reads no entries while there are none, and writes nothing', async () => {
    const { feed, services, store, follow, received, journalLength } = aFeed();
    await services.startSession(client(), {});
    const before = await journalLength();
    await follow();
    const read = vi.spyOn(store.ledger, 'read');
    for (let count = 0; count < 5; count += 1) await feed.look();
    expect(read).not.toHaveBeenCalled();
    expect(received).toEqual([]);
    read.mockRestore();
    expect(await journalLength()).toBe(before);
  });

  it('looks by itself', async () => {
    const { services, follow, received } = aFeed(10);
    await follow();
    await services.startSession(client(), {});
    await vi.waitFor(() => expect(received.length).toBeGreaterThan(0), 60_000);
  });

  it('notifies of a new session, its project and the list', async () => {
    const { feed, services, follow, received } = aFeed();
    await follow();
    const { session } = await services.startSession(client(), {});
    await feed.look();
    expect(seen(received, 'sessions')).toEqual(new Set([session.session_id]));
    expect(seen(received, 'listed')).toEqual(new Set([session.project_id]));
    expect(seen(received, 'projects')).toEqual(new Set([session.project_id]));
  });

  it('notifies of the whole lineage when one of its sessions changes its state', async () => {
    const { feed, services, follow, received } = aFeed();
    const caller = client();
    const { session: first } = await services.startSession(caller, {});
    await services.endSession(caller, { mode: 'end', content: handoffContent() });
    const { session: second } = await services.startSession(caller, {});
    await follow();
    await services.endSession(caller, { mode: 'end', content: handoffContent({ checkpoint: 'further on' }) });
    await feed.look();
    expect(second.predecessor_id).toBe(first.session_id);
    expect(seen(received, 'sessions')).toEqual(new Set([first.session_id, second.session_id]));
  });

  it('notifies of a renamed project', async () => {
    const { feed, services, follow, received } = aFeed();
    const { session } = await services.startSession(client(), {});
    await follow();
    await services.renameProject(statelessCaller(), { project: session.project_id, name: 'renamed' });
    await feed.look();
    expect(seen(received, 'projects')).toEqual(new Set([session.project_id]));
    expect(seen(received, 'listed')).toEqual(new Set([session.project_id]));
  });

  it('notifies of both projects of a moved record, and of all when a record became global', async () => {
    const { feed, services, follow, received, pass, store } = aFeed();
    const caller = client();
    const { session } = await services.startSession(caller, {});
    await services.endSession(caller, {
      mode: 'end',
      content: handoffContent({ checkpoint: 'half', decisions: [decision('kept')] }),
    });
    const { items } = await store.records.list({ sessionId: session.session_id }, 10, null);
    const id = items.find(({ type }) => type === 'decision')?.id ?? '';
    pass(1_000);
    const other = (await services.startSession(client('/repos/other'), {})).session.project_id;
    await follow();
    await services.updateMemory(statelessCaller(), { id, project: other });
    await feed.look();
    expect(seen(received, 'projects')).toEqual(new Set([session.project_id, other]));
    expect(received.some(({ isGlobal }) => isGlobal)).toBe(false);
    pass(1_000);
    await services.updateMemory(statelessCaller(), { id, project: null });
    await feed.look();
    expect(received.some(({ isGlobal }) => isGlobal)).toBe(true);
  });

  it('reads through more than one page, and skips nothing', async () => {
    const { feed, services, follow, received, journalLength } = aFeed();
    await follow();
    const caller = client();
    const started: string[] = [];
    while ((await journalLength()) < 1_200) {
      const { session } = await services.startSession(caller, {});
      started.push(session.session_id);
      await services.endSession(caller, {
        mode: 'end',
        content: handoffContent({ checkpoint: `done ${started.length}` }),
      });
    }
    await feed.look();
    expect(received.length).toBeGreaterThan(1);
    expect(seen(received, 'sessions')).toEqual(new Set(started));
    const looks = received.length;
    await feed.look();
    expect(received).toHaveLength(looks);
  });

  it('reports a failure once, and later entries as soon as it can read again', async () => {
    const { feed, services, store, follow, received, errors } = aFeed();
    await follow();
    const { session } = await services.startSession(client(), {});
    const read = vi.spyOn(store.ledger, 'read').mockRejectedValue(new Error('busy'));
    await feed.look();
    await feed.look();
    expect([errors.length, received.length]).toEqual([1, 0]);
    read.mockRestore();
    await feed.look();
    expect(seen(received, 'sessions')).toEqual(new Set([session.session_id]));
  });
});
