import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOOK_EVENTS } from '../../src/app/ports/client-adapter.ts';
import { cursor } from '../../src/clients/cursor/index.ts';
import { cursorExample, EMAIL } from '../clients/cursor-example.ts';
import { git } from '../support/git.ts';
import { runProgram } from '../support/run-program.ts';
import { tempFolder } from '../support/temp-folder.ts';

const IDS = ['668320d2-2fd8-4888-b33c-2a466fec86e7', '2c1d9a54-0a1e-4b7e-9a53-6f1f7f8f2b11'] as const;

/** Runs the hooks as the client is documented to run them. It was not driven here. */
function openPlace() {
  const top = tempFolder();
  const place = { home: join(top, 'home'), project: join(top, 'lantern') };
  for (const path of [place.home, place.project]) mkdirSync(path);
  git(place.project, 'init', '-q', '-b', 'main');
  const transcript = (id: string) =>
    join(place.home, '.cursor', 'projects', 'lantern', 'agent-transcripts', id, `${id}.jsonl`);
  return {
    ...place,
    transcript,
    async hook(event: string, id: string, fields: object = {}) {
      const payload = {
        conversation_id: id,
        workspace_roots: [place.project],
        user_email: EMAIL,
        transcript_path: transcript(id),
        ...fields,
      };
      const env = { THROUGHLINE_HOOK_TIMEOUT_MS: '20000', THROUGHLINE_GIT_TIMEOUT_MS: '5000' };
      return runProgram(['hook', 'cursor', event], place, { stdin: JSON.stringify(payload), env });
    },
  };
}

const line = (role: string, text: string) =>
  `${JSON.stringify({ role, message: { content: [{ type: 'text', text }] } })}\n`;

describe('hooks of Cursor', () => {
  it('orient a conversation by what the one before left', async () => {
    const place = openPlace();
    const [first, second] = IDS;
    const started = await place.hook('session-start', first, { composer_mode: 'agent' });
    expect(JSON.parse(started.stdout).additional_context).toContain('Your session is already open');
    mkdirSync(dirname(place.transcript(first)), { recursive: true });
    const talk = [
      line('user', '<user_query>\nRound the tide table to quarters of an hour\n</user_query>'),
      line('assistant', 'I rounded the tide table. What is left is the test.'),
    ];
    writeFileSync(place.transcript(first), talk.join(''));
    await place.hook('prompt', first, { prompt: 'Round the tide table to quarters of an hour' });
    await place.hook('stop', first, { status: 'completed' });
    await place.hook('session-end', first, { reason: 'user_close' });
    const next = await place.hook('session-start', second);
    const { additional_context: report } = JSON.parse(next.stdout);
    expect(report).toContain('Round the tide table to quarters of an hour');
    expect(report).toContain('What is left is the test.');
  });

  it('are quiet if no folder is open, and leave no failure behind', async () => {
    const place = openPlace();
    for (const event of ['session-start', 'prompt', 'stop', 'session-end']) {
      const { stdout, stderr, exitCode } = await place.hook(event, IDS[0], { workspace_roots: [] });
      expect([stdout, stderr, exitCode]).toEqual(['', '', 0]);
    }
    const next = await place.hook('session-start', IDS[1]);
    expect(JSON.parse(next.stdout).additional_context).not.toContain('hooks_failed');
  });

  it('never pass on the e-mail address of the person, nor write it anywhere', async () => {
    const protocol = await cursor.hooks.protocol();
    for (const [event, { input }] of Object.entries(cursorExample.hooks?.payloads ?? {})) {
      expect(input).toContain(EMAIL);
      const name = HOOK_EVENTS.find((known) => known === event) ?? 'stop';
      expect(JSON.stringify(protocol.parse(name, input))).not.toContain(EMAIL);
    }
    const place = openPlace();
    for (const event of ['session-start', 'prompt', 'stop', 'pre-compact', 'session-end'])
      await place.hook(event, IDS[0]);
    // A payload that is refused ends up in the log of hooks.
    await place.hook('stop', '');
    const files = readdirSync(place.home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    expect(files.some((path) => path.endsWith('hooks.log'))).toBe(true);
    for (const path of files) expect(readFileSync(path).includes(EMAIL), path).toBe(false);
  });
});
