import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../../src/clients/index.ts';
import { PLACE } from './client-place.ts';

const CONFIG = '/home/ada/.codex/config.toml';
const HOOKS = '/home/ada/.codex/hooks.json';
const EVENTS = ['session_start', 'user_prompt_submit', 'stop', 'pre_compact', 'post_compact', 'session_end'];
const trust = (event: string) => `\n[hooks.state."${HOOKS}:${event}:0:0"]\ntrusted_hash = "sha256:1"\n`;

async function find(config = '') {
  const settings = await CLIENTS.find('codex')?.settings();
  const parts = settings?.listParts(PLACE, 'user') ?? [];
  const files = new Map(parts.map(({ path, add }) => [path, add(path === CONFIG ? config : '').text]));
  return settings?.findConnected?.(PLACE, (path) => files.get(path)).find(({ scope }) => scope === 'user');
}

describe('the doctor of Codex', () => {
  it('names the events whose hooks the person has not trusted yet', async () => {
    expect((await find())?.hooks?.caution?.found).toContain('SessionStart, UserPromptSubmit, Stop');
    expect((await find(trust('stop')))?.hooks?.caution?.found).not.toContain('Stop,');
    expect((await find(EVENTS.map(trust).join('')))?.hooks?.caution).toBeNull();
  });

  it('says when hooks are switched off', async () => {
    expect((await find('[features]\nhooks = false\n'))?.hooks?.offBecause).toContain('features.hooks');
  });

  it('knows how to start the hook and the server', async () => {
    const found = await find();
    expect(found?.hooks?.start).toEqual({
      command: '/usr/bin/env',
      args: [
        'NODE_EXTRA_CA_CERTS=',
        '/usr/bin/node',
        '/opt/throughline/dist/bin.js',
        'hook',
        'codex',
        'check',
      ],
      env: {},
    });
    expect(found?.server?.start).toMatchObject({ args: ['/opt/throughline/dist/bin.js', 'mcp'] });
  });
});
