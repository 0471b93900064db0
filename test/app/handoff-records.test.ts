import { describe, expect, it } from 'vitest';
import type { HandoffContent } from '../../src/domain/handoff/handoff.ts';
import type { RecordType } from '../../src/domain/record/record.ts';
import {
  client,
  decision,
  handoffContent,
  hours,
  minutes,
  openTestApp,
  renderNotices,
  type TestApp,
} from './test-app.ts';

const end = (app: TestApp, content: Partial<HandoffContent>, caller = client()) =>
  app.services.endSession(caller, { mode: 'end', content: handoffContent({ checkpoint: 'C', ...content }) });

const recordsOf = async ({ store }: TestApp, type: RecordType) =>
  (await store.records.list({ types: [type] }, 50, null)).items;

/** Texts of one type that the next session would get. */
async function live({ store }: TestApp, projectId: string, type: RecordType): Promise<string[]> {
  const { items } = await store.records.listLive(projectId, type, 50, 999, '2030-01-01T00:00:00.000Z');
  return items.map(({ text }) => text);
}

describe('resolved_loops', () => {
  it.each(['by id', 'by exact text'] as const)('closes a loop named %s', async (how) => {
    const app = openTestApp();
    const { session } = await end(app, { openLoops: ['Why?', 'When?'] });
    const [why] = await recordsOf(app, 'open_loop');
    app.pass(minutes(1));
    const ended = await end(app, {
      checkpoint: 'D',
      resolvedLoops: [how === 'by id' ? (why?.id ?? '') : 'Why?'],
    });
    expect(ended.handoff?.resolvedLoopIds).toEqual([why?.id]);
    expect(await live(app, session.projectId, 'open_loop')).toEqual(['When?']);
    const [stored] = await recordsOf(app, 'open_loop');
    expect(stored).toMatchObject({
      status: 'resolved',
      resolvedAt: app.now(),
      version: 2,
      content: 'Why?',
    });
  });

  it('takes a loop that is resolved already as resolved', async () => {
    const app = openTestApp();
    await end(app, { openLoops: ['Why?'] });
    const [why] = await recordsOf(app, 'open_loop');
    await end(app, { checkpoint: 'D', resolvedLoops: ['Why?'] });
    await end(app, { checkpoint: 'E', resolvedLoops: [why?.id ?? ''] });
    expect(await recordsOf(app, 'open_loop')).toMatchObject([{ version: 2 }]);
  });

  it.each([
    ['an unknown text', 'why?'],
    ['an unknown id', 'rec_00000000000000000000000000'],
  ])('reports %s, also when the call is repeated, and stores the rest', async (_, loop) => {
    const app = openTestApp();
    await end(app, { openLoops: ['Why?'] });
    const me = client();
    const content = { checkpoint: 'D', resolvedLoops: ['Why?', loop] };
    for (let call = 0; call < 2; call += 1) {
      const { handoff, notices } = await end(app, content, me);
      expect(handoff?.stored).toEqual({ checkpoint: 1 });
      const reported = renderNotices(notices).filter((one) => one.includes('resolved nothing'));
      expect(reported).toEqual([expect.stringContaining(`resolved_loops[1] resolved nothing: "${loop}"`)]);
    }
    expect(await recordsOf(app, 'open_loop')).toMatchObject([{ status: 'resolved' }]);
  });

  it('are resolved and opened anew by the same text in open_loops, without a notice', async () => {
    const app = openTestApp();
    await end(app, { checkpoint: 'C', openLoops: ['Why?'] });
    const content = { checkpoint: 'D', openLoops: ['Why?'], resolvedLoops: ['Why?'] };
    const { notices, handoff } = await end(app, content);
    expect(handoff?.resolvedLoopIds).toHaveLength(1);
    expect(renderNotices(notices).join(' ')).not.toContain('resolved nothing');
  });

  it('do not name the loop that the same handoff opened, when it is repeated in another mode', async () => {
    const app = openTestApp();
    await end(app, { checkpoint: 'C', openLoops: ['Why?'] });
    const me = client();
    const content = handoffContent({ checkpoint: 'D', openLoops: ['Why?'], resolvedLoops: ['Why?'] });
    const paused = await app.services.endSession(me, { mode: 'pause', content });
    const open = async () => {
      const status = { is: 'active' as const, now: app.now() };
      const { items } = await app.store.records.list({ types: ['open_loop'], status }, 9, null);
      return items.map(({ id }) => id);
    };
    const before = await open();
    expect(before).toHaveLength(1);
    const ended = await app.services.endSession(me, { mode: 'end', content });
    expect(ended.session.status).toBe('ended');
    expect(await open()).toEqual(before);
    expect(ended.handoff?.resolvedLoopIds).toEqual(paused.handoff?.resolvedLoopIds);
    expect(renderNotices(ended.notices).join(' ')).not.toContain('resolved nothing');
  });

  it('reports a loop that the same handoff opens: it cannot be done already', async () => {
    const app = openTestApp();
    const { notices } = await end(app, { checkpoint: 'D', openLoops: ['Why?'], resolvedLoops: ['Why?'] });
    expect(renderNotices(notices).join(' ')).toContain(
      'resolved_loops[0] resolved nothing: "Why?" is also in open_loops of this handoff, so the loop stays open.',
    );
    expect(await recordsOf(app, 'open_loop')).toMatchObject([{ status: 'active' }]);
  });

  it.each(['by id', 'by exact text'] as const)('closes a global loop named %s', async (how) => {
    const app = openTestApp();
    const loop = { type: 'open_loop', content: 'Why?', project: null } as const;
    const { record } = await app.services.storeMemory(client(), loop);
    await end(app, { resolvedLoops: [how === 'by id' ? record.id : 'Why?'] });
    expect(await recordsOf(app, 'open_loop')).toMatchObject([{ status: 'resolved' }]);
  });

  it('resolves nothing in another project', async () => {
    const app = openTestApp();
    await end(app, { openLoops: ['Why?'] });
    const [why] = await recordsOf(app, 'open_loop');
    for (const loop of ['Why?', why?.id ?? '']) {
      const { notices } = await end(app, { resolvedLoops: [loop] }, client('/repos/other'));
      expect(renderNotices(notices).join(' ')).toContain('resolved nothing');
    }
    expect(await recordsOf(app, 'open_loop')).toMatchObject([{ status: 'active' }]);
  });

  it('closes a loop of the same name in every session that left one', async () => {
    const app = openTestApp();
    const { session } = await end(app, { openLoops: ['Why?'] });
    await end(app, { checkpoint: 'D', openLoops: ['Why?'] });
    await end(app, { checkpoint: 'E', resolvedLoops: ['Why?'] });
    expect(await live(app, session.projectId, 'open_loop')).toEqual([]);
  });
});

