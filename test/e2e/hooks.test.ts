import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unpack } from '../../src/storage/sqlite/capture-rows.ts';
import { bytesIn } from '../support/faults-bytes.ts';
import { rowsOf } from '../support/faults-store.ts';
import { Conversation } from '../support/hook.ts';
import { runProgram } from '../support/run-program.ts';
import { type Place, place, serverIn } from '../support/server.ts';
import { deadPid, LAST, sessionIn, work } from '../support/unfinished-work.ts';

const listSessions = async (where: Place) => (await runProgram(['session', 'list', '--json'], where)).stdout;

const sessionOf = async (where: Place, clientSessionId: string) =>
  sessionIn(await listSessions(where), clientSessionId);

describe('a session without an end', () => {
  it('that is killed: the next one gets what it did and what is unfinished at its start', async () => {
    const where = place();
    const options = { clientPid: deadPid() };
    const talk = new Conversation(where, 'first');
    await talk.hook('session-start', { source: 'startup' }, options);
    work(talk, where.project);
    await talk.hook('stop', LAST, options);

    const next = await new Conversation(where, 'second').hook('session-start', { source: 'startup' });
    expect(next.context.length).toBeLessThanOrEqual(8_000);
    expect(next.context).toContain('src/reader.ts');
    expect(next.context).toContain('Test the release under load');
    expect(next.context).toContain('derived');
    expect(next.context).toContain('not ended');
    expect(next.context).not.toContain('Another session is active');
    expect((await sessionOf(where, 'first')).status).toBe('lost');
    const second = await sessionOf(where, 'second');
    expect(second.predecessor_id).toBe((await sessionOf(where, 'first')).session_id);
  });
});

describe('installed twice', () => {
  it('each event is answered and counted once', async () => {
    const where = place();
    const talk = new Conversation(where, 'first');
    const twice = (event: string, more: Record<string, unknown>) =>
      Promise.all([1, 2].map(() => talk.hook(event, { prompt_id: `p-${event}`, ...more })));
    const started = await twice('session-start', { source: 'startup' });
    expect(started.map(({ context }) => context.includes('# Orientation')).sort()).toEqual([false, true]);
    talk.asks('Go on').says('Done.');
    await twice('stop', { last_assistant_message: 'Done.' });
    await twice('pre-compact', { trigger: 'manual' });
    await twice('post-compact', { compact_summary: 'All done.' });
    expect((await sessionOf(where, 'first')).turn_count).toBe(1);
    const { captures } = JSON.parse((await runProgram(['captures', '--json'], where)).stdout);
    expect(captures).toHaveLength(1);
    expect(existsSync(join(where.home, 'hooks.log'))).toBe(false);
    const { receipts } = JSON.parse((await runProgram(['receipts', '--json'], where)).stdout);
    expect(receipts).toHaveLength(1);
  });
});

describe('events that are ignored', () => {
  it('is passed over by hooks and refused to agents until it is switched on again', async () => {
    const where = place();
    const talk = new Conversation(where, 'first');
    await runProgram(['off'], where);
    expect((await talk.hook('session-start', { source: 'startup' })).stdout).toBe('');
    expect(existsSync(join(where.home, 'store.db'))).toBe(false);
    const server = await serverIn(where);
    const refused = await server.call('store_memory', { content: 'x' });
    expect(refused.structuredContent).toMatchObject({ code: 'project_off', kind: 'denied' });
    await runProgram(['on'], where);
    expect((await talk.hook('session-start', { source: 'startup' })).context).toContain('# Orientation');
  });

  it('secrets in prompts, results and last words are nowhere in the bytes of the home', async () => {
    const where = place();
    const secrets = [
      `sk-ant-api03-${'Ab1'.repeat(31)}AA`,
      `ghp_${'a1B2'.repeat(9)}`,
      `AKIA${'Q7Z2'.repeat(4)}`,
    ];
    const [first = '', second = '', third = ''] = secrets;
    const talk = new Conversation({ ...where, home: join(where.home, 'client') }, 'first');
    const roots = {
      THROUGHLINE_ALLOWED_ROOTS: join(where.home, 'client'),
      THROUGHLINE_HOME: join(where.home, 'own'),
    };
    const options = { env: roots };
    await talk.hook('session-start', { source: 'startup' }, options);
    talk
      .asks(`Deploy with ${first}`)
      .does('Bash', { command: `curl -H "Authorization: token ${second}" x` }, `answered ${third}`)
      .does('Write', { file_path: join(where.project, '.env'), content: first })
      .says(`Deployed with ${second}.`);
    await talk.hook('stop', { last_assistant_message: `Deployed with ${second}.` }, options);
    await talk.hook('pre-compact', { custom_instructions: third }, options);
    await talk.hook('post-compact', { compact_summary: `It used ${first}` }, options);
    await talk.hook('session-end', { reason: 'other' }, options);
    const shown = await runProgram(['captures', '--json'], where, { env: roots });
    expect(JSON.parse(shown.stdout).captures).toHaveLength(2);
    const bytes = bytesIn(join(where.home, 'own'));
    const packed = rowsOf(
      join(where.home, 'own', 'store.db'),
      'SELECT content FROM captures UNION ALL SELECT content FROM transcript_readings',
    ).map(({ content }) => JSON.stringify(unpack(String(content))));
    expect(packed.join('')).toContain('Deployed with');
    for (const secret of secrets) {
      expect(bytes.includes(secret)).toBe(false);
      expect(packed.some((text) => text.includes(secret))).toBe(false);
    }
  });
});
