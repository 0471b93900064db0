import { describe, expect, it } from 'vitest';
import { nextStep } from '../../src/domain/next-step.ts';
import {
  client,
  decision,
  handoffContent,
  minutes,
  openTestApp,
  refusal,
  statelessCaller,
} from './test-app.ts';

describe('a record for another project', () => {
  it('leaves the connection where it works: the session begins in the caller’s own folder', async () => {
    const { services } = openTestApp();
    const caller = client('/repos/ledger');
    const { record, sessionId, notices } = await services.storeMemory(caller, {
      content: 'for the others',
      project: 'other',
    });
    const { state } = await services.getSessionState(caller, {});
    expect(state.session_info).toMatchObject({ session_id: sessionId, project: 'ledger' });
    expect(record.project).not.toBe(state.session_info.project_id);
    expect(notices[0]?.text).toContain(`${sessionId} was started in the project "ledger"`);
    expect(notices[1]?.text).toContain('"other"');
    const next = await services.storeMemory(caller, { content: 'for us' });
    expect(next.record.project).toBe(state.session_info.project_id);
    expect(next.notices).toEqual([]);
  });

  it('is one place with its session for a caller that has no folder', async () => {
    const { services } = openTestApp();
    const { record, sessionId, notices } = await services.storeMemory(statelessCaller(null), {
      content: 'over the wire',
      project: 'other',
    });
    const { state } = await services.getSessionState(statelessCaller(null), {
      session_id: sessionId ?? '',
    });
    expect(state.session_info).toMatchObject({ project: 'other', project_id: record.project });
    expect(notices).toHaveLength(1);
    expect(notices[0]?.text).toContain('in the project "other"');
  });
});

describe('what a record takes the place of', () => {
  async function aRule() {
    const at = openTestApp();
    const caller = client();
    const rule = await at.services.storeMemory(caller, {
      content: 'never force-push',
      type: 'constraint',
      project: null,
    });
    at.pass(minutes(1));
    return { ...at, caller, rule: rule.record.id };
  }

  it('does not supersede a global record from within a project, on either surface', async () => {
    const { services, caller, rule, journalLength } = await aRule();
    await services.storeMemory(caller, { content: 'known here' });
    const before = await journalLength();
    const supersedes = [rule];
    for (const content of ['force-push on Fridays', 'known here']) {
      expect(await refusal(services.storeMemory(caller, { content, supersedes }))).toBe(
        'conflict: record_is_global',
      );
    }
    const content = handoffContent({ checkpoint: 'so far', decisions: [decision('no more rules', [rule])] });
    expect(await refusal(services.endSession(caller, { mode: 'end', content }))).toBe(
      'conflict: record_is_global',
    );
    expect(await journalLength()).toBe(before);
    const { memories } = await services.listMemories(statelessCaller('/repos/other'), { ids: [rule] });
    expect(memories[0]?.status).toBe('active');
  });

  it('may be a global record when it is global itself', async () => {
    const { services, caller, rule } = await aRule();
    const { record } = await services.storeMemory(caller, {
      content: 'never push by force, and never at night',
      type: 'constraint',
      project: null,
      supersedes: [rule],
    });
    const { memories } = await services.listMemories(caller, { ids: [rule] });
    expect(memories[0]).toMatchObject({ status: 'superseded', superseded_by: record.id });
  });

  it('may be a record with the same text: it gets a new subject or expiry, and repeating changes nothing', async () => {
    const { services, journalLength } = openTestApp();
    const caller = client();
    const said = { content: 'the gate closes at six', type: 'decision' as const };
    const old = await services.storeMemory(caller, { ...said, subject: 'gate' });
    const supersedes = [old.record.id];
    const refused = await services.storeMemory(caller, { ...said, subject: 'opening hours' });
    expect(refused).toMatchObject({ isNew: false, record: { subject: 'gate' } });
    expect(refused.notices[0]?.next).toEqual([nextStep('memory.store', { type: 'decision', supersedes })]);
    const again = { ...said, subject: 'opening hours', ttl_hours: 24, supersedes };
    const { record, isNew } = await services.storeMemory(caller, again);
    expect({ isNew, ...record }).toMatchObject({ isNew: true, subject: 'opening hours', status: 'active' });
    expect(record.expires_at).not.toBeNull();
    const { memories } = await services.listMemories(caller, { ids: [old.record.id] });
    expect(memories[0]).toMatchObject({ status: 'superseded', superseded_by: record.id });
    const before = await journalLength();
    expect(await services.storeMemory(caller, again)).toMatchObject({
      isNew: false,
      record: { id: record.id },
    });
    expect(await journalLength()).toBe(before);
  });

  it('may be records of any project when it is global: what was learned in two is true in all', async () => {
    const { services } = openTestApp();
    const stored = await Promise.all(
      ['one', 'two'].map((project) =>
        services.storeMemory(statelessCaller(null), { content: `tabs, says ${project}`, project }),
      ),
    );
    const ids = stored.map(({ record }) => record.id);
    await services.storeMemory(statelessCaller(null), { content: 'tabs', project: null, supersedes: ids });
    const { memories } = await services.listMemories(statelessCaller(null), { ids });
    expect(memories.map(({ status }) => status)).toEqual(['superseded', 'superseded']);
  });

  it('is no record of another project, nor one that does not exist', async () => {
    const { services } = openTestApp();
    const { record } = await services.storeMemory(statelessCaller(null), {
      content: 'theirs',
      project: 'one',
    });
    const storing = (project: string | null, id: string) =>
      refusal(services.storeMemory(statelessCaller(null), { content: 'ours', project, supersedes: [id] }));
    expect(await storing('two', record.id)).toBe('not_found: record_not_found');
    expect(await storing(null, 'rec_none')).toBe('not_found: record_not_found');
  });
});

describe('a stored checkpoint or focus', () => {
  for (const type of ['checkpoint', 'next_session_focus'] as const) {
    it(`names each earlier ${type} that it superseded`, async () => {
      const at = openTestApp();
      const caller = client();
      await at.services.startSession(caller, {});
      const first = await at.services.storeMemory(caller, { content: 'Reader half done.', type });
      at.pass(minutes(1));
      const second = await at.services.storeMemory(caller, { content: 'Reader done.', type });
      expect(first.notices).toEqual([]);
      expect(second.notices).toEqual([{ text: `Superseded: ${first.record.id} (${type}).`, next: [] }]);
      const [old] = await at.store.records.findAll([first.record.id]);
      expect(old).toMatchObject({ status: 'superseded', supersededBy: second.record.id });
    });
  }

  it('does not repeat in a notice what the call named in `supersedes`', async () => {
    const { services } = openTestApp();
    const caller = client();
    await services.startSession(caller, {});
    const type = 'checkpoint';
    const { record } = await services.storeMemory(caller, { content: 'Reader half done.', type });
    const supersedes = [record.id];
    const next = await services.storeMemory(caller, { content: 'Reader done.', type, supersedes });
    expect(next).toMatchObject({ record: { supersedes }, notices: [] });
  });
});
