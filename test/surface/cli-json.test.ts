import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALL_COMMANDS } from '../../src/main/command-list.ts';
import { openTestApp } from '../app/test-app.ts';
import { aCampaign, exportIn } from '../campaign/app/create-campaign.ts';
import { Conversation } from '../support/hook.ts';
import { shellInProcess } from '../support/run-in-process.ts';
import { place } from '../support/server.ts';

const keysIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)]);
};

/** Counts by kind of secret, settings by key: names that are not ours. */
const isOurs = (key: string) => /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(key);

describe('--json', () => {
  it('is supported by every command, with keys in snake_case', async () => {
    const here = place();
    const { facts } = shellInProcess(here);
    const embedding = shellInProcess(here, {
      THROUGHLINE_EMBEDDER: 'http',
      THROUGHLINE_EMBEDDER_URL: 'http://127.0.0.1:9',
      THROUGHLINE_EMBEDDER_MODEL: 'any',
    });
    const app = openTestApp();
    await aCampaign(app.services);
    const given = join(here.project, 'given.json');
    copyFileSync((await exportIn(app)).made.json_path, given);
    const loop = (await facts('remember', 'who deploys?', '--type', 'open_loop')).id as string;
    const { session_id: session } = await facts('note', 'something happened');
    const talk = new Conversation(here, 'talk').asks('Go on').says('Done.');
    const captured = async () => {
      const { captures } = await facts('capture', 'list');
      return (captures as { id: string }[])[0]?.id ?? '';
    };
    const outputs: Record<string, unknown> = {
      remember: await facts('remember', 'staging is rebuilt on Mondays'),
      note: await facts('note', 'something else happened'),
      checkpoint: await facts('checkpoint', 'half way'),
      boot: await facts('boot', '--explain'),
      identity: await facts('identity', '--show'),
      receipts: await facts('receipts'),
      loops: await facts('loops'),
      search: await facts('search', 'staging'),
      recall: await facts('recall', loop),
      resolve: await facts('resolve', loop, '--because', 'Ada'),
      forget: await facts('forget', loop, '--yes'),
      'session list': await facts('session', 'list'),
      'session show': await facts('session', 'show', session, '--full'),
      'session start': await facts('session', 'start'),
      'session pause': await facts('session', 'pause'),
      'session resume': await facts('session', 'resume'),
      'session end': await facts('session', 'end', '--checkpoint', 'done'),
      'session close': await facts('session', 'close', session),
      'project list': await facts('project', 'list'),
      'project rename': await facts('project', 'rename', 'lantern', 'lamp'),
      'campaign import': await facts('campaign', 'import', given),
      'campaign list': await facts('campaign', 'list'),
      'campaign show': await facts('campaign', 'show', '--as-player'),
      'campaign party': await facts('campaign', 'party'),
      'campaign quests': await facts('campaign', 'quests'),
      'campaign recap': await facts('campaign', 'recap'),
      'campaign log': await facts('campaign', 'log', '--limit', '100'),
      'campaign export': await facts('campaign', 'export', here.project),
      'campaign rewind': await facts('campaign', 'rewind', '-1', '--yes'),
      'capture list': await facts('capture', 'list'),
      'capture now': await facts('capture', 'now', '--transcript', talk.path),
      'capture show': await facts('capture', 'show', await captured()),
      off: await facts('off'),
      on: await facts('on'),
      import: await facts('import', 'claude-code', '--dry-run'),
      install: await facts('install', 'claude-code', '--dry-run'),
      uninstall: await facts('uninstall', 'claude-code', '--dry-run'),
      'print-config': await facts('print-config', 'codex'),
      'config list': await facts('config', 'list'),
      'config get': await facts('config', 'get', 'port'),
      'config set': await facts('config', 'set', 'port', '4800'),
      'config unset': await facts('config', 'unset', 'port'),
      'config path': await facts('config', 'path'),
      tools: await facts('tools'),
      completion: await facts('completion', 'bash'),
      status: await facts('status'),
      backup: await facts('backup', 'copy.db'),
      restore: await facts('restore', 'copy.db', '--yes'),
      doctor: await facts('doctor'),
      embed: await embedding.facts('embed', '--dry-run'),
    };
    const expected = ALL_COMMANDS.filter(({ effect, name }) => effect !== 'serve' && name !== 'help');
    expect(Object.keys(outputs).sort()).toEqual(expected.map(({ name }) => name).sort());
    const { doctor, ...ours } = outputs;
    expect(doctor).toBeTypeOf('object');
    expect(keysIn(Object.values(ours)).filter((key) => !isOurs(key))).toEqual([]);
  });
});
