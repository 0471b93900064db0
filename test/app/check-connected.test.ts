import { setImmediate as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { checkConnected } from '../../src/app/doctor/check-hooks.ts';
import type { ClientStart, ConnectedClient } from '../../src/app/ports/client-settings.ts';

const start = (...args: string[]): ClientStart => ({ command: 'node', args: ['bin.js', ...args], env: {} });

const client = (name: string): ConnectedClient => ({
  client: name,
  title: name,
  scope: 'user',
  hooks: {
    path: `/home/ada/.${name}/hooks.json`,
    events: ['Stop'],
    missing: [],
    offBecause: null,
    caution: null,
    start: start('hook', name, 'check'),
  },
  server: { path: `/home/ada/.${name}/mcp.json`, start: start('mcp') },
  hasPlugin: false,
});

it('tries a server that several clients start once, and hooks one after the other', async () => {
  const tried: string[] = [];
  let running = 0;
  let most = 0;
  const probe = async ({ args }: ClientStart) => {
    running += 1;
    most = Math.max(most, running);
    await pause();
    running -= 1;
    tried.push(args.slice(1).join(' '));
    return { version: '1.0.0' };
  };
  const probes = {
    hook: probe,
    async server({ args }: ClientStart) {
      tried.push(args.slice(1).join(' '));
      return { version: '1.0.0' };
    },
  };
  const findings = await checkConnected(['a', 'b', 'c'].map(client), probes, '1.0.0');
  expect(tried.toSorted()).toEqual(['hook a check', 'hook b check', 'hook c check', 'mcp']);
  expect(most).toBe(1);
  const found = findings.map(
    ({ check, status, found: text }) => `${check} ${status} ${/[\w.]+\/\w+\.json/.exec(text)}`,
  );
  for (const name of ['a', 'b', 'c']) {
    expect(found).toContain(`server_run ok .${name}/mcp.json`);
    expect(found).toContain(`hook_run ok .${name}/hooks.json`);
  }
});
