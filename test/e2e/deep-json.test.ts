import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runHook } from '../support/hook.ts';
import { httpServerIn } from '../support/http-server.ts';
import { nested } from '../support/nested-json.ts';
import { runProgram } from '../support/run-program.ts';
import { place, serverIn } from '../support/server.ts';

const DEPTH = 5_000;
const TOO_DEEP = 'is nested deeper than 100 levels';
/** Stands for the deep value: JSON.stringify cannot write one. */
const content = 'the deep value';

const refused = {
  isError: true,
  structuredContent: {
    code: 'invalid_arguments',
    kind: 'invalid',
    message: expect.stringContaining(TOO_DEEP),
    fields: [{ field: 'arguments', problem: TOO_DEEP, limit: 100 }],
  },
};

it('refuses arguments nested 5,000 deep over stdio, for every way to pass them, and goes on', async () => {
  const client = await serverIn(place(), { args: ['--toolsets', 'session,memory,campaign'] });
  client.send = (message) =>
    void client.process.stdin.write(
      `${JSON.stringify(message).replace(JSON.stringify(content), nested(DEPTH))}\n`,
    );
  expect(await client.call('store_memory', { content })).toMatchObject(refused);
  expect(await client.call('save_entity', { kind: 'npc', name: 'x', fields: { content } })).toMatchObject(
    refused,
  );
  for (const [method, params] of [
    ['tools/list', { _meta: { content } }],
    ['tools/call', { name: 'store_memory', arguments: { content: 'x' }, _meta: { content } }],
    ['prompts/get', { name: 'catch_up', arguments: { content } }],
  ] as const)
    await expect(client.request(method, params)).rejects.toThrow(
      `-32602 ${method}: the value of a parameter ${TOO_DEEP}`,
    );
  expect(await client.facts('list_memories')).toMatchObject({ memories: [] });
});

it('refuses arguments nested 5,000 deep over HTTP, and goes on', async () => {
  const { url } = await httpServerIn(place());
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"store_memory","arguments":{"content":${nested(DEPTH)}}}}`;
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body,
  });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain(TOO_DEEP);
  expect((await fetch(`${url}/health`)).status).toBe(200);
});

it('refuses a campaign file, a hook payload and a configuration nested 5,000 deep', async () => {
  const here = place();
  const file = join(here.project, 'campaign.json');
  writeFileSync(file, `{"format":"throughline-campaign","format_version":2,"campaign":${nested(DEPTH)}}`);
  const imported = await runProgram(['campaign', 'import', file, '--json'], here);
  expect(imported.stderr).toContain(TOO_DEEP);
  expect(imported.stderr).toContain('campaign_file_invalid');

  const hook = await runHook(here, 'session-start', {}, { stdin: `{"session_id":"a","x":${nested(DEPTH)}}` });
  expect(hook.code).toBe(0);
  expect(hook.stderr).toContain(`hook_input_invalid: The event data from the client ${TOO_DEEP}`);
  expect(hook.context).toContain('no orientation (hook_input_invalid)');

  writeFileSync(join(here.home, 'config.json'), `{"project":${nested(DEPTH)}}`);
  const listed = await runProgram(['loops'], here);
  expect(listed.stderr).toContain(TOO_DEEP);
  expect(listed.stderr).toContain('config_unreadable');
  const doctor = await runProgram(['doctor'], here);
  expect(doctor.stdout).toContain(TOO_DEEP);
});
