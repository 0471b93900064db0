import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { PROMPTS, RESOURCES } from '../../src/main/mcp-definitions.ts';
import { uriTemplateOf } from '../../src/mcp/resources/define-resource.ts';
import { connect, ERAS, facts, rejected } from '../support/era-client.ts';
import { rowsOf } from '../support/faults-store.ts';
import { Conversation } from '../support/hook.ts';
import { httpServerIn } from '../support/http-server.ts';
import { runProgram } from '../support/run-program.ts';
import { type Place, place } from '../support/server.ts';

const MARK = 'quokka';
const ARGS = ['--toolsets', 'session,memory,capture,campaign'];

const beside = ({ home, project }: Place, name: string): Place => {
  const other = join(dirname(project), name);
  mkdirSync(other);
  return { home, project: other };
};

/** Without receipts: a report on another project may be sent, and leaves one. */
const journalOf = ({ home }: Place) =>
  rowsOf(
    join(home, 'store.db'),
    "SELECT count(*) AS count FROM journal WHERE type <> 'orientation.delivered'",
  );

async function overHttp(where: Place): Promise<Client> {
  const { url } = await httpServerIn(where, ARGS);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  onTestFinished(() => client.close());
  return client;
}

/** Three servers that were started before: in the project, beside it, and over HTTP. */
async function running(kind: 'work' | 'game') {
  const where = place();
  const there = beside(where, 'harbor');
  const here = await connect(ERAS.modern, where, ARGS);
  const other = await connect(ERAS.legacy, there, ARGS);
  const http = await overHttp(there);
  await facts(here, 'start_session', { title: `${MARK} title`, kind });
  if (kind === 'game') await facts(here, 'save_campaign', { name: 'lantern', description: `${MARK} tale` });
  await facts(here, 'store_memory', { content: `${MARK} memory` });
  const ended = await facts(here, 'end_session', { checkpoint: `${MARK} checkpoint` });
  await facts(other, 'start_session', { title: 'beside' });
  return {
    where,
    there,
    here,
    other,
    http,
    sessionId: String(ended.session_id),
    handoffId: String(ended.handoff_id),
  };
}

const codeOf = async (promise: Promise<unknown>) =>
  ((await rejected(promise)).data as { code: string } | undefined)?.code;

