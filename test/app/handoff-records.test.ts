import { describe, expect, it } from 'vitest';
import type { HandoffContent } from '../../src/domain/handoff/handoff.ts';
import type { RecordType } from '../../src/domain/record/record.ts';
import { aWorld, client, decision, hours, leaving, minutes, refusal, type TestWorld } from './a-world.ts';

const end = (world: TestWorld, content: Partial<HandoffContent>, caller = client()) =>
  world.services.endSession(caller, { mode: 'end', content: leaving({ checkpoint: 'C', ...content }) });

const recordsOf = async ({ store }: TestWorld, type: RecordType) =>
  (await store.records.list({ types: [type] }, 50, null)).items;

/** Texts of what the next session would be told, of one type. */
async function live({ store }: TestWorld, projectId: string, type: RecordType): Promise<string[]> {
  const { items } = await store.records.listLive(projectId, type, 50, 999, '2030-01-01T00:00:00.000Z');
  return items.map(({ text }) => text);
}

describe('resolved_loops', () => {
  it.each(['by id', 'by exact text'] as const)('closes a loop named %s', async (how) => {
    const world = aWorld();
    const { session } = await end(world, { openLoops: ['Why?', 'When?'] });
    const [why] = await recordsOf(world, 'open_loop');
    world.pass(minutes(1));
    const ended = await end(world, {
      checkpoint: 'D',
      resolvedLoops: [how === 'by id' ? (why?.id ?? '') : 'Why?'],
    });
    expect(ended.handoff?.resolvedLoopIds).toEqual([why?.id]);
    expect(await live(world, session.projectId, 'open_loop')).toEqual(['When?']);
    const [stored] = await recordsOf(world, 'open_loop');
    expect(stored).toMatchObject({
      status: 'resolved',
      resolvedAt: world.now(),
      version: 2,
      content: 'Why?',
    });
  });

  it('takes a loop that is resolved already as resolved', async () => {
    const world = aWorld();
    await end(world, { openLoops: ['Why?'] });
    const [why] = await recordsOf(world, 'open_loop');
    await end(world, { checkpoint: 'D', resolvedLoops: ['Why?'] });
    await end(world, { checkpoint: 'E', resolvedLoops: [why?.id ?? ''] });
    expect(await recordsOf(world, 'open_loop')).toMatchObject([{ version: 2 }]);
  });

  it.each([
    ['an unknown text', 'why?'],
    ['an unknown id', 'rec_00000000000000000000000000'],
  ])('refuses %s, and nothing of the handoff is written', async (_, loop) => {
    const world = aWorld();
    await end(world, { openLoops: ['Why?'] });
    const before = await world.journalLength();
    const refused = end(world, { checkpoint: 'D', resolvedLoops: ['Why?', loop] });
    expect(await refusal(refused)).toBe('not_found: open_loop_not_found');
    expect(await world.journalLength()).toBe(before);
    expect(await recordsOf(world, 'open_loop')).toMatchObject([{ status: 'active' }]);
  });

  it.each(['by id', 'by exact text'] as const)('closes a global loop named %s', async (how) => {
    const world = aWorld();
    const loop = { type: 'open_loop', content: 'Why?', project: null } as const;
    const { record } = await world.services.storeMemory(client(), loop);
    await end(world, { resolvedLoops: [how === 'by id' ? record.id : 'Why?'] });
    expect(await recordsOf(world, 'open_loop')).toMatchObject([{ status: 'resolved' }]);
  });

  it('resolves nothing in another project', async () => {
    const world = aWorld();
    await end(world, { openLoops: ['Why?'] });
    const [why] = await recordsOf(world, 'open_loop');
    for (const loop of ['Why?', why?.id ?? '']) {
      const refused = end(world, { resolvedLoops: [loop] }, client('/repos/other'));
      expect(await refusal(refused)).toBe('not_found: open_loop_not_found');
    }
  });

  it('closes a loop of the same name in every session that left one', async () => {
    const world = aWorld();
    const { session } = await end(world, { openLoops: ['Why?'] });
    await end(world, { checkpoint: 'D', openLoops: ['Why?'] });
    await end(world, { checkpoint: 'E', resolvedLoops: ['Why?'] });
    expect(await live(world, session.projectId, 'open_loop')).toEqual([]);
  });
});

