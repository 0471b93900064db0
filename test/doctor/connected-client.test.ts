import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Home } from '../support/faults-home.ts';
import { runCommand } from '../support/faults-run.ts';
import { PROGRAM } from '../support/program.ts';
import { runDoctorProgram as doctor, doctorScene, imageOf } from './doctor-home.ts';

const { home, filledHome } = doctorScene();

const hooksOf = ({ path }: Home) => join(path, '.claude', 'settings.json');
const serverOf = ({ path }: Home) => join(path, '.claude.json');

async function connected(place = filledHome()): Promise<Home> {
  const { code, stderr } = await runCommand(place, 'install', 'claude-code', '--yes');
  expect(code, stderr).toBe(0);
  return place;
}

const CHECKS = ['clients', 'hooks', 'hook_run', 'server_run', 'delivery'];

const clientFindings = async (place: Home) => {
  const { findings, code } = await doctor(place);
  expect(code).toBe(0);
  return findings.filter(({ check }) => CHECKS.includes(check));
};

const edit = (path: string, change: (text: string) => string) =>
  writeFileSync(path, change(readFileSync(path, 'utf8')));

it('finds files, hook, server and last delivery of a connected Claude Code, and changes nothing', async () => {
  const place = await connected();
  const image = imageOf(place.path);
  const findings = await clientFindings(place);
  expect(findings.map(({ check, status }) => `${check} ${status}`).sort()).toEqual(
    CHECKS.map((check) => `${check} ok`).sort(),
  );
  const found = Object.fromEntries(findings.map((one) => [one.check, one.found]));
  expect(found.hooks).toContain(hooksOf(place));
  expect(found.hooks).toContain('SessionStart');
  expect(found.delivery).toMatch(/sent (?:just now|\d+ minutes? ago)/);
  expect(imageOf(place.path)).toEqual(image);
});

it('creates no store where there is none', async () => {
  const place = await connected(home());
  const image = imageOf(place.path);
  const findings = await clientFindings(place);
  expect(findings.filter(({ check }) => check.endsWith('_run')).map(({ status }) => status)).toEqual([
    'ok',
    'ok',
  ]);
  expect(imageOf(place.path)).toEqual(image);
});

it('does not miss a server in the settings of the person where those of the project have one', async () => {
  const place = home();
  const clientsNote = async () => (await clientFindings(place)).filter(({ check }) => check === 'clients');
  expect(await clientsNote()).toMatchObject([{ status: 'note' }]);
  const { code, stderr } = await runCommand(place, 'install', 'qwen', '--scope', 'project', '--yes');
  expect(code, stderr).toBe(0);
  expect(await clientsNote()).toEqual([]);
});

it('warns with a fix about a program that is missing or has another version', async () => {
  const place = await connected();
  const other = join(place.root, 'throughline', 'dist', 'bin.js');
  mkdirSync(join(other, '..'), { recursive: true });
  writeFileSync(other, 'console.log(JSON.stringify({ ok: true, version: "0.0.1" }))');
  edit(hooksOf(place), (text) => text.replaceAll(JSON.stringify(PROGRAM), JSON.stringify(other)));
  edit(serverOf(place), (text) => text.replaceAll(JSON.stringify(process.execPath), '"/gone/node"'));
  const findings = await clientFindings(place);
  expect(findings).toContainEqual({
    check: 'hook_run',
    status: 'warning',
    found: expect.stringContaining('is version 0.0.1, but this is version'),
    fix: 'Run throughline install claude-code.',
  });
  expect(findings).toContainEqual({
    check: 'server_run',
    status: 'warning',
    found: expect.stringContaining('/gone/node is not there'),
    fix: 'Run throughline install claude-code.',
  });
  await connected(place);
  expect((await clientFindings(place)).every(({ status }) => status === 'ok')).toBe(true);
});