describe('throughline off', () => {
  it('holds for servers that are running: nothing of the project is read, completed or written', async () => {
    const { where, here, other, http, sessionId, handoffId } = await running('game');
    const complete = async (client: Client, kind: string) => {
      const resource = RESOURCES.find((one) => one.kind === kind);
      if (resource === undefined) throw new Error(`there is no resource ${kind}`);
      const { completion } = await client.complete({
        ref: { type: 'ref/resource', uri: uriTemplateOf(resource) },
        argument: { name: resource.argument, value: '' },
      });
      return completion.values;
    };
    expect(await complete(other, 'boot')).toContain('lantern');
    expect(await complete(http, 'session')).toContain(sessionId);

    expect((await runProgram(['off'], where)).exitCode).toBe(0);
    const before = journalOf(where);
    const stored = await here.callTool({ name: 'store_memory', arguments: { content: 'x' } });
    expect(stored.structuredContent).toMatchObject({ code: 'project_off' });
    const closed = await here.callTool({ name: 'close_session', arguments: { session_id: sessionId } });
    expect(closed.structuredContent).toMatchObject({ code: 'project_off' });
    expect(await codeOf(here.listResources())).toBe('project_off');
    for (const { name } of PROMPTS)
      expect([name, await codeOf(here.getPrompt({ name }))]).toEqual([name, 'project_off']);
    for (const { kind } of RESOURCES)
      expect([kind, await codeOf(complete(here, kind))]).toEqual([kind, 'project_off']);

    const uris = [
      'throughline://boot/lantern',
      `throughline://session/${sessionId}`,
      `throughline://handoff/${handoffId}`,
      'throughline://campaign/lantern',
    ];
    for (const client of [here, other, http]) {
      for (const uri of uris)
        expect([uri, await codeOf(client.readResource({ uri }))]).toEqual([uri, 'project_off']);
    }
    for (const client of [other, http]) {
      expect(await complete(client, 'boot')).toEqual(['harbor']);
      expect(await complete(client, 'session')).not.toContain(sessionId);
      expect(await complete(client, 'campaign')).toEqual([]);
      const { resources } = await client.listResources();
      expect(JSON.stringify(resources)).not.toMatch(/lantern|quokka/);
      const { results } = await facts(client, 'search_memory', { query: MARK, project: '*', min_score: 0 });
      expect(results).toEqual([]);
      const written = await client.callTool({
        name: 'store_memory',
        arguments: { content: 'x', session_id: sessionId },
      });
      expect(written.structuredContent).toMatchObject({ code: 'project_off' });
      expect(await codeOf(client.getPrompt({ name: 'boot', arguments: { project: 'lantern' } }))).toBe(
        'project_off',
      );
    }
    expect(journalOf(where)).toEqual(before);

    const { stdout } = await runProgram(['search', MARK], where);
    expect(stdout).toContain(`${MARK} memory`);
    expect((await runProgram(['on'], where)).exitCode).toBe(0);
    expect((await facts(here, 'boot_report')).report).toContain(MARK);
    expect(await complete(http, 'boot')).toContain('lantern');
  });

  it('ends the notices of what was subscribed to before', async () => {
    const { where, here, other } = await running('work');
    const begun = await facts(here, 'start_session');
    const { session_id: sessionId } = begun.session as { session_id: string };
    const updates: string[] = [];
    other.setNotificationHandler(
      'notifications/resources/updated',
      ({ params }) => void updates.push(params.uri),
    );
    const own = await facts(other, 'get_sessions', { project: 'harbor' });
    const [{ session_id: ownId }] = own.sessions as [{ session_id: string }];
    const secret = `throughline://session/${sessionId}`;
    const open = `throughline://session/${ownId}`;
    for (const uri of [secret, open]) await other.subscribeResource({ uri });
    await facts(here, 'add_session_note', { session_id: sessionId, summary: 'before' });
    const until = (uri: string) =>
      vi.waitFor(() => expect(updates).toContain(uri), { timeout: 20_000, interval: 20 });
    await until(secret);
    updates.length = 0;

    await runProgram(['off'], where);
    // A process with a home of its own does not know the list, and writes to the same store.
    const env = {
      THROUGHLINE_HOME: join(where.home, 'other'),
      THROUGHLINE_STORE: join(where.home, 'store.db'),
    };
    const noted = await runProgram(['note', 'by a person', '--session', sessionId], where, { env });
    expect(noted).toMatchObject({ exitCode: 0 });
    await facts(other, 'add_session_note', { session_id: ownId, summary: 'here' });
    await until(open);
    expect(updates).not.toContain(secret);
    expect(await codeOf(other.subscribeResource({ uri: secret }))).toBe('project_off');
  });

  it('keeps hooks of a session that began before from storing turns and captures, wherever they run', async () => {
    const where = place();
    const there = beside(where, 'harbor');
    const talk = new Conversation(where, 'first');
    await talk.hook('session-start', { source: 'startup' });
    talk.asks(`Look after the ${MARK}`).says('I do.');
    await talk.hook('stop', { last_assistant_message: `The ${MARK} sleeps.` });
    await runProgram(['off'], where);
    const before = journalOf(where);
    talk.asks('And now?').says('Still.');
    const moved = new Conversation(there, 'first');
    for (const one of [talk, moved]) {
      for (const [event, more] of [
        ['prompt', { prompt: 'x' }],
        ['stop', { last_assistant_message: 'Still.' }],
        ['pre-compact', { trigger: 'manual' }],
        ['post-compact', { compact_summary: 'All of it.' }],
        ['session-start', { source: 'resume' }],
        ['session-end', { reason: 'exit' }],
      ] as const) {
        const { stdout, code } = await one.hook(event, more);
        expect([event, stdout, code]).toEqual([event, '', 0]);
      }
    }
    expect(journalOf(where)).toEqual(before);
    expect(existsSync(join(where.home, 'hooks.log'))).toBe(false);
  });

  it('refuses what a person writes at the command line, and lets a person read, export, delete and switch on', async () => {
    const { where, sessionId } = await running('game');
    const run = (...args: string[]) => runProgram(args, where);
    const [{ id = '' } = {}] = rowsOf(
      join(where.home, 'store.db'),
      "SELECT id FROM records WHERE type = 'memory'",
    ) as { id?: string }[];
    await run('off');
    const before = journalOf(where);
    for (const args of [
      ['remember', 'x'],
      ['remember', 'x', '--global'],
      ['checkpoint', 'x'],
      ['note', 'x', '--session', sessionId],
      ['resolve', id],
      ['session', 'start'],
      ['session', 'close', sessionId],
      ['end', '--checkpoint', 'x'],
      ['project', 'rename', 'lantern', 'x'],
    ]) {
      const { stderr, exitCode } = await run(...args);
      expect([args, exitCode]).toEqual([args, 5]);
      expect(stderr).toContain('Run throughline on.');
      expect(stderr).toContain('(project_off)');
    }
    expect(journalOf(where)).toEqual(before);
    for (const args of [
      ['boot'],
      ['search', MARK],
      ['session', 'list'],
      ['session', 'show', sessionId],
      ['campaign', 'export', where.project],
      ['identity', '--show'],
      ['config', 'list'],
      ['doctor'],
      ['forget', id, '--yes'],
      ['on'],
      ['remember', 'x'],
    ])
      expect([args, (await run(...args)).exitCode]).toEqual([args, 0]);
  });
});