describe('decisions', () => {
  it('replace the records they name, which then say by what', async () => {
    const world = aWorld();
    const { session } = await end(world, { decisions: [decision('Use JSON')] });
    const [old] = await recordsOf(world, 'decision');
    world.pass(minutes(1));
    await end(world, { checkpoint: 'D', decisions: [decision('Use SQLite', [old?.id ?? ''])] });
    const [before, after] = await recordsOf(world, 'decision');
    expect(before).toMatchObject({ status: 'superseded', supersededBy: after?.id, content: 'Use JSON' });
    expect(after).toMatchObject({ supersedes: [before?.id], status: 'active' });
    expect(await live(world, session.projectId, 'decision')).toEqual(['Use SQLite']);
  });

  it.each([
    ['that does not exist', '/repos/ledger', 'rec_none'],
    ['of another project', '/repos/other', undefined],
  ])('refuse to replace a record %s, and write nothing', async (_, folder, id) => {
    const world = aWorld();
    await end(world, { decisions: [decision('Use JSON')] });
    const [old] = await recordsOf(world, 'decision');
    const before = await world.journalLength();
    const content = { checkpoint: 'D', decisions: [decision('Use SQLite', [id ?? old?.id ?? ''])] };
    expect(await refusal(end(world, content, client(folder)))).toBe('not_found: record_not_found');
    expect(await world.journalLength()).toBe(before);
  });

  it('said twice in one handoff are one record', async () => {
    const world = aWorld();
    const ended = await end(world, { decisions: [decision('Same'), decision('Same')], lessons: ['Same'] });
    expect(ended.handoff?.stored).toEqual({ checkpoint: 1, decision: 1, lesson: 1 });
  });
});

describe('checkpoints', () => {
  it('take the place of the one their session was told of', async () => {
    const world = aWorld();
    const { session } = await end(world, { checkpoint: 'One.', nextSessionFocus: 'F1' });
    world.pass(minutes(1));
    const me = client();
    await world.services.startSession(me, {});
    world.pass(minutes(1));
    await end(world, { checkpoint: 'Two.' }, me);
    expect(await live(world, session.projectId, 'checkpoint')).toEqual(['Two.']);
    expect(await live(world, session.projectId, 'next_session_focus')).toEqual([]);
  });

  it('leave alone what a session beside them left meanwhile', async () => {
    const world = aWorld();
    const [one, two] = [client(), client()];
    await world.services.startSession(one, {});
    await world.services.startSession(two, {});
    world.pass(minutes(1));
    const { session } = await end(world, { checkpoint: 'One.' }, one);
    world.pass(minutes(1));
    await end(world, { checkpoint: 'Two.' }, two);
    expect((await live(world, session.projectId, 'checkpoint')).toSorted()).toEqual(['One.', 'Two.']);
  });

  it('leave alone those of other worktrees', async () => {
    const world = aWorld();
    const { session } = await end(world, { checkpoint: 'Main.' });
    world.pass(minutes(1));
    const topic = client('/repos/ledger+topic');
    await world.services.startSession(topic, {});
    world.pass(minutes(1));
    await end(world, { checkpoint: 'Topic.' }, topic);
    expect((await live(world, session.projectId, 'checkpoint')).toSorted()).toEqual(['Main.', 'Topic.']);
  });

  it('speak again when a session returns to them', async () => {
    const world = aWorld();
    const me = client();
    const pause = async (checkpoint: string) => {
      world.pass(hours(1));
      await world.services.startSession(me, {});
      world.pass(hours(1));
      return world.services.endSession(me, { mode: 'pause', content: leaving({ checkpoint }) });
    };
    await pause('Waiting for review.');
    await pause('Review came; fixing.');
    const { session } = await pause('Waiting for review.');
    expect(await live(world, session.projectId, 'checkpoint')).toEqual(['Waiting for review.']);
  });
});
