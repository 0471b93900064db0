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
  renderEnded,
  type TestApp,
} from './test-app.ts';

const FIELDS: Record<string, (text: string) => Partial<HandoffContent>> = {
  checkpoint: (checkpoint) => ({ checkpoint }),
  decision: (text) => ({ decisions: [decision(text), decision('another')] }),
  open_loop: (text) => ({ openLoops: [text, 'another'] }),
  preference: (text) => ({ preferences: [text, 'another'] }),
  constraint: (text) => ({ constraints: [text, 'another'] }),
  warning: (text) => ({ warnings: [text, 'another'] }),
  lesson: (text) => ({ lessons: [text, 'another'] }),
  relational_delta: (relationalDelta) => ({ relationalDelta }),
  next_session_focus: (nextSessionFocus) => ({ nextSessionFocus }),
};

const end = (app: TestApp, content: Partial<HandoffContent>, caller = client(), session_id?: string) =>
  app.services.endSession(caller, {
    mode: 'end',
    session_id,
    content: handoffContent({ checkpoint: 'C', ...content }),
  });

async function active({ store, now }: TestApp, type: RecordType) {
  const status = { is: 'active' as const, now: now() };
  return (await store.records.list({ types: [type], status }, 50, null)).items;
}

const textsOf = async (app: TestApp, type: RecordType) =>
  (await active(app, type)).map(({ content }) => content).toSorted();

const occurrences = (report: string, text: string) => report.split(text).length - 1;

