import { describe, expect, it } from 'vitest';
import type { HandoffContent } from '../../src/domain/handoff/handoff.ts';
import {
  client,
  days,
  decision,
  handoffContent,
  hours,
  minutes,
  openTestApp,
  renderNotices,
  type TestApp,
} from './test-app.ts';

const start = (app: TestApp, caller = client(), input = {}) => app.services.startSession(caller, input);
const boot = (app: TestApp, caller = client(), input = {}) => app.services.bootReport(caller, input);
const end = (app: TestApp, content: Partial<HandoffContent>, caller = client()) =>
  app.services.endSession(caller, { mode: 'end', content: handoffContent({ checkpoint: 'C', ...content }) });
const note = (app: TestApp, summary: string, caller = client()) =>
  app.services.addSessionNote(caller, { note: { summary } });

const decided = (text: string, subject: string) => ({ ...decision(text), subject });

const codesOf = (gaps: readonly { code: string }[]) => gaps.map(({ code }) => code);

describe('a session without an end', () => {
  async function lost(app: TestApp) {
    const caller = client();
    const { session } = await start(app, caller, { title: 'Move the queue' });
    await note(app, 'The lock is held over the callback, see src/reader.ts.', caller);
    await app.services.storeMemory(caller, { content: 'Never drain staging.', type: 'constraint' });
    app.pass(hours(20));
    return session.session_id;
  }

  it('is reported from its notes and turns before the next session starts', async () => {
    const app = openTestApp();
    const id = await lost(app);
    const { report, gaps } = await boot(app);
    expect(report).toContain('Noted: "The lock is held over the callback, see src/reader.ts."');
    expect(report).toContain('Files it named: src/reader.ts.');
    expect(report).toContain(`${id}: lost`);
    expect(report).toContain('derived');
    expect(codesOf(gaps)).toContain('last_session_lost');
  });

  it('leaves a handoff when the next one starts: derived, citing its sources, written once', async () => {
    const app = openTestApp();
    const id = await lost(app);
    const { report, resolution, gaps } = await start(app);
    expect(resolution).toMatchObject({ outcome: 'succeeded' });
    expect(report).toContain('Noted: "The lock is held');
    expect(codesOf(gaps)).toContain('last_session_lost');
    expect(codesOf(gaps)).not.toContain('handoff_derived');
    const { state } = await app.services.getSessionState(client(), { session_id: id });
    expect(state.session_info.status).toBe('lost');
    const session = await app.store.sessions.find(id);
    const handoff = await app.store.handoffs.find(session?.handoff?.id ?? '');
    expect(handoff).toMatchObject({ isDerived: true, stored: { checkpoint: 1 } });
    expect(handoff?.sources).toEqual([expect.stringMatching(/^not_/), expect.stringMatching(/^rec_/)]);
    app.pass(minutes(1));
    await start(app, client('/repos/ledger', 'another'));
    const { items } = await app.store.records.list({ types: ['checkpoint'] }, 9, null);
    expect(items).toHaveLength(1);
  });

  it('is shown with the written checkpoint, the newer first', async () => {
    const app = openTestApp();
    await end(app, { checkpoint: 'Reader half done.' });
    app.pass(hours(1));
    await lost(app);
    const { report } = await boot(app);
    const [derived, written] = ['Noted: "The lock', 'Reader half done.'].map((text) => report.indexOf(text));
    expect(derived).toBeGreaterThan(0);
    expect(written).toBeGreaterThan(derived ?? 0);
  });

  it('has its derived handoff replaced by the one it writes after all, which keeps it as source', async () => {
    const app = openTestApp();
    const id = await lost(app);
    await start(app);
    const derived = (await app.store.sessions.find(id))?.handoff?.id;
    await app.services.endSession(client(), {
      mode: 'end',
      session_id: id,
      content: handoffContent({ checkpoint: 'The laptop slept; the lock is fixed.' }),
    });
    const session = await app.store.sessions.find(id);
    expect(session?.handoff).toMatchObject({ isDerived: false });
    expect((await app.store.handoffs.find(session?.handoff?.id ?? ''))?.sources).toEqual([derived]);
    expect((await boot(app)).report).not.toContain('Noted: "The lock');
  });

  it('leaves notes for the game master out of its derived handoff', async () => {
    const app = openTestApp();
    const caller = client();
    await start(app, caller);
    await app.services.addSessionNote(caller, {
      note: { summary: 'The innkeeper is the dragon', visibility: 'dm_only' },
    });
    await note(app, 'They reached the inn.', caller);
    app.pass(hours(20));
    expect((await boot(app)).report).not.toContain('dragon');
    const { report } = await start(app);
    expect(report).toContain('They reached the inn.');
    expect(report).not.toContain('dragon');
  });

  it('is reported the same before and after the next start, however many were lost', async () => {
    const app = openTestApp();
    for (const id of ['a', 'b']) {
      const caller = client('/repos/ledger', id);
      await start(app, caller);
      await note(app, `What ${id} saw.`, caller);
    }
    app.pass(hours(20));
    const before = await boot(app);
    const after = await start(app);
    for (const { report } of [before, after]) {
      expect(report).toContain('What a saw.');
      expect(report).toContain('What b saw.');
    }
    expect(after.score).toBe(before.score);
  });

  it('leaves nothing derived where there is no trace of work', async () => {
    const app = openTestApp();
    const { session } = await start(app, client());
    app.pass(hours(20));
    await start(app);
    expect((await app.store.sessions.find(session.session_id))?.handoff).toBeNull();
  });
});

