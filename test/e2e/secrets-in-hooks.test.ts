import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findInHome, storedValues } from '../support/find-in-home.ts';
import { Conversation, type HookOutcome, runHook } from '../support/hook.ts';
import { place, serverIn } from '../support/server.ts';
import { WordsWithSecrets } from '../support/words-with-secrets.ts';

const EVENTS = ['session-start', 'prompt', 'stop', 'pre-compact', 'post-compact', 'session-end'];
/** Every field that a client is known to send; what is new to us is in none of our business either. */
const FIELDS = [
  'hook_event_name',
  'source',
  'trigger',
  'custom_instructions',
  'compact_summary',
  'last_assistant_message',
  'reason',
  'prompt',
  'permission_mode',
  'model',
  'agent_type',
];

const isOurs = (path: string) => !path.includes('.claude');

it('a secret in any field of any hook is in no byte of the store or the log', {
  timeout: 120_000,
}, async () => {
  const here = place();
  const { say, secrets } = new WordsWithSecrets(3_000);
  const outcomes: HookOutcome[] = [];
  const talk = new Conversation(here, '0f8b1c9e-4a57-4c0f-9a51-0d5f6f7a1b2c');
  talk
    .asks(say('request'))
    .says(say('reply'))
    .does(say('tool'), { [say('key')]: say('input') }, say('result'))
    .does('Bash', { command: say('command') }, say('error'), true)
    .does('Write', { file_path: say('file') })
    .does('TaskUpdate', { taskId: say('task'), subject: say('subject') });
  const fields = (event: string) =>
    Object.fromEntries(FIELDS.map((field) => [field, say(`${event} ${field}`)]));
  for (const event of EVENTS) outcomes.push(await talk.hook(event, fields(event)));
  for (const event of EVENTS) {
    const named = { session_id: say('session'), transcript_path: `/logs/${say('transcript')}.jsonl` };
    outcomes.push(await runHook(here, event, { ...named, ...fields(event) }));
  }
  expect(outcomes.map(({ code }) => code)).toEqual(outcomes.map(() => 0));

  const values = storedValues(here.home);
  expect(values.some((value) => value.includes('session-end reason [redacted:github-token]'))).toBe(true);
  expect(values.some((value) => value.includes('tool [redacted:github-token]'))).toBe(true);
  expect(findInHome(here.home, secrets, isOurs)).toEqual([]);
  const printed = outcomes.map(({ stdout, stderr }) => `${stdout}${stderr}`).join('');
  expect(Object.keys(secrets).filter((where) => printed.includes(secrets[where] ?? ''))).toEqual([]);
});

it('a secret in the name of an event or of a client is not in the log of failed hooks', async () => {
  const here = place();
  const { say, secrets } = new WordsWithSecrets(4_000);
  const outcomes = [
    await runHook(here, say('event'), { session_id: 'a' }),
    await runHook(here, 'stop', {}, { stdin: `{"session_id": ${say('broken')}` }),
    await runHook(here, say('event'), {}, { env: { CLAUDE_PROJECT_DIR: `/tmp/${say('folder')}` } }),
  ];
  const log = join(here.home, 'hooks.log');
  expect(existsSync(log)).toBe(true);
  const logged = `${readFileSync(log, 'utf8')}${outcomes.map(({ stderr }) => stderr).join('')}`;
  expect(logged).toContain('event [redacted:github-token]');
  expect(Object.keys(secrets).filter((where) => logged.includes(secrets[where] ?? ''))).toEqual([]);
});

it('a secret in the name of a client or of its session is not stored', async () => {
  const here = place();
  const { say, secrets } = new WordsWithSecrets(5_000);
  const client = await serverIn(here, {
    clientName: say('client'),
    env: { CLAUDE_CODE_SESSION_ID: say('session') },
  });
  await client.facts('start_session', { resume: false });
  await client.call('store_memory', { content: 'The queue is shared.' }, { sessionId: say('meta') });
  client.process.stdin.write(`${say('no json')}\n`);
  await client.facts('end_session', { checkpoint: 'Done.' });
  await client.close();
  expect(storedValues(here.home).some((value) => value.includes('client [redacted:github-token]'))).toBe(
    true,
  );
  expect(findInHome(here.home, secrets)).toEqual([]);
  const logged = client.stderr.join('');
  expect(Object.keys(secrets).filter((where) => logged.includes(secrets[where] ?? ''))).toEqual([]);
});