describe('a text the session already stored', () => {
  it.each(Object.keys(FIELDS))('is the same record when it is handed over as %s', async (type) => {
    for (const mode of ['end', 'pause'] as const) {
      const app = openTestApp();
      const me = client();
      const stored = await app.services.storeMemory(me, {
        type: type as RecordType,
        content: 'The text X',
      });
      app.pass(minutes(1));
      const content = handoffContent({ checkpoint: 'C', ...FIELDS[type]?.('The text X') });
      const ended = await app.services.endSession(me, { mode, content });
      expect(ended.handoff?.adoptedIds).toEqual([stored.record.id]);
      expect((await active(app, type as RecordType)).filter((one) => one.content === 'The text X')).toEqual([
        expect.objectContaining({ id: stored.record.id, source: 'store_memory' }),
      ]);
      const { report } = await app.services.bootReport(client(), {});
      expect(occurrences(report, 'The text X')).toBe(1);
      expect(await app.services.endSession(me, { mode, content })).toMatchObject({
        handoff: { stored: ended.handoff?.stored },
      });
    }
  });

  it.each([0, 1, 2])('is the same record at position %i of the list', async (position) => {
    const app = openTestApp();
    const me = client();
    await app.services.storeMemory(me, { type: 'lesson', content: 'X' });
    const lessons = ['A', 'B'].toSpliced(position, 0, 'X');
    const ended = await end(app, { lessons }, me);
    expect(renderEnded(ended)).toMatchObject({ stored_count: 4, stored: { checkpoint: 1, lesson: 3 } });
    expect(await textsOf(app, 'lesson')).toEqual(['A', 'B', 'X']);
  });

  it('is raised to the importance a handoff gives it, and never lowered', async () => {
    const app = openTestApp();
    const me = client();
    await app.services.storeMemory(me, { type: 'constraint', content: 'low', importance: 2 });
    await app.services.storeMemory(me, { type: 'lesson', content: 'high', importance: 10 });
    await end(app, { constraints: ['low'], lessons: ['high'] }, me);
    expect(await active(app, 'constraint')).toMatchObject([{ importance: 9, version: 2 }]);
    expect(await active(app, 'lesson')).toMatchObject([{ importance: 10, version: 1 }]);
  });

  it('takes the subject and the replacements that the handoff gives it, itself excepted', async () => {
    const app = openTestApp();
    const me = client();
    const old = await app.services.storeMemory(me, { type: 'decision', content: 'Use JSON' });
    const kept = await app.services.storeMemory(me, { type: 'decision', content: 'Use SQLite' });
    const ids = [old.record.id, kept.record.id];
    await end(app, { decisions: [decision('Use SQLite', ids, 'storage')] }, me);
    expect(await active(app, 'decision')).toMatchObject([
      { id: kept.record.id, subject: 'storage', supersedes: [old.record.id] },
    ]);
  });

  it('is superseded when another decision of the same handoff names it', async () => {
    const app = openTestApp();
    const me = client();
    const { record } = await app.services.storeMemory(me, { type: 'decision', content: 'Use JSON' });
    const decisions = [decision('Use JSON'), decision('Use SQLite', [record.id])];
    const ended = await end(app, { decisions }, me);
    expect(await textsOf(app, 'decision')).toEqual(['Use SQLite']);
    expect(renderEnded(ended).superseded_ids).toEqual([record.id]);
  });

  it('is handed over beside another decision on its subject', async () => {
    const app = openTestApp();
    const me = client();
    await app.services.storeMemory(me, { type: 'decision', content: 'Keep logs', subject: 'logs' });
    const decisions = [decision('Keep logs', [], 'logs'), decision('Rotate logs', [], 'logs')];
    await end(app, { decisions }, me);
    expect(await textsOf(app, 'decision')).toEqual(['Keep logs', 'Rotate logs']);
  });

  it('is adopted too if it holds in every project', async () => {
    const app = openTestApp();
    const me = client();
    await app.services.storeMemory(me, { type: 'constraint', content: 'X', project: null });
    await end(app, { constraints: ['X'] }, me);
    expect(await active(app, 'constraint')).toHaveLength(1);
  });

  it.each(['resolved', 'superseded', 'retracted'] as const)(
    'is stored again once it is %s',
    async (status) => {
      const app = openTestApp();
      const me = client();
      const { record } = await app.services.storeMemory(me, { type: 'open_loop', content: 'X' });
      await app.services.updateMemory(me, { id: record.id, status });
      await end(app, { openLoops: ['X'] }, me);
      const loops = await active(app, 'open_loop');
      expect(loops.map(({ content }) => content)).toEqual(['X']);
      expect(loops[0]?.id).not.toBe(record.id);
    },
  );

  it('is open again if the handoff resolves the loop and names it as open', async () => {
    const app = openTestApp();
    const me = client();
    await app.services.storeMemory(me, { type: 'open_loop', content: 'X' });
    await end(app, { openLoops: ['X'], resolvedLoops: ['X'] }, me);
    expect(await textsOf(app, 'open_loop')).toEqual(['X']);
  });

  it('may be named in resolved_loops after it was resolved', async () => {
    const app = openTestApp();
    const me = client();
    const { record } = await app.services.storeMemory(me, { type: 'open_loop', content: 'X' });
    await app.services.updateMemory(me, { id: record.id, status: 'resolved' });
    const ended = await end(app, { resolvedLoops: ['X'] }, me);
    expect(ended.handoff?.resolvedLoopIds).toEqual([record.id]);
  });

  it('may be the text of a note and the summary of the handoff', async () => {
    const app = openTestApp();
    const me = client();
    const note = { summary: 'X', title: 'Session summary' };
    await app.services.addSessionNote(me, { note });
    await app.services.storeMemory(me, { type: 'checkpoint', content: 'X' });
    const ended = await end(app, { checkpoint: null, summaryNotes: 'X' }, me);
    expect(await app.store.notes.listOf([ended.session.id])).toHaveLength(1);
    expect(await textsOf(app, 'checkpoint')).toEqual(['X']);
  });

  it('is one record if two texts are the same without their secrets', async () => {
    const app = openTestApp();
    const me = client();
    const secret = (letter: string) =>
      ['ghp', `${letter.repeat(3)}aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3gH`].join('_');
    await app.services.storeMemory(me, { type: 'warning', content: `Rotate ${secret('x')}` });
    const ended = await end(app, { warnings: [`Rotate ${secret('y')}`, `Rotate ${secret('z')}`] }, me);
    expect(ended.handoff?.stored).toEqual({ checkpoint: 1, warning: 1 });
    expect(await active(app, 'warning')).toHaveLength(1);
  });

  it('is in the handoff when that is read, with the rest', async () => {
    const app = openTestApp();
    const me = client();
    await app.services.storeMemory(me, { type: 'lesson', content: 'X' });
    const { handoff } = await end(app, { lessons: ['Y', 'X'] }, me);
    const read = await app.services.readHandoff(me, { handoff_id: handoff?.id ?? '' });
    expect(read.records.map(({ content }) => content).toSorted()).toEqual(['C', 'X', 'Y']);
    expect(read.stored_count).toBe(3);
  });

  it('does not count twice in the score that is left', async () => {
    const app = openTestApp();
    const me = client();
    const long = `X ${'x'.repeat(900)}`;
    for (const n of [1, 2, 3, 4]) {
      await app.services.storeMemory(me, { type: 'constraint', content: `${n} ${long}`, importance: n });
    }
    const constraints = [1, 2, 3, 4, 5, 6].map((n) => `${n} ${long}`);
    const ended = await end(app, { constraints }, me);
    const report = await app.services.bootReport(client(), {});
    expect(renderEnded(ended)).toMatchObject({
      orientation_score: report.score,
      gap_count: report.gaps.length,
    });
  });
});