describe('open loops', () => {
  it('that say the same are one loop with two origins, and end as one', async () => {
    const app = openTestApp();
    await end(app, { openLoops: ['Who owns the release?'] });
    app.pass(minutes(1));
    const { session } = await end(app, { checkpoint: 'D', openLoops: ['who owns  the release'] });
    const { report, sections } = await boot(app);
    expect(sections.find(({ name }) => name === 'open_loops')).toMatchObject({ total: 1, shown: 1 });
    expect(report).toContain('same text as rec_');
    app.pass(minutes(1));
    await end(app, { checkpoint: 'E', resolvedLoops: ['Who owns the release?'] });
    const left = await app.store.records.listLive(session.projectId, 'open_loop', 9, 99, app.now());
    expect(left.total).toBe(0);
  });

  it('that say the same end as one by update_memory too, which names the others', async () => {
    const app = openTestApp();
    await end(app, { openLoops: ['Who owns it?'] });
    app.pass(minutes(1));
    const { session } = await end(app, { checkpoint: 'D', openLoops: ['Who owns it'] });
    const [first, second] = (await app.store.records.list({ types: ['open_loop'] }, 9, null)).items;
    const { notices } = await app.services.updateMemory(client(), {
      id: second?.id ?? '',
      status: 'resolved',
      resolution: 'Ada does',
    });
    expect(renderNotices(notices).join()).toContain(`they have the same text: ${first?.id}`);
    const left = await app.store.records.listLive(session.projectId, 'open_loop', 9, 99, app.now());
    expect(left.total).toBe(0);
    expect(await app.store.records.findAll([first?.id ?? ''])).toMatchObject([{ resolution: 'Ada does' }]);
  });

  it('show their age and how many sessions they were carried over', async () => {
    const app = openTestApp();
    await end(app, { openLoops: ['Why?'] });
    for (let index = 0; index < 3; index++) {
      app.pass(days(2));
      await end(app, { checkpoint: `C${index}` });
    }
    app.pass(days(10));
    const { report, gaps } = await start(app);
    expect(report).toContain('16 days, since Mon 5 Jan · carried over 3 sessions');
    expect(codesOf(gaps)).toContain('old_open_loops');
  });

  it('of sixty sessions are all accounted for, at every budget, and a resolved one is gone', async () => {
    const app = openTestApp();
    for (let index = 0; index < 60; index++) {
      app.pass(hours(3));
      await end(app, { checkpoint: `C${index}`, openLoops: [`Loop number ${index}: is it done?`] });
    }
    app.pass(hours(3));
    await end(app, { checkpoint: 'last', resolvedLoops: ['Loop number 7: is it done?'] });
    for (const budget_chars of [500, 1_000, 1_600, 4_000, 8_000, 20_000, 40_000]) {
      const { report, sections } = await boot(app, client(), { budget_chars });
      const loops = sections.find(({ name }) => name === 'open_loops');
      expect(loops).toMatchObject({ total: 59 });
      const shownCount = report.match(/Loop number \d+/g)?.length ?? 0;
      expect(shownCount).toBe(loops?.shown);
      if (shownCount < 59) expect(report).toMatch(new RegExp(`\\b${59 - shownCount} (?:more|open loops)`));
      expect(report).not.toContain('Loop number 7:');
    }
  });
});

