import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LineClient } from '../support/line-client.ts';
import { runProgramInProcess as runProgram } from '../support/run-in-process.ts';
import { place } from '../support/server.ts';
import { serverInProcess as serverIn } from '../support/server-in-process.ts';

// What people rely on who come from other session software: each through the real program.

const REASON = 'The plum orchard was sold.';
const EPITAPH = '  It kept 🌰 warm.\nNothing more to say.  ';

const textOf = async (server: LineClient, name: string, args: Record<string, unknown>) =>
  (await server.call(name, args)).content[0]?.text ?? '';

async function closedSession(server: LineClient) {
  const { session } = await server.facts('start_session', { title: 'Orchard' });
  const handoff = {
    checkpoint: 'Half of the trees are down. The rest waits.',
    open_loops: ['Who buys the wood?'],
  };
  const ended = await server.facts('end_session', handoff);
  await server.facts('close_session', { session_id: session.session_id, reason: REASON, epitaph: EPITAPH });
  return { id: session.session_id as string, ended };
}

async function campaignAt(server: LineClient) {
  const { session } = await server.facts('start_session', {
    kind: 'game',
    project: 'Ash',
    agent: 'dungeon-master',
  });
  await server.facts('save_campaign', { name: 'Ash' });
  await server.facts('save_entity', { kind: 'character', name: 'Mira', fields: {} });
  await server.facts('save_entity', { kind: 'npc', name: 'Old Bram', fields: {} });
  return session.session_id as string;
}

describe('a closed session', () => {
  it('shows its reason and last words everywhere, and is found by both', async () => {
    const here = place();
    const server = await serverIn(here);
    const { id } = await closedSession(server);
    const words = { reason: REASON, epitaph: EPITAPH };
    expect((await server.facts('get_session_state', { session_id: id })).session_info).toMatchObject(words);
    expect((await server.facts('get_session_summary', { session_id: id })).session_info).toMatchObject(words);
    expect((await server.facts('get_sessions', {})).sessions[0]).toMatchObject(words);
    const uri = `throughline://session/${id}`;
    const read = (await server.request('resources/read', { uri })) as { contents: { text: string }[] };
    expect(JSON.parse(read.contents[0]?.text ?? '').session_info).toMatchObject(words);
    const shown = (await runProgram(['session', 'show', id], here)).stdout;
    expect(shown).toContain(REASON);
    expect(shown).toContain('It kept 🌰 warm.');
    for (const query of ['plum orchard sold', '"nothing more to say"']) {
      const { results } = await server.facts('search_memory', { query });
      expect(results[0].record, query).toMatchObject({ session_id: id });
      expect(results[0].why).toContain('how a session was closed');
    }
    for (const query of ['plum', 'warm'])
      expect((await server.facts('get_sessions', { query })).sessions).toMatchObject([{ session_id: id }]);
    expect((await server.facts('get_sessions', { query: 'unheard' })).sessions).toEqual([]);
  });

  it('has a summary on its row, and the summary of its end begins with its checkpoint', async () => {
    const server = await serverIn(place());
    const { id, ended } = await closedSession(server);
    const [row] = (await server.facts('get_sessions', {})).sessions;
    expect(row.summary).toMatch(
      /^Orchard · Half of the trees are down\. · 1 checkpoint, 1 open loop · \d+ turns?, [\d.]+ min$/,
    );
    const state = await server.facts('get_session_state', { session_id: id, detail_level: 'minimal' });
    expect(state.session_info.summary).toBe(row.summary);
    expect(ended.summary.startsWith('Half of the trees are down. The rest waits.')).toBe(true);
  });

  it('is answered as JSON to the profile machine, which ritual_strip means whatever the profile', async () => {
    const server = await serverIn(place());
    const { session } = await server.facts('start_session', {});
    const close = { session_id: session.session_id, response_profile: 'full', ritual_strip: true };
    const { content, structuredContent } = await server.call('close_session', close);
    expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
    expect(structuredContent.message).toBeUndefined();
    expect(structuredContent.notices).toEqual([
      'ritual_strip is true, so the answer is of the profile machine.',
    ]);
    const machine = { session_id: session.session_id, response_profile: 'machine' };
    expect(JSON.parse(await textOf(server, 'close_session', machine)).status).toBe('already_closed');
  });

  it('takes limits in Unicode characters, not in UTF-16 units', async () => {
    const server = await serverIn(place());
    const { session } = await server.facts('start_session', {});
    const long = await server.facts('store_memory', { content: '🌰'.repeat(100_000) });
    expect(long.is_new).toBe(true);
    const close = (reason: string, epitaph: string) =>
      server.call('close_session', { session_id: session.session_id, reason, epitaph });
    const refused = await close('🌰'.repeat(181), '🌰'.repeat(1_201));
    expect(refused.structuredContent.fields.map(({ field }: { field: string }) => field)).toEqual([
      'reason',
      'epitaph',
    ]);
    expect((await close('🌰'.repeat(180), '🌰'.repeat(1_200))).isError).toBeUndefined();
  });
});

