import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgramInProcess as runProgram, shellInProcess as shellIn } from '../support/run-in-process.ts';
import { type Place, place } from '../support/server.ts';

const fileIn = ({ home }: Place) => join(home, 'config.json');
const textIn = (here: Place) => readFileSync(fileIn(here), 'utf8');

describe('config', () => {
  it('set keeps the other keys and their order, indents by two spaces, and writes with mode 0600', async () => {
    const here = place();
    writeFileSync(fileIn(here), '{"old_loop_days":3,"port":1}');
    expect(await shellIn(here).run('config', 'set', 'port', '4800')).toContain('port: 1 → 4800');
    expect(textIn(here)).toBe('{\n  "old_loop_days": 3,\n  "port": 4800\n}\n');
    expect(statSync(fileIn(here)).mode & 0o777).toBe(0o600);
    expect(await shellIn(here).run('config', 'set', 'port', '4800')).toContain('already');
  });

  it('set stores numbers, booleans, lists and paths with their JSON types', async () => {
    const here = place();
    const { run } = shellIn(here);
    await run('config', 'set', 'read-only', 'yes');
    await run('config', 'set', 'toolsets', 'session, memory');
    await run('config', 'set', 'identity', 'me.md');
    expect(JSON.parse(textIn(here))).toEqual({
      read_only: true,
      toolsets: ['session', 'memory'],
      identity: join(here.project, 'me.md'),
    });
    await run('config', 'set', 'read_only', 'false');
    await run('note', 'writing is possible again');
  });

  it('get and list show the effective value and its source', async () => {
    const here = place();
    const { facts, run } = shellIn(here, { THROUGHLINE_OLD_LOOP_DAYS: '5' });
    await run('config', 'set', 'port', '4800');
    expect(await facts('config', 'get', 'port')).toMatchObject({ value: 4800, source: 'config.json' });
    expect(await facts('config', 'get', 'old-loop-days')).toMatchObject({ value: 5, source: 'environment' });
    expect(await facts('config', 'get', 'port', '--port', '9')).toMatchObject({ value: 9, source: 'flag' });
    expect(await facts('config', 'get', 'host')).toMatchObject({ value: '127.0.0.1', source: 'default' });
    expect(await run('config', 'get', 'port')).toBe('4800\n');
    expect(await run('config', 'set', 'old_loop_days', '9')).toContain('environment overrides it here: 5');
    expect((await facts('config', 'list')).settings.length).toBeGreaterThan(10);
  });

  it('names a broken file, still prints its path, and can remove a wrong key', async () => {
    const here = place();
    writeFileSync(fileIn(here), '{ "prot": 1, "port": 4800 }');
    const { run } = shellIn(here);
    expect(await run('config', 'path')).toBe(`${fileIn(here)}\n`);
    expect((await runProgram(['config', 'list'], here)).stderr).toContain('Did you mean port?');
    await run('config', 'unset', 'prot');
    expect(JSON.parse(textIn(here))).toEqual({ port: 4800 });
    writeFileSync(fileIn(here), '{ "port": ');
    const broken = await runProgram(['config', 'set', 'port', '1'], here);
    expect(broken.stderr).toContain('config_unreadable');
    expect(textIn(here)).toBe('{ "port": ');
  });

  it('shows no password of a URL that config.json had', async () => {
    const here = place();
    const leaking = () => writeFileSync(fileIn(here), '{"store":"postgres://bob:hunter2@db/x"}');
    const path = join(here.home, 's.db');
    const masked = 'postgres://***@db/x';
    const { run, facts } = shellIn(here);
    leaking();
    expect(await run('config', 'set', 'store', path)).toContain(`store: ${masked} → ${path}`);
    leaking();
    expect(await facts('config', 'set', 'store', path)).toMatchObject({ before: masked, value: path });
    leaking();
    expect(await run('config', 'unset', 'store')).toContain(`store: ${masked} → not set`);
    leaking();
    expect((await facts('config', 'unset', 'store')).before).toBe(masked);
    writeFileSync(fileIn(here), '{"store":"sqlite:postgres://bob:hunter2@db/x"}');
    for (const command of [['doctor'], ['doctor', '--json'], ['config', 'list'], ['boot']]) {
      const { stdout, stderr } = await runProgram(command, here);
      expect(stdout + stderr).toContain('contains a second URL');
      expect(stdout + stderr).not.toMatch(/bob|hunter2/);
    }
  });

  it('shows no password of a URL in a value that is valid', async () => {
    const here = place();
    const { run } = shellIn(here);
    const url = 'https://bob:hunter2@git.test/x';
    const shown = [
      await run('config', 'set', 'project', url),
      await run('config', 'set', 'project', url, '--json'),
      await run('config', 'set', 'project', url),
      await run('config', 'get', 'project'),
      await run('config', 'list', '--json'),
      await run('config', 'unset', 'project'),
    ];
    for (const text of shown) expect(text).toContain('https://***@git.test/x');
    for (const text of shown) expect(text).not.toMatch(/bob|hunter2/);
  });

  it('makes the home if there is none, and writes through a link', async () => {
    const here = place();
    const home = join(here.home, 'new');
    await shellIn({ ...here, home }, { THROUGHLINE_HOME: home }).run('config', 'set', 'port', '1');
    expect(JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'))).toEqual({ port: 1 });
    const dotfiles = join(here.home, 'dotfiles');
    mkdirSync(dotfiles);
    writeFileSync(join(dotfiles, 'throughline.json'), '{}');
    symlinkSync(join(dotfiles, 'throughline.json'), fileIn(here));
    await shellIn(here).run('config', 'set', 'port', '2');
    expect(JSON.parse(readFileSync(join(dotfiles, 'throughline.json'), 'utf8'))).toEqual({ port: 2 });
  });
});
