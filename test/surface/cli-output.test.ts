import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PROGRAM } from '../support/program.ts';
import { runProgram } from '../support/run-program.ts';
import { type Place, place } from '../support/server.ts';
import { shellIn } from '../support/shell.ts';

const FULL = '/dev/full';

/** The program with its answer going to a device on which there is never room. */
async function onFullDisk(args: readonly string[], { home, project }: Place) {
  const out = openSync(FULL, 'w');
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: project,
    env: { PATH: process.env.PATH ?? '', HOME: home, THROUGHLINE_HOME: home },
    stdio: ['ignore', out, 'pipe'],
  });
  closeSync(out);
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const [exitCode] = (await once(child, 'close')) as [number];
  return { stderr, exitCode };
}

describe.skipIf(!existsSync(FULL))('an answer that cannot be written', () => {
  it.each([[['boot']], [['loops', '--json']], [['sessions']], [['help']], [['--version']], [['doctor']]])(
    '%j fails and says why',
    async (args) => {
      const here = place();
      await shellIn(here).run('remember', '--type', 'open_loop', 'who deploys?');
      const { stderr, exitCode } = await onFullDisk(args, here);
      expect(stderr).toContain('ENOSPC');
      expect(stderr).toContain('output_failed');
      expect(exitCode).toBe(6);
    },
  );

  it('a command that writes says that what it wrote is kept', async () => {
    const here = place();
    const { stderr, exitCode } = await onFullDisk(['remember', 'the lamp is lit'], here);
    expect(stderr).toContain('The command succeeded. Only its output is lost.');
    expect(exitCode).toBe(6);
    expect(await shellIn(here).run('search', 'lamp')).toContain('the lamp is lit');
  });
});

describe('the answer', () => {
  it('ends without an error when its reader closes the pipe', async () => {
    const here = place();
    await shellIn(here).run('remember', 'x'.repeat(50_000));
    const { home, project } = here;
    const child = spawn(process.execPath, [PROGRAM, 'search', 'xx', '--json'], {
      cwd: project,
      env: { PATH: process.env.PATH ?? '', HOME: home, THROUGHLINE_HOME: home },
    });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk);
    });
    const [exitCode] = await once(child, 'close');
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  });

  it('lets no stored text move the cursor, in a pipe or on a terminal', async () => {
    const { run } = shellIn(place());
    await run(
      'end',
      '--checkpoint',
      'red \u001b[31m alert\u0007 \u001b]0;title\u0007',
      '--constraint',
      'a\u001b[2J',
    );
    for (const args of [['boot'], ['session', 'show'], ['search', 'alert']]) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
      expect(await run(...args), args.join(' ')).not.toMatch(/[\u001b\u0007]/);
    }
  });

  it.each([[['--version', '--json']], [['--json', '--version']], [['version', '--json']]])(
    '%j is the version as JSON',
    async (args) => {
      const { stdout, exitCode } = await runProgram(args, place());
      expect(JSON.parse(stdout)).toEqual({ version: expect.stringMatching(/^\d+\.\d+/) });
      expect(exitCode).toBe(0);
    },
  );

  it('version prints the same as --version', async () => {
    const outputs = await Promise.all(
      [['version'], ['--version'], ['-v']].map(async (args) => (await runProgram(args, place())).stdout),
    );
    expect(new Set(outputs).size).toBe(1);
  });

  it('help is JSON with --json', async () => {
    const { facts } = shellIn(place());
    const all = await facts('help');
    expect(all.commands.map(({ name }: { name: string }) => name)).toContain('session end');
    expect(await facts('help', 'session', 'end')).toMatchObject({ name: 'session end', aliases: ['end'] });
    expect((await facts('session', '--help')).commands.length).toBeGreaterThan(3);
    const { stderr, exitCode } = await runProgram(['help', 'sesion', '--json'], place());
    expect(JSON.parse(stderr)).toMatchObject({ code: 'unknown_command' });
    expect(exitCode).toBe(2);
  });

  it('the help describes what "-" does with the last newline', async () => {
    const here = place();
    const { run, facts } = shellIn(here);
    for (const command of ['remember', 'note', 'checkpoint']) {
      expect(await run('help', command), command).toContain('without its last newline');
    }
    const { stdout } = await runProgram(['remember', '-', '--json'], here, { stdin: ' one\n\ntwo\n\n' });
    const { records } = await facts('recall', JSON.parse(stdout).id);
    expect(records[0].content).toBe(' one\n\ntwo\n');
  });
});