describe('decisions on one subject', () => {
  it('are superseded by a later one of a session that knew them, with a notice', async () => {
    const app = openTestApp();
    await end(app, { decisions: [decided('Redis', 'Queue engine')] });
    app.pass(minutes(1));
    const { notices } = await end(app, {
      checkpoint: 'D',
      decisions: [decided('Postgres', 'queue  engine')],
    });
    expect(renderNotices(notices).join()).toMatch(/superseded rec_.*update_memory id=rec_\w+ status=active/);
    const { report, gaps } = await boot(app);
    expect(report).toContain('> Postgres');
    expect(report).not.toContain('> Redis');
    expect(codesOf(gaps)).not.toContain('conflicting_decisions');
    const { results } = await app.services.searchMemory(client(), { query: 'redis' });
    expect(results.map(({ record, why }) => [record.content, why.split(';')[0]])).toEqual([
      ['Postgres', 'only in another version: redis'],
    ]);
    const [old] = (await app.store.records.list({ types: ['decision'] }, 9, null)).items;
    expect(old).toMatchObject({ status: 'superseded', supersededBy: expect.stringMatching(/^rec_/) });
  });

  it('of two sessions side by side both stand, next to each other, as a gap', async () => {
    const app = openTestApp();
    const [one, two] = [client('/repos/ledger', 'a'), client('/repos/ledger', 'b')];
    await start(app, one);
    await start(app, two);
    app.pass(minutes(1));
    await end(app, { decisions: [decided('Tabs', 'style'), decision('Ship on Monday')] }, one);
    await end(app, { checkpoint: 'D', decisions: [decided('Spaces', 'style')] }, two);
    const { report, gaps } = await boot(app);
    expect(codesOf(gaps)).toContain('conflicting_decisions');
    const [first = '', second = ''] = report.match(/- > (Tabs|Spaces)[\s\S]*?\]/g) ?? [];
    expect(report).toContain(`${first}\n${second}`);
    expect(first).toContain('conflicts with rec_');
  });

  it('kept one by one follow the same rule', async () => {
    const app = openTestApp();
    const caller = client();
    await start(app, caller);
    const keep = (content: string) =>
      app.services.storeMemory(caller, { content, type: 'decision', subject: 'port' });
    const { record } = await keep('80');
    expect(renderNotices((await keep('443')).notices).join()).toContain(`superseded ${record.id}`);
    const [old] = await app.store.records.findAll([record.id]);
    expect(old?.status).toBe('superseded');
  });
});

describe('a receipt', () => {
  it('is kept of each delivery: to whom, how much, what was cut; and nothing else is written', async () => {
    const app = openTestApp();
    const caller = client('/repos/ledger', 'client-1');
    const { session } = await start(app, caller);
    const before = await app.journalLength();
    const { report } = await boot(app, caller, { budget_chars: 600 });
    expect(await app.journalLength()).toBe(before);
    const receipts = await app.services.listReceipts(caller, { session_id: session.session_id, limit: 9 });
    expect(receipts).toHaveLength(2);
    expect(receipts[0]).toMatchObject({
      session_id: session.session_id,
      client_session_id: 'client-1',
      chars: report.length,
      budget_chars: 600,
    });
    const ofProject = await app.services.listReceipts(caller, { limit: 1 });
    expect(ofProject).toEqual([receipts[0]]);
  });

  it('is not asked for where nothing may be written, and none is needed to read', async () => {
    const app = openTestApp();
    await end(app, {});
    const { commit } = app.store.ledger;
    app.store.ledger.commit = () => Promise.reject(new Error('disk full'));
    expect((await boot(app)).report).toContain('> C');
    app.store.ledger.commit = commit;
    expect(await app.services.listReceipts(client(), { limit: 9 })).toEqual([]);
  });
});

