import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { opencode } from '../../src/clients/opencode/index.ts';
import { renderPlugin } from '../../src/clients/opencode/plugin-text.ts';
import { tempFolder } from '../support/temp-folder.ts';

type Hook = (input: object, output?: object) => Promise<void>;

/** Notes what it was told, and answers a start with an orientation. */
const HOOK = `
const { appendFileSync, readFileSync } = require('node:fs');
const [log, event] = process.argv.slice(2);
const facts = JSON.parse(readFileSync(0, 'utf8'));
appendFileSync(log, JSON.stringify({ event, parent: process.ppid, ...facts }) + '\\n');
if (event === 'session-start') process.stdout.write('# Orientation: ' + facts.source + '\\n');
`;

/** The plugin as the client loads it, with a program of our own behind it. */
async function loadPlugin(start?: readonly string[]) {
  const folder = tempFolder('throughline-plugin-');
  const [log, hook, plugin] = ['calls.jsonl', 'hook.cjs', 'throughline.mjs'].map((name) =>
    join(folder, name),
  );
  if (log === undefined || hook === undefined || plugin === undefined) throw new Error('unreachable');
  writeFileSync(log, '');
  writeFileSync(hook, HOOK);
  const words = start ?? [process.execPath, hook, log];
  const commands = Object.entries(opencode.hooks.events).map(([event, name]) => [event, [...words, name]]);
  writeFileSync(plugin, renderPlugin(Object.fromEntries(commands)));
  const { Throughline } = await import(/* @vite-ignore */ pathToFileURL(plugin).href);
  const hooks: Readonly<Record<string, Hook>> = await Throughline({ directory: '/lantern' });
  const call = (name: string, input: object, output: object = {}) => hooks[name]?.(input, output);
  return {
    call,
    event: (type: string, properties: object) => call('event', { event: { type, properties } }),
    /** What the client sends as its system prompt. */
    async systemFor(sessionID: string, first = 'You are opencode') {
      const system = [first];
      await call('experimental.chat.system.transform', { sessionID }, { system });
      return system;
    },
    calls: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
  };
}

const ID = 'ses_e16c25d8cffe11ApJUMtdx9TpK';
const said = (mode: string, text: string) =>
  [
    [
      'message.updated',
      { sessionID: ID, info: { id: `msg_${mode}`, sessionID: ID, role: 'assistant', mode } },
    ],
    ['message.part.updated', { sessionID: ID, part: { messageID: `msg_${mode}`, type: 'text', text } }],
  ] as const;

describe('the plugin for OpenCode', () => {
  it('orients the first message of a session in this process, in every request but those for a title', async () => {
    const plugin = await loadPlugin();
    await plugin.event('session.created', { sessionID: ID, info: { id: ID } });
    await plugin.call('chat.message', { sessionID: ID });
    expect(await plugin.systemFor(ID)).toEqual(['You are opencode', '# Orientation: startup']);
    expect(await plugin.systemFor(ID)).toEqual(['You are opencode', '# Orientation: startup']);
    expect(await plugin.systemFor(ID, 'You are a title generator.')).toHaveLength(1);
    expect(await plugin.systemFor(ID, 'You are a context summarization agent.')).toHaveLength(1);
    expect(plugin.calls()).toEqual([
      {
        event: 'session-start',
        parent: process.pid,
        sessionID: ID,
        directory: '/lantern',
        source: 'startup',
      },
    ]);
  });

  it('takes a conversation that was not created in this process as resumed', async () => {
    const plugin = await loadPlugin();
    await plugin.call('chat.message', { sessionID: ID });
    expect(await plugin.systemFor(ID)).toContain('# Orientation: resume');
  });

  it('reports turns with their last words, and the end', async () => {
    const plugin = await loadPlugin();
    await plugin.call('chat.message', { sessionID: ID });
    for (const [type, properties] of said('build', 'Done.')) await plugin.event(type, properties);
    await plugin.event('session.idle', { sessionID: ID });
    await plugin.call('chat.message', { sessionID: ID });
    await plugin.call('dispose', {});
    expect(plugin.calls().map(({ event, lastWords }) => [event, lastWords])).toEqual([
      ['session-start', undefined],
      ['stop', 'Done.'],
      ['prompt', undefined],
      ['session-end', undefined],
    ]);
  });

  it('orients again after a compaction, and passes on its summary', async () => {
    const plugin = await loadPlugin();
    await plugin.call('chat.message', { sessionID: ID });
    await plugin.call('experimental.session.compacting', { sessionID: ID });
    for (const [type, properties] of said('compaction', 'We read.')) await plugin.event(type, properties);
    await plugin.event('session.compacted', { sessionID: ID });
    expect(await plugin.systemFor(ID)).toContain('# Orientation: compact');
    expect(plugin.calls().map(({ event, summary }) => [event, summary])).toEqual([
      ['session-start', undefined],
      ['pre-compact', undefined],
      ['post-compact', 'We read.'],
      ['session-start', undefined],
    ]);
  });

  it('leaves subagents alone', async () => {
    const plugin = await loadPlugin();
    await plugin.event('session.created', { sessionID: ID, info: { id: ID, parentID: 'ses_other' } });
    await plugin.call('chat.message', { sessionID: ID });
    expect(await plugin.systemFor(ID)).toHaveLength(1);
    await plugin.call('dispose', {});
    expect(plugin.calls()).toEqual([]);
  });

  it.each([
    ['is not there', ['/no/such/program']],
    ['fails', [process.execPath, '-e', 'process.exit(1)']],
    ['has no name', []],
  ])('lets the client go on if the program %s', async (_, start) => {
    const plugin = await loadPlugin(start);
    await plugin.call('chat.message', { sessionID: ID });
    expect(await plugin.systemFor(ID)).toEqual(['You are opencode']);
    await plugin.event('session.idle', { sessionID: ID });
    await plugin.call('dispose', {});
  });

  it('never throws, whatever the client reports', async () => {
    const plugin = await loadPlugin(['/no/such/program']);
    for (const event of [undefined, null, {}, { type: 7 }, { type: 'session.created', properties: null }])
      await plugin.call('event', { event });
    for (const name of [
      'chat.message',
      'experimental.chat.system.transform',
      'experimental.session.compacting',
    ])
      await plugin.call(name, {}, {});
  });
});
