import { describe, expect, it } from 'vitest';
import type { HandoffContent } from '../../src/domain/handoff/handoff.ts';
import type { RecordType } from '../../src/domain/record/record.ts';
import {
  client,
  decision,
  handoffContent,
  minutes,
  openTestApp,
  refusal,
  renderEnded,
  renderNotices,
  statelessCaller,
  type TestApp,
} from './test-app.ts';

const leave = (
  app: TestApp,
  mode: 'end' | 'pause',
  content: Partial<HandoffContent>,
  caller = client(),
  session_id?: string,
) => app.services.endSession(caller, { mode, session_id, content: handoffContent(content) });

async function active({ store, now }: TestApp, type: RecordType) {
  const status = { is: 'active' as const, now: now() };
  const { items } = await store.records.list({ types: [type], status }, 50, null);
  return items.map(({ content }) => content).toSorted();
}

describe('a second, different handoff', () => {
  it('adds to what an ended session left, and names what it superseded', async () => {
    const app = openTestApp();
    const me = client();
    const first = await leave(app, 'end', { checkpoint: 'One.', lessons: ['A'], openLoops: ['L'] }, me);
    app.pass(minutes(5));
    const second = await leave(app, 'end', { checkpoint: 'Two.', lessons: ['A', 'B'] }, me);
    expect(second.session).toMatchObject({ id: first.session.id, status: 'ended' });
    expect(second.session.endedAt).toBe(first.session.endedAt);
    expect(await active(app, 'checkpoint')).toEqual(['Two.']);
    expect(await active(app, 'lesson')).toEqual(['A', 'B']);
    expect(await active(app, 'open_loop')).toEqual(['L']);
    const { superseded_ids, notices, stored } = renderEnded(second);
    const [old] = await app.store.records.findAll(superseded_ids);
    expect(old).toMatchObject({ content: 'One.', status: 'superseded' });
    expect(renderNotices(notices).join(' ')).toContain(`Superseded: ${old?.id} (checkpoint).`);
    expect(renderNotices(notices).join(' ')).toContain('had already ended');
    expect(stored).toEqual({ checkpoint: 1, lesson: 2 });
  });

  it('names at most 100 of the records it superseded, and counts all', async () => {
    const app = openTestApp();
    const me = client();
    const texts = Array.from({ length: 150 }, (_, index) => `Decision ${index}`);
    for (const content of texts) await app.services.storeMemory(me, { type: 'decision', content });
    const { items } = await app.store.records.list({ types: ['decision'] }, 200, null);
    const ids = items.map(({ id }) => id);
    const decisions = [decision('None of it', ids.slice(0, 75)), decision('Nothing', ids.slice(75))];
    const view = renderEnded(await leave(app, 'end', { checkpoint: 'One.', decisions }, me));
    expect(view.superseded_count).toBe(150);
    expect(view.superseded_ids).toHaveLength(100);
    expect(renderNotices(view.notices).join(' ')).toContain('and 130 more.');
  });

  it('keeps the focus the session left unless it brings a new one', async () => {
    const app = openTestApp();
    const me = client();
    await leave(app, 'end', { checkpoint: 'One.', nextSessionFocus: 'F1' }, me);
    app.pass(minutes(5));
    const second = await leave(app, 'end', { checkpoint: 'Two.', decisions: [decision('Late')] }, me);
    expect(await active(app, 'next_session_focus')).toEqual(['F1']);
    expect(renderEnded(second).superseded_ids).toHaveLength(1);
    app.pass(minutes(5));
    await leave(app, 'end', { nextSessionFocus: 'F2' }, me);
    expect(await active(app, 'checkpoint')).toEqual(['Two.']);
    expect(await active(app, 'next_session_focus')).toEqual(['F2']);
  });

  it('keeps the focus the session stored before it ended', async () => {
    const app = openTestApp();
    const me = client();
    await app.services.storeMemory(me, { type: 'next_session_focus', content: 'F1' });
    app.pass(minutes(5));
    await leave(app, 'end', { checkpoint: 'One.' }, me);
    expect(await active(app, 'next_session_focus')).toEqual(['F1']);
  });

  it('supersedes the focus of a paused session only if the session was resumed since', async () => {
    const app = openTestApp();
    const me = client();
    await leave(app, 'pause', { checkpoint: 'One.', nextSessionFocus: 'F1' }, me);
    app.pass(minutes(5));
    await leave(app, 'pause', { checkpoint: 'Two.' }, me);
    expect(await active(app, 'next_session_focus')).toEqual(['F1']);
    await app.services.startSession(me, {});
    app.pass(minutes(5));
    await leave(app, 'end', { checkpoint: 'Three.' }, me);
    expect(await active(app, 'next_session_focus')).toEqual([]);
  });

  it('needs no checkpoint once the session has ended', async () => {
    const app = openTestApp();
    const me = client();
    await leave(app, 'end', { checkpoint: 'One.' }, me);
    expect(await refusal(leave(app, 'end', { lessons: ['Late.'] }, me))).toBe('accepted');
    expect(await active(app, 'checkpoint')).toEqual(['One.']);
  });

  it('adds to what a paused session left, and may end it', async () => {
    const app = openTestApp();
    const me = client();
    await leave(app, 'pause', { checkpoint: 'One.', lessons: ['A'] }, me);
    app.pass(minutes(1));
    await leave(app, 'pause', { checkpoint: 'Two.' }, me);
    app.pass(minutes(1));
    const ended = await leave(app, 'end', { checkpoint: 'Three.', lessons: ['B'] }, me);
    expect(ended.session.status).toBe('ended');
    expect(await active(app, 'checkpoint')).toEqual(['Three.']);
    expect(await active(app, 'lesson')).toEqual(['A', 'B']);
  });

  it('is refused for a closed session', async () => {
    const app = openTestApp();
    const me = client();
    const { session } = await leave(app, 'end', { checkpoint: 'One.' }, me);
    await app.services.closeSession(me, { session_id: session.id });
    expect(await refusal(leave(app, 'end', { checkpoint: 'Two.' }, me))).toBe('conflict: session_closed');
    expect(await refusal(leave(app, 'end', { checkpoint: 'One.' }, me))).toBe('accepted');
  });

  it('does not take the connection away from the session it works in', async () => {
    const app = openTestApp();
    const me = client();
    const first = await leave(app, 'end', { checkpoint: 'One.' }, me);
    const { session } = await app.services.startSession(me, {});
    await leave(app, 'end', { checkpoint: 'Late.' }, me, first.session.id);
    expect(me.connection?.sessionId).toBe(session.session_id);
  });
});

