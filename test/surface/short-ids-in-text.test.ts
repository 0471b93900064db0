import { describe, expect, it } from 'vitest';
import type { LineClient } from '../support/line-client.ts';
import { place } from '../support/server.ts';
import { serverInProcess as serverIn } from '../support/server-in-process.ts';
import { shortId } from '../support/short-id.ts';

const WHOLE_ID = /\b(?:rec|ses|not|cap|hnd|prj|ent|evt|rcp)_[0-9a-z]{26}\b/;

async function callsOfWork(server: LineClient) {
  const { session } = await server.facts('start_session', { title: 'Tides' });
  const { id } = await server.facts('store_memory', { type: 'open_loop', content: 'Who signs the report?' });
  const other = await server.facts('store_memory', { content: 'The gauge is at pier two.' });
  const { note_id } = await server.facts('add_session_note', { summary: 'Read the tables.' });
  return [
    ['store_memory', { type: 'decision', content: 'Ana signs it.', supersedes: [id] }],
    ['store_memory', { type: 'decision', content: 'Ana signs it.' }],
    ['update_memory', { id, status: 'resolved' }],
    ['add_session_note', { note_id, summary: 'Read all tables.' }],
    ['delete_memory', { id: other.id }],
    ['list_memories', { status: 'all' }],
    ['get_sessions', {}],
    ['get_session_state', { detail_level: 'full' }],
    ['search_memory', { query: 'signs', status: 'all' }],
    ['end_session', { checkpoint: 'The table is read.' }],
    ['boot_report', {}],
    ['close_session', { session_id: session.session_id, succession_policy: 'successor_required' }],
    ['close_session', { session_id: session.session_id, reason: 'Another reason.' }],
    ['start_session', {}],
  ] as const;
}

async function callsOfGame(server: LineClient) {
  await server.facts('save_campaign', { name: 'Salt Road' });
  return [
    ['start_claudmaster_session', { campaign_name: 'Salt Road' }],
    ['save_entity', { kind: 'character', name: 'Brann', fields: {} }],
    ['player_action', { action: 'Brann follows the tracks.', character_name: 'Brann' }],
    ['player_action', { action: 'Nobody waits.', character_name: 'Nobody' }],
    ['add_event', { event_type: 'world', description: 'A gate was found.' }],
    ['get_campaign', { name: 'Salt Road', section: 'characters' }],
    ['get_events', {}],
    ['recap_session', {}],
    ['get_session_state', {}],
  ] as const;
}

describe('ids in the text of tools', () => {
  it.each([
    ['work', callsOfWork],
    ['games', callsOfGame],
  ])('are short, and whole in structured content: %s', async (_, callsOf) => {
    const server = await serverIn(place(), { args: ['--toolsets', 'session,memory,capture,campaign'] });
    for (const [name, args] of await callsOf(server)) {
      const { content, structuredContent } = await server.call(name, args);
      const text = content[0]?.text ?? '';
      expect(text, name).not.toMatch(WHOLE_ID);
      const [shown] = text.match(/\b(?:rec|ses|not|hnd|prj|ent|evt)_[0-9a-z]{6}\b/) ?? [''];
      expect(shown, name).not.toBe('');
      if (name !== 'recap_session') expect(JSON.stringify(structuredContent), name).toMatch(WHOLE_ID);
    }
  });

  it('stay whole in stored text', async () => {
    const server = await serverIn(place());
    const { id } = await server.facts('store_memory', { content: 'The first decision.' });
    const about = `Compare "${id}" and ${id}.`;
    await server.facts('store_memory', { content: about });
    await server.facts('store_memory', { content: id });
    await server.facts('add_session_note', {
      summary: `Stored a memory (${id}).`,
      title: about,
      events: [id],
    });
    const textOf = async (name: string, args = {}) => (await server.call(name, args)).content[0]?.text ?? '';
    const listed = await textOf('list_memories');
    expect(listed).toContain(`content: ${about}`);
    expect(listed).toContain(`content: ${id}\n`);
    expect(listed).toContain(`id: ${shortId(id)}\n`);
    expect(await textOf('search_memory', { query: 'compare' })).toContain(id);
    const state = await textOf('get_session_state', { detail_level: 'full' });
    expect(state).toContain(`what: Stored a memory (${shortId(id)}).`);
    expect(state).toContain(`what: Note: ${about}: Stored a memory (${id}).`);
    const sessions = await textOf('get_sessions');
    expect(sessions).toContain(`summary: Stored a memory (${id}).`);
    expect(sessions).toContain(`- ${id}\n`);
  });

  it('that an error repeats are shown as they were passed, so that a typo can be seen', async () => {
    const server = await serverIn(place());
    const { id } = await server.facts('store_memory', { content: 'The harbor opens at six.' });
    const wrong = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
    const { content } = await server.call('update_memory', { id: wrong, status: 'resolved' });
    expect(content[0]?.text).toContain(`No record has the id "${wrong}".`);
  });

  it('are accepted as they are shown', async () => {
    const server = await serverIn(place());
    await server.facts('store_memory', { content: 'The harbor opens at six.' });
    const listed = (await server.call('list_memories', {})).content[0]?.text ?? '';
    const [shown] = listed.match(/rec_\w+/) ?? [];
    await expect(server.facts('delete_memory', { id: shown })).resolves.toMatchObject({ status: 'deleted' });
  });
});