it('does not wait without limit for a hook that never answers', async () => {
  const place = await connected();
  const slow = join(place.root, 'throughline', 'dist', 'bin.js');
  mkdirSync(join(slow, '..'), { recursive: true });
  writeFileSync(slow, 'setInterval(() => undefined, 1_000)');
  edit(hooksOf(place), (text) => text.replaceAll(JSON.stringify(PROGRAM), JSON.stringify(slow)));
  expect((await clientFindings(place)).find(({ check }) => check === 'hook_run')).toMatchObject({
    status: 'warning',
    found: expect.stringContaining('no answer within 5 seconds'),
  });
});

it('reports hooks that are missing, switched off, or installed twice', async () => {
  const place = await connected();
  const whole = readFileSync(hooksOf(place), 'utf8');
  const hooks = async (text: string) => {
    writeFileSync(hooksOf(place), text);
    return (await clientFindings(place))
      .filter(({ check }) => check === 'hooks')
      .map(({ status, found }) => `${status} ${found}`);
  };
  expect(await hooks(whole.replace('"PreCompact"', '"Other"'))).toEqual([
    expect.stringMatching(/^warning .*does not run the hooks of Throughline on PreCompact\.$/),
  ]);
  expect(await hooks(whole.replace(/\}\n$/, ', /* c */ "disableAllHooks": true }'))).toEqual([
    expect.stringMatching(/^warning .*disableAllHooks/),
  ]);
  expect(await hooks('{}')).toEqual([expect.stringMatching(/^note .*runs no hooks of Throughline/)]);
  expect(await hooks('{ "enabledPlugins": { "throughline@x": true } }')).toEqual([]);
  expect(await hooks(whole.replace(/\}\n$/, ', "enabledPlugins": { "throughline@x": true } }'))).toEqual([
    expect.stringMatching(/^ok /),
    expect.stringMatching(/^warning .*the plugin/),
  ]);
});

it('starts only the program on the PATH for settings of a repository', async () => {
  const place = filledHome();
  const mark = join(place.root, 'was-here');
  const evil = join(place.work, 'throughline');
  writeFileSync(evil, `#!/bin/sh\ntouch ${mark}\n`);
  chmodSync(evil, 0o755);
  const run = (command: string) => ({ type: 'command', command });
  mkdirSync(join(place.work, '.claude'));
  writeFileSync(
    join(place.work, '.claude', 'settings.json'),
    JSON.stringify({ hooks: { SessionStart: [{ hooks: [run(`${evil} hook claude-code session-start`)] }] } }),
  );
  writeFileSync(
    join(place.work, '.mcp.json'),
    JSON.stringify({ mcpServers: { throughline: { command: evil, args: ['mcp'] } } }),
  );
  const findings = await clientFindings(place);
  expect(findings.some(({ check }) => check.endsWith('_run'))).toBe(false);
  expect(() => readFileSync(mark)).toThrow();
  await runCommand(place, 'install', 'claude-code', '--scope', 'project', '--yes');
  const after = (await clientFindings(place)).filter(({ check }) => check.endsWith('_run'));
  expect(after).toEqual([
    expect.objectContaining({
      found: expect.stringContaining('throughline is not there'),
      fix: expect.stringContaining('npm install -g'),
    }),
    expect.objectContaining({ found: expect.stringContaining('throughline is not there') }),
  ]);
});

it('reports a server entry for one folder that wins over the one of the user', async () => {
  const place = await connected();
  edit(serverOf(place), (text) => {
    const settings = JSON.parse(text);
    const projects = { '/work/lantern': { mcpServers: { throughline: settings.mcpServers.throughline } } };
    return JSON.stringify({ ...settings, projects });
  });
  const conflicts = (await clientFindings(place)).filter(({ status }) => status === 'warning');
  expect(conflicts).toMatchObject([
    {
      check: 'clients',
      found: expect.stringContaining('/work/lantern'),
      fix: expect.stringContaining('install'),
    },
  ]);
  await connected(place);
  expect((await clientFindings(place)).filter(({ status }) => status === 'warning')).toEqual([]);
});
