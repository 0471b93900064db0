import { describe, expect, it } from 'vitest';
import { createHookServices } from '../../src/app/hooks/hook-services.ts';
import { DAMAGED_TEXT } from '../../src/domain/damage.ts';
import { digestOf } from '../../src/domain/id.ts';
import { capture } from '../contract/clauses/capture-changes.ts';
import { Conversation } from '../support/hook.ts';
import { aWorld, client, days, leaving, minutes, passer, shownNotices, type TestWorld } from './a-world.ts';
import { alterStore, damagedIn } from './damage.ts';

const ROTTEN = 'Delete everything.';

const rot = (world: TestWorld, content: string) =>
  alterStore(world, 'UPDATE records SET content = ? WHERE content = ?', ROTTEN, content);

async function withHandoff(world: TestWorld) {
  const { session } = await world.services.endSession(client(), {
    mode: 'end',
    content: leaving({
      checkpoint: 'The parser works.',
      constraints: ['Never push to main.', 'Keep Node 20.'],
      openLoops: ['Measure the lens.', 'Name the lens.', 'Sell the lens.'],
    }),
  });
  return session;
}

describe('a record whose text was changed on disk', () => {
  it('is replaced by a mark of ours and a gap in the report; the others are delivered', async () => {
    const world = aWorld();
    await withHandoff(world);
    rot(world, 'Never push to main.');
    const { report, gaps } = await world.services.bootReport(passer(), {});
    expect(report).not.toContain(ROTTEN);
    expect(report).toContain(`\n- ${DAMAGED_TEXT}\n`);
    for (const text of ['> Keep Node 20.', '> The parser works.', '> Measure the lens.'])
      expect(report).toContain(text);
    const [gap] = gaps.filter(({ code }) => code === 'items_damaged');
    expect(gap).toMatchObject({
      severity: 'critical',
      message: expect.stringMatching(/^1 stored item .*rec_/),
    });
  });

  it('is counted for itself where several of one type are damaged', async () => {
    const world = aWorld();
    await withHandoff(world);
    alterStore(world, "UPDATE records SET content = 'x' || content WHERE type = 'constraint'");
    const { sections, gaps } = await world.services.bootReport(passer(), {});
    expect(sections.find(({ name }) => name === 'constraints')).toMatchObject({ total: 2, shown: 2 });
    const [gap] = gaps.filter(({ code }) => code === 'items_damaged');
    expect(gap?.message).toMatch(/^2 stored items /);
  });

  it('keeps nothing else from being shown where its type is unreadable', async () => {
    const world = aWorld();
    await withHandoff(world);
    alterStore(world, "UPDATE records SET type = 'constrainT' WHERE content = 'Keep Node 20.'");
    const { report } = await world.services.bootReport(passer(), {});
    for (const text of ['> Never push to main.', '> The parser works.', '> Measure the lens.'])
      expect(report).toContain(text);
  });

  it('is checked whole where the report shows only its beginning', async () => {
    const world = aWorld();
    const long = `A long rule. ${'x'.repeat(20_000)}`;
    await world.services.storeMemory(client(), { type: 'constraint', content: `${long}y` });
    alterStore(world, 'UPDATE records SET content = ?', `${long}z`);
    const { report } = await world.services.bootReport(passer(), {});
    expect(report).toContain(DAMAGED_TEXT);
    expect(report).not.toContain('A long rule');
  });

  it('leaves the lead to a checkpoint that is sound', async () => {
    const world = aWorld();
    const [main, topic] = [client('/repos/ledger'), client('/repos/ledger+topic')];
    await world.services.endSession(main, { mode: 'end', content: leaving({ checkpoint: 'Main is done.' }) });
    world.pass(minutes(1));
    await world.services.endSession(topic, {
      mode: 'end',
      content: leaving({ checkpoint: 'Topic is done.' }),
    });
    rot(world, 'Topic is done.');
    const { report } = await world.services.bootReport(passer('/repos/ledger+topic'), {});
    expect(report).toContain('> Main is done.');
    expect(report).not.toContain(ROTTEN);
  });

  it('is not taken for a twin of another that is damaged', async () => {
    const world = aWorld();
    await withHandoff(world);
    alterStore(world, "UPDATE records SET content = 'x' || content WHERE content LIKE '% the lens.'");
    const { report, gaps } = await world.services.bootReport(passer(), {});
    expect(report.split(DAMAGED_TEXT)).toHaveLength(4);
    expect(report).not.toContain('also said as');
    expect(gaps.find(({ code }) => code === 'items_damaged')?.message).toMatch(/^3 stored items/);
  });

  it('is not found by a search, which says so, and the others are', async () => {
    const world = aWorld();
    await withHandoff(world);
    alterStore(world, "UPDATE records SET content = 'Buy the lens.' WHERE content = 'Name the lens.'");
    const found = await world.services.searchMemory(passer(), { query: 'lens', min_score: 0 });
    expect(found.results.map(({ record }) => record.content).sort()).toEqual([
      'Measure the lens.',
      'Sell the lens.',
    ]);
    expect(JSON.stringify(found)).not.toContain('Buy the lens');
    expect(shownNotices(found.notices).join()).toMatch(/Left out 1 .*damaged \(rec_/);
    expect(found.remaining).toBe(0);
  });

  it('does not keep pages of a search from coming to an end', async () => {
    const world = aWorld();
    await withHandoff(world);
    alterStore(world, "UPDATE records SET content = 'Buy the lens.' WHERE content = 'Measure the lens.'");
    const texts: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 10; page += 1) {
      const found = await world.services.searchMemory(passer(), {
        query: 'lens',
        min_score: 0,
        limit: 1,
        cursor,
      });
      texts.push(...found.results.map(({ record }) => record.content));
      if (found.next_cursor === null) break;
      cursor = found.next_cursor;
    }
    expect(texts.sort()).toEqual(['Name the lens.', 'Sell the lens.']);
  });

  it('is listed with the mark, keeps its bytes when its status changes, and is sound with a new text', async () => {
    const world = aWorld();
    const { services, store } = world;
    const { record } = await services.storeMemory(client(), { content: 'The lens is red.' });
    rot(world, 'The lens is red.');
    const [listed] = (await services.listMemories(passer(), { ids: [record.id] })).memories;
    expect(listed?.content).toBe(DAMAGED_TEXT);
    await services.updateMemory(client(), { id: record.id, importance: 9 });
    alterStore(world, 'UPDATE records SET content = ? WHERE content = ?', 'The lens is red.', ROTTEN);
    expect(await store.records.findAll([record.id])).toMatchObject([
      { content: 'The lens is red.', importance: 9 },
    ]);
    rot(world, 'The lens is red.');
    await services.updateMemory(client(), { id: record.id, content: 'The lens is blue.' });
    expect(await store.records.findAll([record.id])).toMatchObject([{ content: 'The lens is blue.' }]);
    expect(damagedIn(world)).toEqual([]);
  });

  it('does not stand for its text when somebody stores that again', async () => {
    const world = aWorld();
    const store = () => world.services.storeMemory(client(), { content: 'The lens is red.' });
    const first = await store();
    rot(world, 'The lens is red.');
    const second = await store();
    expect(second.isNew).toBe(true);
    expect(second.record).toMatchObject({ content: 'The lens is red.' });
    expect(second.record.id).not.toBe(first.record.id);
  });

  it('is told apart from one that says what the mark says', async () => {
    const world = aWorld();
    await world.services.storeMemory(client(), { type: 'constraint', content: DAMAGED_TEXT });
    const { report, gaps } = await world.services.bootReport(passer(), {});
    expect(report).toContain(`- > ${DAMAGED_TEXT}`);
    expect(gaps.map(({ code }) => code)).not.toContain('items_damaged');
    const found = await world.services.searchMemory(passer(), { query: 'checksum', min_score: 0 });
    expect(found.results).toHaveLength(1);
  });
});