describe('a handoff the session already has', () => {
  it('is a repeat whether it was the last or an earlier one, and gets its first answer', async () => {
    const app = openTestApp();
    const me = client();
    const contents = [
      { checkpoint: 'One.', decisions: [decision('Tabs', [], 'style')] },
      { checkpoint: 'Two.', decisions: [decision('Spaces', [], 'style')], lessons: ['B'] },
      { checkpoint: 'Three.', openLoops: ['L'] },
    ];
    const first = [];
    for (const content of contents) {
      first.push(renderEnded(await leave(app, 'end', content, me)));
      app.pass(minutes(7));
    }
    const before = await app.journalLength();
    for (const [index, content] of contents.entries()) {
      expect(renderEnded(await leave(app, 'end', content, me))).toEqual(first[index]);
      const byId = await leave(app, 'end', content, statelessCaller(), first[index]?.session_id);
      expect(renderEnded(byId)).toEqual(first[index]);
    }
    expect(await app.journalLength()).toBe(before);
    expect(await active(app, 'checkpoint')).toEqual(['Three.']);
  });

  it('is a repeat if it was a pause and the session has ended since', async () => {
    const app = openTestApp();
    const me = client();
    await leave(app, 'pause', { checkpoint: 'One.' }, me);
    await app.services.startSession(me, {});
    await leave(app, 'end', { checkpoint: 'Two.' }, me);
    const before = await app.journalLength();
    const again = await leave(app, 'pause', { checkpoint: 'One.' }, me);
    expect(renderEnded(again)).toMatchObject({ status: 'ended', stored: { checkpoint: 1 } });
    expect(await app.journalLength()).toBe(before);
    const other = leave(app, 'pause', { checkpoint: 'Other.' }, me);
    expect(await refusal(other)).toBe('conflict: session_ended');
  });

  it('under an idempotency key is answered as the first time, also when others followed', async () => {
    const app = openTestApp();
    const me = client();
    const input = {
      mode: 'end',
      content: handoffContent({ checkpoint: 'One.' }),
      idempotency_key: 'k',
    } as const;
    const first = await app.services.endSession(me, input);
    app.pass(minutes(1));
    await leave(app, 'end', { checkpoint: 'Two.', lessons: ['A'] }, me);
    expect(renderEnded(await app.services.endSession(statelessCaller(), input))).toEqual(renderEnded(first));
  });

  it('leaves again if the session went on meanwhile', async () => {
    const app = openTestApp();
    const me = client();
    await leave(app, 'pause', { checkpoint: 'Waiting.', openLoops: ['L'] }, me);
    app.pass(minutes(1));
    await app.services.startSession(me, {});
    await app.services.storeMemory(me, { type: 'checkpoint', content: 'Fixing.' });
    const ended = await leave(app, 'pause', { checkpoint: 'Waiting.', openLoops: ['L'] }, me);
    expect(ended.session.status).toBe('paused');
    expect(await active(app, 'checkpoint')).toEqual(['Waiting.']);
    expect(await active(app, 'open_loop')).toEqual(['L']);
  });
});

