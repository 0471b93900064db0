import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Place, place, serverIn } from '../support/server.ts';

/** A backup that becomes due while calls are refused would be a new file. */
const NO_BACKUP = { env: { THROUGHLINE_DAILY_BACKUP: 'false' } };

const bytesOf = ({ home }: Place) =>
  readdirSync(home)
    .filter((file) => !file.endsWith('-shm'))
    .sort()
    .map((file) => [file, readFileSync(join(home, file)).toString('base64')]);

const BAD: readonly [string, string, Record<string, unknown>, string, string][] = [
  ['an unknown argument', 'end_session', { checkpoint: 'x', decison: ['y'] }, 'unknown_argument', 'decison'],
  ['a wrong type', 'end_session', { checkpoint: 42 }, 'invalid_arguments', 'checkpoint'],
  [
    'a wrong type in a list',
    'end_session',
    { checkpoint: 'x', warnings: ['a', 7] },
    'invalid_arguments',
    'warnings[1]',
  ],
  [
    'a number where a list is meant',
    'end_session',
    { checkpoint: 'x', open_loops: 5 },
    'invalid_arguments',
    'open_loops',
  ],
  ['an empty checkpoint', 'end_session', { checkpoint: '' }, 'checkpoint_required', 'checkpoint'],
  ['an empty required text', 'store_memory', { content: ' ' }, 'text_empty', 'content'],
  ['a blank checkpoint', 'end_session', { checkpoint: ' \n\t' }, 'checkpoint_required', 'checkpoint'],
  ['a missing checkpoint', 'end_session', { decisions: ['x'] }, 'checkpoint_required', 'checkpoint'],
  [
    '100,001 characters',
    'end_session',
    { checkpoint: 'x'.repeat(100_001) },
    'invalid_arguments',
    'checkpoint',
  ],
  ['an unknown mode', 'end_session', { checkpoint: 'x', mode: 'stop' }, 'invalid_arguments', 'mode'],
  [
    'an unknown session',
    'end_session',
    { checkpoint: 'x', session_id: 'ses_nobody' },
    'session_not_found',
    'session_id',
  ],
  [
    'an unknown session to close',
    'close_session',
    { session_id: '../../etc/passwd' },
    'session_not_found',
    'session_id',
  ],
  ['an unknown note', 'add_session_note', { summary: 'x', note_id: 'not_none' }, 'note_not_found', 'note_id'],
  [
    'an unknown record to supersede',
    'store_memory',
    { content: 'y', supersedes: ['rec_no'] },
    'record_not_found',
    'supersedes',
  ],
  [
    'a path outside the roots',
    'boot_report',
    { identity_path: '/etc/passwd' },
    'path_outside_roots',
    'identity_path',
  ],
  [
    'a path that climbs out',
    'boot_report',
    { transcript_dir: '/HOME/../../../etc' },
    'path_outside_roots',
    'transcript_dir',
  ],
  ['a relative path', 'boot_report', { identity_path: 'etc/passwd' }, 'path_not_absolute', 'identity_path'],
  ['NUL', 'end_session', { checkpoint: 'a\u0000b' }, 'text_has_nul', 'checkpoint'],
  [
    'NUL in a list',
    'add_session_note',
    { summary: 'x', events: ['ok', 'a\u0000'] },
    'text_has_nul',
    'events[1]',
  ],
  ['a lone surrogate', 'end_session', { checkpoint: 'a\ud800b' }, 'text_has_lone_surrogate', 'checkpoint'],
  ['a lone surrogate in a title', 'start_session', { title: '\udc00' }, 'text_has_lone_surrogate', 'title'],
  [
    'a history limit of -1',
    'get_session_state',
    { session_id: 'x', history_limit: -1 },
    'invalid_arguments',
    'history_limit',
  ],
  ['a budget of 499', 'boot_report', { budget_chars: 499 }, 'invalid_arguments', 'budget_chars'],
  ['a limit of 0', 'get_sessions', { limit: 0 }, 'invalid_arguments', 'limit'],
  ['a made-up cursor', 'get_sessions', { cursor: 'bm9wZQ' }, 'cursor_invalid', 'cursor'],
  ['a time that is none', 'get_sessions', { since: 'yesterday' }, 'invalid_arguments', 'since'],
  [
    'two ways to begin',
    'start_session',
    { session_id: 'a', predecessor_id: 'b' },
    'arguments_contradict',
    'predecessor_id',
  ],
];

describe('bad input', () => {
  it('gets a code, the field and a hint each, writes nothing, and leaves the server alive', async () => {
    const here = place();
    const client = await serverIn(here, NO_BACKUP);
    await client.facts('start_session', { title: 'before' });
    await client.facts('add_session_note', { summary: 'before' });
    const before = bytesOf(here);
    for (const [what, tool, args, code, field] of BAD) {
      const sent = JSON.parse(JSON.stringify(args).replaceAll('/HOME', here.home)) as Record<string, unknown>;
      const result = await client.call(tool, sent);
      expect(result.isError, what).toBe(true);
      expect(result.structuredContent, what).toMatchObject({ code, message: expect.any(String) });
      expect(['invalid', 'not_found', 'conflict', 'denied'], what).toContain(result.structuredContent.kind);
      expect(result.structuredContent.hint.length, what).toBeGreaterThan(10);
      expect(
        result.structuredContent.fields?.map((one: { field: string }) => one.field),
        what,
      ).toContain(field);
      expect(result.content[0]?.text, what).toContain(code);
      expect(bytesOf(here), `${what} wrote something`).toEqual(before);
    }
    expect((await client.facts('get_session_state')).session_info).toMatchObject({
      status: 'active',
      turn_count: 1,
    });
  });

  it('suggests the right name for a misspelt argument, tool or project', async () => {
    const client = await serverIn(place());
    await client.facts('start_session', { project: 'lighthouse' });
    const argument = await client.call('end_session', { chekpoint: 'x' });
    expect(argument.structuredContent.hint).toContain('chekpoint → checkpoint');
    const tool = await client.call('end_sesion', {});
    expect(tool.structuredContent).toMatchObject({
      code: 'tool_not_found',
      hint: expect.stringContaining('end_session'),
    });
    const project = await client.call('boot_report', { project: 'lighthose' });
    expect(project.structuredContent).toMatchObject({
      code: 'project_not_found',
      hint: expect.stringContaining('lighthouse'),
    });
  });

  it('survives garbage on the wire', async () => {
    const client = await serverIn(place());
    for (const line of [
      '',
      '{',
      'null',
      '[]',
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"2.0","id":77,"method":"tools/call"}',
      '\u0000\u0001',
      '{"jsonrpc":"2.0","id":78,"method":"tools/call","params":{"name":42}}',
      '{"jsonrpc":"2.0","id":79,"method":"tools/call","params":{"name":"end_session","arguments":[1]}}',
    ]) {
      client.process.stdin.write(`${line}\n`);
    }
    expect((await client.facts('start_session')).resolution.outcome).toBe('started');
  });
});