describe('decisions', () => {
  it('replace the records they name, which then say by what', async () => {
    const app = openTestApp();
    const { session } = await end(app, { decisions: [decision('Use JSON')] });
    const [old] = await recordsOf(app, 'decision');
    app.pass(minutes(1));
    await end(app, { checkpoint: 'D', decisions: [decision('Use SQLite', [old?.id ?? ''])] });
    const [before, after] = await recordsOf(app, 'decision');
    expect(before).toMatchObject({ status: 'superseded', supersededBy: after?.id, content: 'Use JSON' });
    expect(after).toMatchObject({ supersedes: [before?.id], status: 'active' });
    expect(await live(app, session.projectId, 'decision')).toEqual(['Use SQLite']);
  });

  it.each([
    ['that does not exist', '/repos/ledger', 'rec_none'],
    ['of another project', '/repos/other', undefined],
  ])('are stored without the id of a record %s, which is reported', async (_, folder, id) => {
    const app = openTestApp();
    await end(app, { decisions: [decision('Use JSON')] });
    const [old] = await recordsOf(app, 'decision');
    const unknown = id ?? old?.id ?? '';
    const content = { checkpoint: 'D', decisions: [decision('Use WAL'), decision('Use SQLite', [unknown])] };
    const me = client(folder);
    const ended = await end(app, content, me);
    expect(ended.handoff?.stored).toEqual({ checkpoint: 1, decision: 2 });
    const text = `\`decisions[1].supersedes\` replaced nothing: "${unknown}" is not the id of a record in this project. Everything else was stored.`;
    expect(ended.notices.map((one) => one.text)).toContain(text);
    expect(await recordsOf(app, 'decision')).toMatchObject([
      { content: 'Use JSON', status: 'active', version: 1 },
      { content: 'Use WAL', supersedes: [] },
      { content: 'Use SQLite', supersedes: [] },
    ]);
    const before = await app.journalLength();
    expect((await end(app, content, me)).notices.map((one) => one.text)).toContain(text);
    expect(await app.journalLength()).toBe(before);
  });

  it('replace the known ones of the records they name', async () => {
    const app = openTestApp();
    await end(app, { decisions: [decision('Use JSON')] });
    const [old] = await recordsOf(app, 'decision');
    app.pass(minutes(1));
    await end(app, { checkpoint: 'D', decisions: [decision('Use SQLite', ['rec_none', old?.id ?? ''])] });
    const [before, after] = await recordsOf(app, 'decision');
    expect(before).toMatchObject({ status: 'superseded', supersededBy: after?.id });
    expect(after).toMatchObject({ supersedes: [old?.id] });
  });

  it('are stored once if a handoff has them twice', async () => {
    const app = openTestApp();
    const ended = await end(app, { decisions: [decision('Same'), decision('Same')], lessons: ['Same'] });
    expect(ended.handoff?.stored).toEqual({ checkpoint: 1, decision: 1, lesson: 1 });
  });
});