describe('a late handoff', () => {
  /** All in one instant: so the clock does not show which came first. */
  async function succeeded() {
    const app = openTestApp();
    const [me, next] = [client(), client()];
    const first = await leave(app, 'end', { checkpoint: 'One.', nextSessionFocus: 'F1' }, me);
    const { session } = await app.services.startSession(next, { predecessor_id: first.session.id });
    const theirs = {
      checkpoint: 'Two.',
      nextSessionFocus: 'F2',
      decisions: [decision('Spaces', [], 'style')],
    };
    await leave(app, 'end', theirs, next);
    expect(session.predecessor_id).toBe(first.session.id);
    return { app, late: (content: Partial<HandoffContent>) => leave(app, 'end', content, me) };
  }

  it('never supersedes what a successor left', async () => {
    const { app, late } = await succeeded();
    const ended = await late({ checkpoint: 'Late.', decisions: [decision('Tabs', [], 'style')] });
    expect(await active(app, 'checkpoint')).toEqual(['Late.', 'Two.']);
    expect(await active(app, 'next_session_focus')).toEqual(['F2']);
    expect(await active(app, 'decision')).toEqual(['Spaces', 'Tabs']);
    expect(renderEnded(ended).superseded_ids).toEqual([]);
  });

  it('adopts a record of a successor with the same text', async () => {
    const { app, late } = await succeeded();
    const ended = await late({ checkpoint: 'Two.', lessons: ['A'] });
    expect(await active(app, 'checkpoint')).toEqual(['Two.']);
    expect(renderEnded(ended)).toMatchObject({ stored: { checkpoint: 1, lesson: 1 }, superseded_ids: [] });
  });

  it('nor does a checkpoint that is stored late', async () => {
    const { app, late } = await succeeded();
    const { session } = await late({ lessons: ['A'] });
    const checkpoint = { type: 'checkpoint', content: 'Late.', session_id: session.id } as const;
    await app.services.storeMemory(client(), checkpoint);
    expect(await active(app, 'checkpoint')).toEqual(['Late.', 'Two.']);
  });

  it.each([0, 60, 5_000])('does not lead over what a successor left %i minutes before', async (passed) => {
    const { app, late } = await succeeded();
    app.pass(minutes(passed));
    const ended = await late({ checkpoint: 'Late.', nextSessionFocus: 'F late' });
    expect(await active(app, 'next_session_focus')).toEqual(['F late', 'F2']);
    const { report, score, gaps } = await app.services.bootReport(client(), {});
    expect(report.indexOf('> Two.')).toBeGreaterThan(0);
    expect(report.indexOf('> Two.')).toBeLessThan(report.indexOf('Late.'));
    expect(report.indexOf('> F2')).toBeLessThan(report.indexOf('> F late'));
    expect(gaps.map(({ code }) => code)).not.toContain('clock_ahead');
    expect(ended.session.orientationScore).toBe(score);
  });
});
