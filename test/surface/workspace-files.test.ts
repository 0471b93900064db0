import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runHookInProcess } from '../support/hook-in-process.ts';
import { runProgramInProcess, shellInProcess } from '../support/run-in-process.ts';
import { runProgram } from '../support/run-program.ts';
import { type Place, place } from '../support/server.ts';
import { serverInProcess } from '../support/server-in-process.ts';

const inWorkspace = (here: Place, workspace: string) =>
  shellInProcess(here, { THROUGHLINE_WORKSPACE: workspace });

async function writeIdentities(here: Place, workspace: string): Promise<void> {
  const env = { THROUGHLINE_WORKSPACE: workspace };
  await inWorkspace(here, workspace).run('end', '--checkpoint', 'x');
  await runProgramInProcess(['identity', '-'], here, { stdin: `General of ${workspace}.\n`, env });
  await runProgramInProcess(['identity', '-', '--here'], here, { stdin: `Project of ${workspace}.\n`, env });
}

describe('the identity files of a workspace', () => {
  it('are shown in that workspace only', async () => {
    const here = place();
    await writeIdentities(here, 'red');
    for (const other of ['blue', 'local']) {
      const { run } = inWorkspace(here, other);
      await run('end', '--checkpoint', 'x');
      expect(await run('boot')).not.toMatch(/of red/);
      expect(await run('identity', '--show')).not.toMatch(/of red/);
      expect(await run('identity', '--show', '--here')).not.toMatch(/of red/);
    }
    const report = await inWorkspace(here, 'red').run('boot');
    expect(report).toMatch(/Project of red\.[\s\S]*General of red\./);
  });

  it('lie in the home itself for the default workspace', async () => {
    const here = place();
    await writeIdentities(here, 'local');
    expect(readFileSync(join(here.home, 'identity.md'), 'utf8')).toBe('General of local.\n');
    expect(readdirSync(join(here.home, 'identities'))).toEqual([expect.stringMatching(/^prj_\w+\.md$/)]);
    expect(existsSync(join(here.home, 'workspaces'))).toBe(false);
    expect(await inWorkspace(here, 'blue').run('identity', '--show')).not.toContain('General of local');
  });

  it('stay inside the home for any name of a workspace', async () => {
    const here = place();
    const before = readdirSync(join(here.home, '..'));
    for (const name of ['..', '../../x', '/x', 'Red', 'red', 'a\\b']) await writeIdentities(here, name);
    const folders = readdirSync(join(here.home, 'workspaces'));
    expect(folders).toHaveLength(6);
    for (const folder of folders) expect(folder).toMatch(/^wsp_[0-9a-z]{26}$/);
    expect(readdirSync(join(here.home, '..'))).toEqual(before);
  });

  it('are the configured one where the person configured a path', async () => {
    const here = place();
    for (const identity of [join(here.project, 'me.md'), join(here.home, 'identity.md')]) {
      writeFileSync(join(here.home, 'config.json'), JSON.stringify({ identity }));
      const { path } = await inWorkspace(here, 'red').facts('identity', '--show');
      expect(path).toBe(identity);
    }
  });

  it('are the only files of the home that a call can name, even if the worktree contains the home', async () => {
    const here = place();
    const inside = { ...here, project: join(here.home, '..') };
    for (const workspace of ['red', 'local']) await writeIdentities(inside, workspace);
    writeFileSync(join(here.home, 'config.json'), '{}');
    const [folder = ''] = readdirSync(join(here.home, 'workspaces'));
    const [general, red] = [here.home, join(here.home, 'workspaces', folder)].map((at) =>
      join(at, 'identity.md'),
    );
    const named = [general, red, join(here.home, 'config.json'), join(here.home, 'store.db')];
    const readable = async (workspace: string) => {
      const client = await serverInProcess(inside, { args: ['--workspace', workspace] });
      await client.facts('start_session', {});
      const found = await Promise.all(
        named.map(async (path) => {
          const { isError, structuredContent } = await client.call('boot_report', { identity_path: path });
          if (isError) expect(structuredContent.code).toBe('path_outside_roots');
          return isError ? [] : [path];
        }),
      );
      return found.flat();
    };
    expect(await readable('local')).toEqual([general]);
    expect(await readable('red')).toEqual([red]);
    expect(await readable('blue')).toEqual([]);
  });

  it('are found by the doctor when a killed process left one half written', async () => {
    const here = place();
    await writeIdentities(here, 'red');
    const [folder = ''] = readdirSync(join(here.home, 'workspaces'));
    const name = '.throughline-11111111-2222-3333-4444-555555555555.tmp';
    const folders = ['', 'identities'].map((part) => join(here.home, 'workspaces', folder, part));
    for (const path of folders) writeFileSync(join(path, name), 'half');
    const { stdout } = await runProgramInProcess(['doctor'], here);
    for (const path of folders) expect(stdout).toContain(join(path, name));
  });
});

describe('the failures of hooks in a workspace', () => {
  const failIn = (here: Place, workspace: string) =>
    runHookInProcess(here, 'stop', {}, { stdin: 'garbage', env: { THROUGHLINE_WORKSPACE: workspace } });
  const reportIn = async (here: Place, workspace: string) => {
    const { run } = inWorkspace(here, workspace);
    await run('note', 'x');
    return run('boot');
  };

  it('are shown in that workspace only', async () => {
    const here = place();
    await failIn(here, 'red');
    expect(await reportIn(here, 'blue')).not.toContain('hooks_failed');
    expect(await reportIn(here, 'local')).not.toContain('hooks_failed');
    expect(await reportIn(here, 'red')).toContain('hooks_failed: 1 hook failed');
  });

  it('belong to the default workspace where an older version logged them without one', async () => {
    const here = place();
    await failIn(here, 'red');
    const log = join(here.home, 'hooks.log');
    const { workspace, ...old } = JSON.parse(readFileSync(log, 'utf8'));
    expect(workspace).toBe('red');
    writeFileSync(log, `${JSON.stringify(old)}\n`);
    expect(await reportIn(here, 'red')).not.toContain('hooks_failed');
    expect(await reportIn(here, 'local')).toContain('hooks_failed: 1 hook failed');
  });

  it.each([
    ['the settings of it are wrong', { workspace: 'red', port: 'x' }, {}, []],
    ['its environment is wrong', { workspace: 'red' }, { THROUGHLINE_PORT: 'x' }, []],
    ['a flag of it is wrong', {}, {}, ['--workspace', 'red', '--port', 'x']],
    ['a flag of it is unknown', {}, {}, ['--workspace=red', '--bogus']],
  ])('are logged with the workspace although %s', async (_, file, env, flags) => {
    const here = place();
    mkdirSync(here.home, { recursive: true });
    writeFileSync(join(here.home, 'config.json'), JSON.stringify(file));
    const stdin = JSON.stringify({ session_id: 'a', cwd: here.project });
    await runProgram(['hook', 'claude-code', 'stop', ...flags], here, { env, stdin });
    // On a busy machine there is a second line: that the hook was late.
    const lines = readFileSync(join(here.home, 'hooks.log'), 'utf8').trim().split('\n');
    expect(new Set(lines.map((line) => JSON.parse(line).workspace))).toEqual(new Set(['red']));
  });

  it('are all shown by the doctor', async () => {
    const here = place();
    await failIn(here, 'red');
    await failIn(here, 'blue');
    const { stdout } = await runProgramInProcess(['doctor'], here);
    expect(stdout).toMatch(/hook_log .*2 failures.*workspace red.*workspace blue/);
  });
});