describe('checkpoints', () => {
  it('supersede the one their session knew', async () => {
    const app = openTestApp();
    const { session } = await end(app, { checkpoint: 'One.', nextSessionFocus: 'F1' });
    app.pass(minutes(1));
    const me = client();
    await app.services.startSession(me, {});
    app.pass(minutes(1));
    await end(app, { checkpoint: 'Two.' }, me);
    expect(await live(app, session.projectId, 'checkpoint')).toEqual(['Two.']);
    expect(await live(app, session.projectId, 'next_session_focus')).toEqual([]);
  });

  it('leave alone what a session beside them left meanwhile', async () => {
    const app = openTestApp();
    const [one, two] = [client(), client()];
    await app.services.startSession(one, {});
    await app.services.startSession(two, {});
    app.pass(minutes(1));
    const { session } = await end(app, { checkpoint: 'One.' }, one);
    app.pass(minutes(1));
    await end(app, { checkpoint: 'Two.' }, two);
    expect((await live(app, session.projectId, 'checkpoint')).toSorted()).toEqual(['One.', 'Two.']);
  });

  it('leave alone those of other worktrees', async () => {
    const app = openTestApp();
    const { session } = await end(app, { checkpoint: 'Main.' });
    app.pass(minutes(1));
    const topic = client('/repos/ledger+topic');
    await app.services.startSession(topic, {});
    app.pass(minutes(1));
    await end(app, { checkpoint: 'Topic.' }, topic);
    expect((await live(app, session.projectId, 'checkpoint')).toSorted()).toEqual(['Main.', 'Topic.']);
  });

  it('are active again when a session returns to them', async () => {
    const app = openTestApp();
    const me = client();
    const pause = async (checkpoint: string) => {
      app.pass(hours(1));
      await app.services.startSession(me, {});
      app.pass(hours(1));
      return app.services.endSession(me, { mode: 'pause', content: handoffContent({ checkpoint }) });
    };
    await pause('Waiting for review.');
    await pause('Review came; fixing.');
    const { session } = await pause('Waiting for review.');
    expect(await live(app, session.projectId, 'checkpoint')).toEqual(['Waiting for review.']);
  });
});