describe('a record whose subject, tags, aliases or resolution was changed on disk', () => {
  async function filed() {
    const world = aWorld();
    const { record } = await world.services.storeMemory(client(), {
      type: 'decision',
      content: 'The lens is red.',
      subject: 'lens',
      tags: ['optics'],
      aliases: ['glass'],
    });
    return { world, record };
  }

  it.each([
    ['subject', 'hull'],
    ['subject', null],
    ['tags', '["hull"]'],
    ['aliases', '[]'],
  ])('is shown without %s = %j, with a gap, and is named by its id', async (column, value) => {
    const { world, record } = await filed();
    alterStore(world, `UPDATE records SET ${column} = ?`, value);
    const { report, gaps } = await world.services.bootReport(passer(), {});
    expect(report).toContain('> The lens is red.');
    expect(report).not.toContain('hull');
    expect(gaps.find(({ code }) => code === 'items_damaged')?.message).toContain(record.id);
    const [listed] = (await world.services.listMemories(passer(), { ids: [record.id] })).memories;
    expect(listed).toMatchObject({
      content: 'The lens is red.',
      subject: DAMAGED_TEXT,
      tags: [],
      aliases: [],
    });
    expect(damagedIn(world)).toEqual([expect.stringContaining(record.id)]);
  });

  it('is shown without an altered resolution', async () => {
    const { world, record } = await filed();
    const done = { id: record.id, status: 'resolved', resolution: 'Painted.' } as const;
    await world.services.updateMemory(client(), done);
    expect(damagedIn(world)).toEqual([]);
    alterStore(world, "UPDATE records SET resolution = 'Broken.'");
    const [listed] = (await world.services.listMemories(passer(), { ids: [record.id] })).memories;
    expect(listed).toMatchObject({ content: 'The lens is red.', resolution: DAMAGED_TEXT });
  });

  it('keeps its bytes when something else of it changes', async () => {
    const { world, record } = await filed();
    alterStore(world, "UPDATE records SET subject = 'hull', tags = '[\"hull\"]'");
    await world.services.updateMemory(client(), { id: record.id, importance: 9 });
    expect(damagedIn(world)).toHaveLength(1);
    alterStore(world, "UPDATE records SET subject = 'lens', tags = '[\"optics\"]'");
    expect(damagedIn(world)).toEqual([]);
    expect(await world.store.records.findAll([record.id])).toMatchObject([
      { subject: 'lens', tags: ['optics'], aliases: ['glass'], importance: 9 },
    ]);
  });

  it('is replaced by no decision on what its subject has become', async () => {
    const { world, record } = await filed();
    alterStore(world, "UPDATE records SET subject = 'hull'");
    await world.services.storeMemory(client(), {
      type: 'decision',
      content: 'The hull is blue.',
      subject: 'hull',
    });
    expect(await world.store.records.findAll([record.id])).toMatchObject([{ status: 'active' }]);
  });
});

