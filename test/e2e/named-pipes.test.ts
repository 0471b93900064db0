import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Conversation } from '../support/hook.ts';
import { runProgram } from '../support/run-program.ts';
import { type Place, place, serverIn } from '../support/server.ts';

const makePipe = (path: string): string => {
  execFileSync('mkfifo', [path]);
  return path;
};

/** By what it is: something in the project that is not a regular file. */
const MAKERS: Readonly<Record<string, (at: Place) => string | Promise<string>>> = {
  'a named pipe': ({ project }) => makePipe(join(project, 'pipe.jsonl')),
  'a folder': ({ project }) => {
    mkdirSync(join(project, 'folder.jsonl'));
    return join(project, 'folder.jsonl');
  },
  'a socket': async ({ project }) => {
    const server = createServer().listen(join(project, 'socket.jsonl'));
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return join(project, 'socket.jsonl');
  },
};

const notRegular = {
  isError: true,
  structuredContent: { code: 'not_a_regular_file', kind: 'invalid' },
};

describe.skipIf(process.platform === 'win32')('a path that is not a regular file', () => {
  it.each(Object.entries(MAKERS))(
    'is refused by every tool, writes go on and the server ends: %s',
    async (_, make) => {
      const here = place();
      const path = await make(here);
      const client = await serverIn(here);
      await client.facts('start_session');
      expect(await client.call('capture_now', { transcript_path: path })).toMatchObject(notRegular);
      expect(await client.call('boot_report', { identity_path: path })).toMatchObject(notRegular);
      expect(await client.facts('store_memory', { content: 'still here' })).toMatchObject({ is_new: true });
      await client.close();
      expect(client.process.exitCode).toBe(0);
    },
  );

  it('is refused when it is a device, also where the roots allow it', async () => {
    const here = place();
    const client = await serverIn(here, { env: { THROUGHLINE_ALLOWED_ROOTS: '/dev' } });
    expect(await client.call('capture_now', { transcript_path: '/dev/zero' })).toMatchObject(notRegular);
    expect(await client.facts('store_memory', { content: 'still here' })).toMatchObject({ is_new: true });
  });

  it('does not keep any hook alive when it is the transcript', async () => {
    const here = place();
    const conversation = new Conversation(here, 'a');
    makePipe(conversation.path);
    for (const event of ['session-start', 'prompt', 'stop', 'pre-compact', 'session-end']) {
      const { code, stderr } = await conversation.hook(event, { reason: 'other' });
      expect([event, code, stderr]).toEqual([event, 0, '']);
    }
  });

  it('is refused as a campaign file, as configuration and as settings of a client', async () => {
    const here = place();
    const file = makePipe(join(here.project, 'campaign.json'));
    const imported = await runProgram(['campaign', 'import', file], here);
    expect(imported.stderr).toContain('not_a_regular_file');

    const settings = makePipe(join(here.home, '.claude.json'));
    const installed = await runProgram(['install', 'claude-code', '--yes'], here);
    expect(installed.stderr).toContain('settings_not_a_file');
    expect((await runProgram(['doctor'], here)).stdout).toContain('store');
    rmSync(settings);

    makePipe(join(here.home, 'config.json'));
    const listed = await runProgram(['loops'], here);
    expect(listed.stderr).toContain('config_unreadable');
  });

  it('stops no hook when it is the log of hooks', async () => {
    const here = place();
    const log = makePipe(join(here.home, 'hooks.log'));
    const conversation = new Conversation(here, 'a').asks('hello');
    const { code, stderr } = await conversation.hook('stop', {}, { stdin: 'no JSON' });
    expect(code).toBe(0);
    expect(stderr).toContain('hook log: not a regular file');
    expect((await conversation.hook('session-start')).context).toContain('# Orientation');
    rmSync(log);
    writeFileSync(log, '');
    await conversation.hook('stop', {}, { stdin: 'no JSON' });
    expect(readFileSync(log, 'utf8')).toContain('hook_input_invalid');
  });
});
