import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOOK_EVENTS } from '../../src/app/ports/client-adapter.ts';
import { PROGRAM, ROOT } from '../support/program.ts';
import { place } from '../support/server.ts';
import { tempFolder } from '../support/temp-folder.ts';

const SPY = `
const vm = require('node:vm');
const { Script } = vm;
vm.Script = class extends Script {
  constructor(code, options) {
    super(code, options);
    if (options.cachedData) process.stderr.write('rejected: ' + this.cachedDataRejected + '\\n');
  }
};`;

/** What a hook needs none of: each takes Node a millisecond or more to load. */
const SLOW_PARTS = [
  'fs/promises',
  'internal/readline/interface',
  'module',
  'perf_hooks',
  'timers/promises',
  'v8',
  'worker_threads',
];
const LIST_LOADED = `
process.on('exit', () => {
  const parts = process.moduleLoadList.map((name) => name.replace('NativeModule ', ''));
  const files = Object.keys(require.cache).map((path) => path.replaceAll('\\\\', '/'));
  require('node:fs').writeSync(2, JSON.stringify([...parts, ...files]));
});`;

function runWith(preload: string, words: readonly string[], input = '') {
  const { home, project } = place();
  const spy = join(tempFolder(), 'spy.cjs');
  writeFileSync(spy, preload);
  return spawnSync(process.execPath, ['--require', spy, PROGRAM, ...words], {
    cwd: project,
    env: { PATH: process.env.PATH, HOME: home, THROUGHLINE_HOME: home },
    input: input.replaceAll('PROJECT', project),
    encoding: 'utf8',
  });
}

const PAYLOAD = JSON.stringify({ session_id: randomUUID(), cwd: 'PROJECT', source: 'startup' });
const hookOf = (event: string) => ['hook', 'claude-code', event];

describe('the code cache', () => {
  it.each(
    [['mcp'], ['session', 'list'], ...HOOK_EVENTS.map(hookOf)].map((words) => ({
      line: words.join(' '),
      words,
    })),
  )('is taken by $line: half of a start is compiling otherwise', ({ words }) => {
    const { stderr } = runWith(SPY, words);
    expect(stderr).toContain('rejected: false');
    expect(stderr).not.toContain('rejected: true');
  });

  it.each(HOOK_EVENTS)('of hooks has a file for %s', (event) =>
    expect(existsSync(join(dirname(PROGRAM), `hook.bundle.js.${event}.cache`))).toBe(true),
  );
});

describe('the bundles', () => {
  it('are ASCII, as the loader reads them', () => {
    const bundles = readdirSync(join(ROOT, 'dist')).filter((name) => name.endsWith('.bundle.js'));
    expect(bundles).toContain('mcp.bundle.js');
    for (const name of bundles)
      expect(
        readFileSync(join(ROOT, 'dist', name)).every((byte) => byte < 0x80),
        name,
      ).toBe(true);
  });
});

describe('a hook', () => {
  it('loads no part of Node and no file that it does not need', () => {
    const { stdout, stderr } = runWith(LIST_LOADED, hookOf('session-start'), PAYLOAD);
    expect(stdout).toContain('additionalContext');
    const loaded: string[] = JSON.parse(stderr);
    expect(loaded).toContain('crypto');
    expect(loaded.filter((name) => SLOW_PARTS.includes(name))).toEqual([]);
    const files = loaded.filter((name) => /\.c?js$/.test(name)).map((path) => basename(path));
    expect(files.sort()).toEqual(['bin.js', 'spy.cjs']);
  });

  it('reads a turn that ends without git and without what derives from transcripts', () => {
    const said = JSON.stringify({ ...JSON.parse(PAYLOAD), last_assistant_message: 'One test still fails.' });
    const loaded: string[] = JSON.parse(runWith(LIST_LOADED, hookOf('stop'), said).stderr);
    expect(loaded.filter((name) => [...SLOW_PARTS, 'child_process', 'zlib'].includes(name))).toEqual([]);
    const files = loaded.filter((name) => /\.c?js$/.test(name)).map((path) => basename(path));
    expect(files).toContain('hook-redact.js');
    expect(files).not.toContain('hook-capture.js');
  });
});