describe('a game', () => {
  it('shows its narration and its agents in the full state, and counts the narration', async () => {
    const server = await serverIn(place());
    const session_id = await campaignAt(server);
    const state = () => server.facts('get_session_state', { session_id, detail_level: 'full' });
    const before = (await state()).context_usage.context_budget_remaining;
    const narration = `The door opens. ${'Dust falls. '.repeat(100)}`;
    await server.facts('player_action', { action: 'Mira knocks.', character_name: 'Mira', narration });
    const full = await state();
    expect(full.recent_history).toMatchObject([{ who: 'Mira', what: 'Mira knocks.', narration }]);
    expect(before - full.context_usage.context_budget_remaining).toBeGreaterThan(narration.length / 4 - 1);
    expect(full.context_usage.active_agents).toEqual(['dungeon-master']);
    const standard = await server.facts('get_session_state', { session_id });
    expect(standard.recent_history[0].narration).toBeUndefined();
  });

  it('is paused by end_session, with the time, in a copy whose two files are named', async () => {
    const here = place();
    mkdirSync(join(here.project, 'saves'));
    const server = await serverIn(here);
    await campaignAt(server);
    await server.facts('player_action', { action: 'Mira knocks.' });
    const ended = await server.facts('end_session', { summary_notes: 'We knocked.', campaign_path: 'saves' });
    expect(ended.status).toBe('paused');
    expect(ended.stats.paused_at).toMatch(/^\d{4}-/);
    expect(ended.stats.ended_at).toBeNull();
    const files = ended.save_path.split(' and ');
    expect(files.map((path: string) => path.replace(/^.*\./, ''))).toEqual(['md', 'json']);
    for (const path of files) expect(existsSync(path), path).toBe(true);
    const outside = await server.call('end_session', { campaign_path: '../elsewhere' });
    expect(outside.structuredContent.code).toBe('path_outside_roots');
  });

  it('does not say of an empty session that nothing has happened yet, where the campaign was played', async () => {
    const server = await serverIn(place());
    await campaignAt(server);
    await server.facts('player_action', { action: 'Mira knocks.' });
    await server.facts('end_session', { mode: 'end' });
    const { session } = await server.facts('start_claudmaster_session', { campaign_name: 'Ash' });
    const ended = await server.facts('end_claudmaster_session', { session_id: session.session_id });
    expect(ended.session_summary).toContain(
      'Nothing was played in this session of Ash; the campaign is at turn 1.',
    );
    expect(ended.session_summary).not.toContain('Nothing has happened yet');
  });

  it('keeps a transcription as the source of a note, which the caller completes', async () => {
    const here = place();
    const server = await serverIn(here);
    const session_id = await campaignAt(server);
    const words = 'Mira: I knock.\nDM: Old Bram opens.  ';
    const drafted = await server.facts('summarize_session', { transcription: words, session_id });
    expect(drafted.note).toMatchObject({
      notes: words,
      characters_present: ['Mira'],
      npcs_encountered: ['Old Bram'],
      events: [],
    });
    expect(drafted.notices[0]).toContain(drafted.note.id);
    const summary = 'Mira met Bram.';
    await server.facts('add_session_note', { note_id: drafted.note.id, summary, events: ['They met.'] });
    const [row] = (await server.facts('get_sessions', {})).sessions;
    expect(row.notes).toMatchObject([{ summary, events: ['They met.'], notes: words }]);
    writeFileSync(join(here.project, 'evening.txt'), 'Mira sleeps.');
    const read = await server.facts('summarize_session', { transcription: 'evening.txt', session_id });
    expect(read.note.notes).toBe('Mira sleeps.');
    const outside = await server.call('summarize_session', { transcription: '/etc/hosts', session_id });
    expect(outside.structuredContent.code).toBe('path_outside_roots');
    expect((await server.facts('summarize_session', { session_id })).beats).toEqual([]);
  });

  it('is started first where its tools are called before there is one', async () => {
    const server = await serverIn(place());
    const refused = await server.call('player_action', { action: 'Mira knocks.' });
    expect(refused.structuredContent).toMatchObject({ code: 'tool_not_offered', kind: 'denied' });
    expect(refused.structuredContent.hint).toContain('Call start_session with kind "game"');
    await campaignAt(server);
    expect((await server.call('player_action', { action: 'Mira knocks.' })).isError).toBeUndefined();
  });
});