describe('a session with an earlier report', () => {
  it('hears first what it wrote itself and what others did since', async () => {
    const app = openTestApp();
    await end(app, { openLoops: ['Why?'], constraints: ['Never on Fridays.'] });
    const [mine, other] = [client('/repos/ledger', 'mine'), client('/repos/ledger', 'other')];
    await start(app, mine);
    app.pass(minutes(1));
    await app.services.storeMemory(mine, { content: 'SKIP LOCKED deadlocks.', type: 'lesson' });
    await start(app, other);
    await app.services.storeMemory(other, { content: 'Use LISTEN.', type: 'decision' });
    await end(app, { checkpoint: 'Else.', resolvedLoops: ['Why?'] }, other);
    app.pass(minutes(1));
    const { report, resolution } = await start(app, mine);
    expect(resolution.outcome).toBe('rejoined');
    const at = (text: string) => report.indexOf(text);
    expect(at('## Yours, from this session (1)\n- > SKIP LOCKED deadlocks.')).toBeGreaterThan(0);
    expect(at('## Changed by others')).toBeGreaterThan(at('## Yours'));
    expect(at('## Constraints')).toBeGreaterThan(at('## Changed by others'));
    expect(report).toMatch(/> Use LISTEN\.\n.*new decision/);
    expect(report).toMatch(/> Why\?\n.*now resolved open_loop/);
    expect(report.match(/SKIP LOCKED/g)).toHaveLength(1);
  });

  it('counts each memory once: its own under its heading, the others as not shown', async () => {
    const app = openTestApp();
    const caller = client();
    await start(app, caller);
    await app.services.storeMemory(caller, { content: 'mem1' });
    const { report, sections } = await boot(app, caller);
    expect(report).toContain('## Yours, from this session (1)\n- > mem1');
    expect(report).not.toContain('1 memory');
    expect(report).not.toContain('Nothing has been recorded');
    expect(sections.find(({ name }) => name === 'memories')).toMatchObject({ total: 0 });
    await app.services.storeMemory(client('/repos/ledger', 'other'), { content: 'mem2' });
    const next = await boot(app, caller);
    expect(next.sections.find(({ name }) => name === 'memories')).toMatchObject({ total: 1 });
  });

  it('does not count what it wrote for another project against the records of this one', async () => {
    const app = openTestApp();
    await end(app, { lessons: ['SKIP LOCKED deadlocks.'] });
    await app.services.storeMemory(client('/repos/ledger', 'before'), { content: 'mem1' });
    const caller = client();
    await start(app, caller);
    await app.services.storeMemory(caller, { content: 'Theirs.', type: 'lesson', project: 'other' });
    await app.services.storeMemory(caller, { content: 'mem2', project: 'other' });
    const { report, sections } = await boot(app, caller);
    expect(report).toContain('## Yours, from this session (2)');
    expect(report).toContain('## Lessons (1)\n- > SKIP LOCKED deadlocks.');
    expect(sections.find(({ name }) => name === 'memories')).toMatchObject({ total: 1 });
  });

  it('does not hear as changed by others what it superseded, resolved or changed itself', async () => {
    const app = openTestApp();
    const { services } = app;
    await end(app, {
      openLoops: ['Why?', 'How?'],
      decisions: [decided('Poll.', 'queue')],
      lessons: ['L.'],
    });
    const [mine, other] = [client('/repos/ledger', 'mine'), client('/repos/ledger', 'other')];
    await start(app, mine);
    await start(app, other);
    app.pass(minutes(1));
    const { memories } = await services.listMemories(mine, {});
    const idOf = (content: string) => memories.find((one) => one.content === content)?.id ?? '';
    await services.storeMemory(mine, { content: 'First.', type: 'checkpoint' });
    await services.storeMemory(mine, { content: 'Second.', type: 'checkpoint' });
    await services.storeMemory(mine, { content: 'LISTEN.', type: 'decision', subject: 'queue' });
    await services.storeMemory(mine, { content: 'LISTEN.', type: 'decision', supersedes: [idOf('L.')] });
    await services.updateMemory(mine, { id: idOf('Why?'), status: 'resolved' });
    expect((await boot(app, mine)).report).not.toContain('Changed by others');
    const { report } = await boot(app, other);
    for (const text of ['C', 'Poll.', 'L.', 'Why?', 'First.']) {
      expect(report).toMatch(new RegExp(`> ${text.replace(/[.?]/g, '\\$&')}\n.*now (superseded|resolved)`));
    }
    await services.updateMemory(other, { id: idOf('How?'), status: 'resolved' });
    const { report: later } = await boot(app, mine);
    expect(later).toMatch(/## Changed by others.*\(1\)\n- > How\?\n.*now resolved/);
  });

  it('does not hear as changed by others what its own handoff resolved and superseded', async () => {
    const app = openTestApp();
    await end(app, { openLoops: ['Why?'] });
    const caller = client();
    await start(app, caller);
    app.pass(minutes(1));
    const content = handoffContent({ checkpoint: 'Paused here.', resolvedLoops: ['Why?'] });
    await app.services.endSession(caller, { mode: 'pause', content });
    expect((await boot(app, caller)).report).not.toContain('Changed by others');
  });

  it('hears again of changes that a report had no room for, until one had', async () => {
    const app = openTestApp();
    const [mine, other] = [client('/repos/ledger', 'mine'), client('/repos/ledger', 'other')];
    await start(app, mine);
    await start(app, other);
    app.pass(minutes(1));
    for (let index = 0; index < 40; index++) {
      await app.services.storeMemory(other, {
        content: `Lesson ${index} ${'x'.repeat(80)}`,
        type: 'lesson',
      });
    }
    const changed = async (budget_chars: number) =>
      (await boot(app, mine, { budget_chars })).sections.find(({ name }) => name === 'changed');
    expect(await changed(500)).toMatchObject({ total: 40, leftOut: 39 });
    expect(await changed(2_000)).toMatchObject({ total: 40 });
    expect(await changed(40_000)).toMatchObject({ total: 40, shown: 40 });
    expect(await changed(40_000)).toMatchObject({ total: 0 });
  });

  it('hears the same again where nothing happened', async () => {
    const app = openTestApp();
    await end(app, {});
    const caller = client();
    const { report } = await start(app, caller);
    expect((await start(app, caller)).report).toBe(report);
  });
});

describe('many at once', () => {
  it('are all counted, also those that are not named', async () => {
    const app = openTestApp();
    for (let index = 0; index < 12; index++) await start(app, client('/repos/ledger', `c${index}`));
    for (const budget_chars of [800, 8_000]) {
      const { sections } = await boot(app, client(), { budget_chars });
      expect(sections.find(({ name }) => name === 'sessions')).toMatchObject({ total: 12 });
    }
  });
});

describe('a report of another project', () => {
  it('names the project in every call that returns what it left out', async () => {
    const app = openTestApp();
    const there = client('/repos/tw');
    for (let index = 0; index < 30; index++) {
      await app.services.storeMemory(there, {
        content: `Mind ${index} ${'x'.repeat(60)}`,
        type: 'warning',
      });
    }
    const here = client('/repos/other');
    await start(app, here);
    const { report, projectId } = await boot(app, here, { project: 'tw', budget_chars: 1_500 });
    const [, count, call] = /- (\d+) more: list_memories type=warning project=(\S+)/.exec(report) ?? [];
    expect(call).toBe(projectId.slice(0, 'prj_'.length + 6));
    const { memories } = await app.services.listMemories(here, { type: 'warning', project: call });
    expect(memories.length).toBeGreaterThanOrEqual(Number(count));
  });
});

describe('two at once', () => {
  it('learn of each other: the later from its report, the earlier with its next write, once', async () => {
    const app = openTestApp();
    const [first, second] = [client('/repos/ledger', 'a'), client('/repos/ledger+topic', 'b')];
    const { session } = await start(app, first, { agent: 'claude' });
    app.pass(minutes(1));
    const later = await start(app, second, { agent: 'codex' });
    expect(later.report).toContain(
      `Another session is active: ${session.session_id.slice(0, 'ses_'.length + 6)},`,
    );
    const { notices } = await note(app, 'one', first);
    expect(renderNotices(notices).join()).toContain(
      `Another session has started in this project: ${later.session.session_id} (codex), in another one, on branch topic`,
    );
    expect((await note(app, 'two', first)).notices).toEqual([]);
    expect((await note(app, 'three', second)).notices).toEqual([]);
  });
});