describe('a text another session stored', () => {
  it.each(['constraint', 'warning', 'lesson', 'preference'] as const)(
    'stays the one record if it is a %s, and is part of both handoffs',
    async (type) => {
      const app = openTestApp();
      await end(app, FIELDS[type]?.('X') ?? {});
      app.pass(minutes(1));
      const ended = await end(app, { checkpoint: 'D', ...FIELDS[type]?.('X') });
      expect(await textsOf(app, type)).toEqual(['X', 'another']);
      const read = await app.services.readHandoff(client(), { handoff_id: ended.handoff?.id ?? '' });
      expect(read.records.map(({ content }) => content).toSorted()).toEqual(['D', 'X', 'another']);
    },
  );

  it('is in the snapshot of the session that handed it over again', async () => {
    const app = openTestApp();
    await end(app, { constraints: ['Never force push'] });
    app.pass(minutes(1));
    const { session } = await end(app, { checkpoint: 'D', constraints: ['Never force push'] });
    const { work } = await app.services.closeSession(client(), { session_id: session.id });
    expect(work.constraints).toEqual(['Never force push']);
  });

  it.each(['decision', 'relational_delta'] as const)(
    'gives way if it is a %s, which could be withheld with its session',
    async (type) => {
      const app = openTestApp();
      const [one, two] = [client(), client()];
      for (const me of [one, two]) await app.services.startSession(me, {});
      const first = await end(app, FIELDS[type]?.('X') ?? {}, one);
      const [old] = (await active(app, type)).filter(({ content }) => content === 'X');
      await app.services.updateMemory(one, { id: old?.id ?? '', importance: 10, tags: ['t'] });
      app.pass(minutes(1));
      const second = await end(app, { checkpoint: 'D', ...FIELDS[type]?.('X') }, two);
      const held = (await active(app, type)).filter(({ content }) => content === 'X');
      expect(held).toMatchObject([{ importance: 10, tags: ['t'], sessionId: second.session.id }]);
      const closing = {
        session_id: first.session.id,
        succession_policy: 'closed_without_successor',
      } as const;
      await app.services.closeSession(client(), closing);
      expect((await app.services.bootReport(client(), {})).report).toContain('> X');
    },
  );

  it('is one open loop in the report, as old as the first', async () => {
    const app = openTestApp();
    await end(app, { openLoops: ['Who owns it?'] });
    app.pass(hours(50));
    await end(app, { checkpoint: 'D', openLoops: ['Who owns it?'] });
    const { report, sections } = await app.services.bootReport(client(), {});
    expect(occurrences(report, 'Who owns it?')).toBe(1);
    expect(report).toContain('2 days');
    expect(sections.find(({ name }) => name === 'open_loops')).toMatchObject({ total: 1 });
  });

  it('is another checkpoint in another worktree', async () => {
    const app = openTestApp();
    await end(app, { checkpoint: 'Done.' });
    app.pass(minutes(1));
    await end(app, { checkpoint: 'Done.', lessons: ['A'] }, client('/repos/ledger+topic'));
    const worktrees = (await active(app, 'checkpoint')).map(({ worktree }) => worktree);
    expect(worktrees.toSorted()).toEqual(['/repos/ledger', '/repos/ledger+topic']);
    await app.services.storeMemory(client('/repos/ledger+fix'), { type: 'checkpoint', content: 'Done.' });
    expect(await active(app, 'checkpoint')).toHaveLength(3);
  });

  it('is counted once beside a global record with the same text', async () => {
    const app = openTestApp();
    await app.services.storeMemory(client('/repos/other'), {
      type: 'constraint',
      content: 'Mind the gap',
      project: null,
    });
    await end(app, { constraints: ['Mind the gap'] });
    const { report, sections } = await app.services.bootReport(client(), {});
    expect(occurrences(report, 'Mind the gap')).toBe(1);
    expect(sections.find(({ name }) => name === 'constraints')).toMatchObject({ total: 1, leftOut: 0 });
  });
});