describe('a record', () => {
  it('names its project by id and by name', async () => {
    const server = await serverIn(place());
    const { record } = await server.facts('store_memory', { content: 'The lamp is green.' });
    expect(record).toMatchObject({ project: expect.stringMatching(/^prj_/), project_name: 'lantern' });
    const [listed] = (await server.facts('list_memories', {})).memories;
    const [found] = (await server.facts('search_memory', { query: 'green lamp' })).results;
    for (const one of [listed, found.record]) expect(one.project_name).toBe('lantern');
    const everywhere = await server.facts('store_memory', { content: 'Everywhere.', project: null });
    expect(everywhere.record).toMatchObject({ project: null, project_name: null });
  });
});

describe('a server that is read-only', () => {
  it('keeps boot_report and read_capture, which then write nothing', async () => {
    const here = place();
    const writer = await serverIn(here);
    await writer.facts('store_memory', { content: 'The lamp is green.' });
    const reader = await serverIn(here, { args: ['--read-only'] });
    const { tools } = (await reader.request('tools/list', {})) as {
      tools: { name: string; annotations: { readOnlyHint: boolean; destructiveHint: boolean } }[];
    };
    for (const name of ['boot_report', 'read_capture'])
      expect(tools.find((tool) => tool.name === name)?.annotations).toMatchObject({
        readOnlyHint: false,
        destructiveHint: false,
      });
    expect(tools.map(({ name }) => name)).not.toContain('store_memory');
    expect((await reader.facts('boot_report', {})).receipt_id).toBeNull();
    expect((await writer.facts('boot_report', {})).receipt_id).toMatch(/^rcp_/);
  });
});

describe('a call with several real mistakes', () => {
  it('names all of them in one answer', async () => {
    const server = await serverIn(place());
    const refused = await server.call('store_memory', {
      content: '  ',
      importance: 'high',
      tags: ['a\u0000b'],
      mood: 1,
    });
    expect(refused.structuredContent.code).toBe('invalid_arguments');
    const fields = refused.structuredContent.fields.map(({ field }: { field: string }) => field);
    expect(fields.toSorted()).toEqual(['content', 'importance', 'mood', 'tags[0]']);
  });
});
