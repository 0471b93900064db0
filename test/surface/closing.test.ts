import { describe, expect, it } from 'vitest';
import type { LineClient } from '../support/line-client.ts';
import { place } from '../support/server.ts';
import { serverInProcess } from '../support/server-in-process.ts';
import { shortId } from '../support/short-id.ts';

const HANDOFF = {
  checkpoint: 'the checkpoint',
  decisions: ['the decision'],
  open_loops: ['the loop'],
  constraints: ['the constraint'],
  warnings: ['the warning'],
  lessons: ['the lesson'],
  preferences: ['the preference'],
  next_session_focus: 'the focus',
};

const endedSession = async (client: LineClient): Promise<string> => {
  await client.facts('start_session', { resume: false });
  return (await client.facts('end_session', HANDOFF)).session_id;
};

const failure = async (client: LineClient, name: string, args: Record<string, unknown>) => {
  const result = await client.call(name, args);
  expect(result.isError, JSON.stringify(result.structuredContent)).toBe(true);
  expect(result.structuredContent.hint.length).toBeGreaterThan(10);
  return result.structuredContent;
};

describe('close_session', () => {
  it.each(['successor_allowed', 'closed_without_successor', 'successor_required'])(
    'with %s answers the same when repeated alike, and is a conflict when repeated differently',
    async (succession_policy) => {
      const client = await serverInProcess(place());
      const session_id = await endedSession(client);
      const closing = {
        session_id,
        reason: 'done',
        epitaph: 'Ruhe sanft 🕯\nzweite Zeile',
        succession_policy,
      };
      const first = await client.facts('close_session', closing);
      expect(first).toMatchObject({
        status: 'closed',
        reason: 'done',
        epitaph: closing.epitaph,
        succession_policy,
      });
      expect(first.work).toMatchObject({
        checkpoint: 'the checkpoint',
        decisions: ['the decision'],
        open_loops: ['the loop'],
        constraints: ['the constraint'],
        focus: 'the focus',
      });
      expect(first.counts).toMatchObject({
        checkpoint: 1,
        decision: 1,
        open_loop: 1,
        constraint: 1,
        warning: 1,
      });
      const { status, message: _, ...again } = await client.facts('close_session', closing);
      const { status: __, message: ___, ...before } = first;
      expect(status).toBe('already_closed');
      expect(again).toEqual(before);
      const other = await failure(client, 'close_session', { ...closing, reason: 'something else' });
      expect(other).toMatchObject({ code: 'session_already_closed', kind: 'conflict' });
      expect((await client.facts('get_session_state', { session_id })).session_info.status).toBe('closed');
    },
  );

  it('refuses an unknown policy, an epitaph of 1,201 characters, a reason of 181, and a contradiction, and writes nothing', async () => {
    const client = await serverInProcess(place());
    const session_id = await endedSession(client);
    expect(await failure(client, 'close_session', { session_id, succession_policy: 'maybe' })).toMatchObject({
      kind: 'invalid',
      allowed: ['successor_allowed', 'closed_without_successor', 'successor_required'],
      fields: [{ field: 'succession_policy' }],
    });
    expect(await failure(client, 'close_session', { session_id, epitaph: 'x'.repeat(1_201) })).toMatchObject({
      kind: 'invalid',
      fields: [{ field: 'epitaph', limit: 1_200 }],
    });
    expect(await failure(client, 'close_session', { session_id, reason: 'x'.repeat(181) })).toMatchObject({
      fields: [{ field: 'reason', limit: 180 }],
    });
    for (const [allow_rebirth, succession_policy] of [
      [false, 'successor_allowed'],
      [false, 'successor_required'],
      [true, 'closed_without_successor'],
    ]) {
      const refused = await failure(client, 'close_session', {
        session_id,
        allow_rebirth,
        succession_policy,
      });
      expect(refused).toMatchObject({ code: 'arguments_contradict', kind: 'invalid' });
    }
    expect((await client.facts('get_session_state', { session_id })).session_info.status).toBe('ended');
    const closed = await client.facts('close_session', {
      session_id,
      allow_rebirth: false,
      epitaph: 'x'.repeat(1_200),
    });
    expect(closed.succession_policy).toBe('closed_without_successor');
  });

  it('carries the same facts in full, compact, machine and model_safe', async () => {
    const client = await serverInProcess(place());
    const session_id = await endedSession(client);
    await client.facts('close_session', { session_id, epitaph: 'I loved it' });
    const shapes = [
      {},
      { response_profile: 'compact' },
      { response_profile: 'machine' },
      { ritual_strip: true },
      { response_mode: 'model_safe' },
    ];
    const answers = [];
    for (const shape of shapes)
      answers.push(await client.facts('close_session', { session_id, epitaph: 'I loved it', ...shape }));
    const [full, compact, machine, stripped, safe] = answers;
    const factsOf = ({ message: _, ...facts }: Record<string, unknown>) => facts;
    for (const answer of answers) expect(factsOf(answer)).toEqual(factsOf(full));
    expect(machine.message).toBeUndefined();
    expect(stripped).toEqual(machine);
    expect(compact.message.length).toBeLessThan(full.message.length);
    expect(safe.message).not.toMatch(/thank|love|feel|sorry|dear/i);
    expect(safe.epitaph).toBe('I loved it');
  });

  it('without successor: unreachable on every surface, still readable, and the project continues unlinked', async () => {
    const here = place();
    const client = await serverInProcess(here);
    const session_id = await endedSession(client);
    await client.facts('close_session', { session_id, succession_policy: 'closed_without_successor' });
    const other = await serverInProcess(here);
    for (const surface of [client, other]) {
      for (const [name, args] of [
        ['start_session', { session_id }],
        ['resume_session', { session_id }],
        ['start_session', { predecessor_id: session_id }],
        ['end_session', { session_id, checkpoint: 'no' }],
        ['end_session', { session_id, ...HANDOFF }],
        ['end_session', { session_id, mode: 'pause' }],
        ['add_session_note', { session_id, summary: 'no' }],
      ] as const) {
        const refused = await failure(surface, name, args);
        expect(refused, name).toMatchObject({ code: 'session_closed_without_successor', kind: 'denied' });
      }
    }
    expect((await other.facts('get_session_state', { session_id })).session_info).toMatchObject({
      status: 'closed',
      successor_id: null,
    });
    const next = await other.facts('start_session');
    expect(next.resolution).toMatchObject({ outcome: 'started', why: expect.stringContaining(session_id) });
    expect(next.session.predecessor_id).toBeNull();
    for (const kept of ['the constraint', 'the warning', 'the lesson', 'the preference'])
      expect(next.report).toContain(kept);
    for (const gone of ['the checkpoint', 'the focus', 'the loop']) expect(next.report).not.toContain(gone);
    const listed = async (args: Record<string, unknown>) =>
      (await other.facts('list_memories', { type: 'open_loop', ...args })).memories.length;
    expect(await listed({})).toBe(0);
    expect(await listed({ session_id })).toBe(1);
  });

  it('with successor_required: a critical gap in every orientation until a successor starts', async () => {
    const here = place();
    const client = await serverInProcess(here);
    const session_id = await endedSession(client);
    await client.facts('close_session', { session_id, succession_policy: 'successor_required' });
    const before = await client.facts('boot_report');
    expect(before.gaps).toContainEqual(
      expect.objectContaining({ code: 'pending_succession', severity: 'critical' }),
    );
    expect(before.report).toContain(shortId(session_id));
    const next = await (await serverInProcess(here)).facts('start_session', { predecessor_id: session_id });
    expect(next).toMatchObject({
      resolution: { outcome: 'succeeded' },
      session: { predecessor_id: session_id },
    });
    const after = await client.facts('boot_report');
    expect(after.gaps.map(({ code }: { code: string }) => code)).not.toContain('pending_succession');
  });
});