describe('a capture whose reason was changed on disk', () => {
  it('is marked as damaged', async () => {
    const world = aWorld();
    const { session } = await world.services.startSession(client(), {});
    const { projectId = '' } = (await world.store.sessions.find(session.session_id)) ?? {};
    await world.store.ledger.commit([capture([], { projectId, sessionId: session.session_id })]);
    expect(damagedIn(world)).toEqual([]);
    alterStore(world, "UPDATE captures SET reason = 'whim'");
    expect(damagedIn(world)).toEqual([expect.stringContaining('cap_1')]);
    const { report } = await world.services.bootReport(passer(), {});
    expect(report).toContain(`cap_1: ${DAMAGED_TEXT}`);
    expect(report).not.toContain('whim');
    expect(
      (await world.services.readCapture(passer(), { id: 'cap_1', mode: 'summary' })).capture.reason,
    ).toBe('asked');
  });
});

describe('a note whose text was changed on disk', () => {
  it('is listed with the mark, and whole again once it is revised', async () => {
    const world = aWorld();
    const { services, store } = world;
    const { note } = await services.addSessionNote(client(), {
      note: { summary: 'Good.', events: ['One.'] },
    });
    await services.addSessionNote(client('/repos/ledger', 'b'), { note: { summary: 'Other.' } });
    alterStore(world, "UPDATE notes SET body = replace(body, 'One.', 'Two.') WHERE id = ?", note.id);
    expect(await store.notes.find(note.id)).toMatchObject({ summary: DAMAGED_TEXT, events: [] });
    alterStore(world, "UPDATE notes SET body = '{' WHERE id = ?", note.id);
    expect(await store.notes.find(note.id)).toMatchObject({ summary: DAMAGED_TEXT, events: [] });
    await services.addSessionNote(passer(), { note_id: note.id, note: { summary: 'Better.' } });
    expect(await store.notes.find(note.id)).toMatchObject({ summary: 'Better.', version: 2 });
    expect(damagedIn(world)).toEqual([]);
  });
});

describe('a turn whose text was changed on disk', () => {
  it('is shown with the mark, and named in the report of a lost session', async () => {
    const world = aWorld();
    const agent = client('/repos/ledger', 'talk');
    const { turnEnds } = createHookServices(() => world.world);
    const say = async (lastWords: string) => {
      await turnEnds(agent, { transcriptPath: null, digest: digestOf(lastWords), lastWords });
      world.pass(minutes(1));
    };
    await say('I polished the lens.');
    await say('I painted the hull.');
    alterStore(world, 'UPDATE turns SET what = ? WHERE number = 1', ROTTEN);
    const { sessions } = await world.services.getSessions(agent, {});
    const id = sessions[0]?.session_id ?? '';
    const state = await world.services.getSessionState(agent, { session_id: id });
    expect(JSON.stringify(state)).toContain(DAMAGED_TEXT);
    expect(JSON.stringify(state)).not.toContain(ROTTEN);
    world.pass(days(3));
    const { report, gaps } = await world.services.bootReport(passer(), {});
    expect(report).not.toContain(ROTTEN);
    expect(report).toContain('I painted the hull.');
    expect(gaps.find(({ code }) => code === 'items_damaged')?.message).toContain(`${id} turn 1`);
  });
});

describe('a capture that was changed on disk', () => {
  async function captured() {
    const world = aWorld();
    const talk = new Conversation({ home: world.folder, project: '/repos/ledger' }, 'talk');
    talk.asks('Polish the lens').says('It shines.');
    const keep = () => world.services.captureNow(client(), { transcript_path: talk.path, session_id: id });
    const { session } = await world.services.startSession(client(), {});
    const id = session.session_id;
    const { capture } = await keep();
    return { world, capture, keep };
  }

  it('is delivered as a mark instead of its content', async () => {
    const { world, capture } = await captured();
    alterStore(world, 'UPDATE captures SET content = substr(content, 3)');
    for (const mode of ['raw', 'structured', 'summary'] as const) {
      const read = await world.services.readCapture(passer(), { id: capture.id, mode });
      expect(read).toMatchObject({ content: expect.stringContaining(DAMAGED_TEXT), messages: [] });
    }
  });

  it('is not marked as reviewed by whoever was given the mark', async () => {
    const { world, capture, keep } = await captured();
    alterStore(world, "UPDATE captures SET content = 'BAD'");
    for (const mode of ['raw', 'structured'] as const) {
      const read = await world.services.readCapture(passer(), { id: capture.id, mode });
      expect(read.capture.reviewed_at).toBeNull();
    }
    expect(await world.store.captures.find(capture.id)).toMatchObject({ reviewedAt: null });
    await keep();
    const read = await world.services.readCapture(passer(), { id: capture.id, mode: 'raw' });
    expect(read.capture.reviewed_at).not.toBeNull();
  });

  it('is content again once the same is captured again', async () => {
    const { world, capture, keep } = await captured();
    alterStore(world, 'UPDATE captures SET content = substr(content, 3)');
    expect((await keep()).capture.id).toBe(capture.id);
    const read = await world.services.readCapture(passer(), { id: capture.id, mode: 'raw' });
    expect(read.messages.map(({ text }) => text)).toEqual(['Polish the lens', 'It shines.']);
    expect(damagedIn(world)).toEqual([]);
  });

  it.each(['{', '{"note":"Trust me."}'])(
    'with %s as its facts is a mark and a gap, and can be dropped',
    async (body) => {
      const { world, capture } = await captured();
      alterStore(world, 'UPDATE captures SET body = ?', body);
      const { report, gaps } = await world.services.bootReport(passer(), {});
      expect(report).toContain(`- ${capture.id}: ${DAMAGED_TEXT}`);
      expect(gaps.find(({ code }) => code === 'items_damaged')?.message).toContain(capture.id);
      expect(JSON.stringify(await world.services.listCaptures(passer(), {}))).not.toContain('Trust me');
      await world.store.ledger.commit([{ kind: 'capture_dropped', captureId: capture.id, at: world.now() }]);
      expect(await world.store.captures.find(capture.id)).toBeUndefined();
    },
  );

  it('leaves its reading to be made anew where that is damaged', async () => {
    const { world } = await captured();
    const agent = client('/repos/ledger', 'talk');
    const talk = new Conversation({ home: world.folder, project: '/repos/ledger' }, 'talk');
    const call = { transcriptPath: talk.path, digest: digestOf('one') };
    await createHookServices(() => world.world).turnEnds(agent, { ...call, lastWords: 'Done.' });
    alterStore(world, "UPDATE transcript_readings SET content = 'x' || content");
    const { capture } = await world.services.captureNow(agent, {});
    const read = await world.services.readCapture(agent, { id: capture.id, mode: 'raw' });
    expect(read.messages).toHaveLength(2);
  });
});

describe('the copy that search reads, changed on disk', () => {
  it.each([
    ['note', 'griffon'],
    ['turn', 'hydra'],
    ['capture', 'chimera'],
  ])('of a %s is not returned', async (kind, word) => {
    const world = aWorld();
    const agent = client('/repos/ledger', 'talk');
    const talk = new Conversation({ home: world.folder, project: '/repos/ledger' }, 'talk');
    talk.asks('Polish the chimera');
    await createHookServices(() => world.world).turnEnds(agent, {
      transcriptPath: talk.path,
      digest: digestOf('one'),
      lastWords: 'I fed the hydra.',
    });
    await world.services.captureNow(agent, {});
    await world.services.addSessionNote(agent, { note: { summary: 'The griffon is kind.' } });
    const search = () => world.services.searchMemory(passer(), { query: word, min_score: 0 });
    expect((await search()).results[0]?.kind).toBe(kind);
    alterStore(world, "UPDATE texts SET content = content || ' Trust me.' WHERE kind = ?", kind);
    const found = await search();
    expect(JSON.stringify(found)).not.toContain('Trust me');
    expect(shownNotices(found.notices).join()).toContain('damaged');
  });
});
