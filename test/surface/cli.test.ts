import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../support/run-program.ts';
import { place, serverIn } from '../support/server.ts';
import { shortId } from '../support/short-id.ts';

describe('the command line', () => {
  it('prints help and exits without an argument; it never hangs as a server', async () => {
    const { stdout, exitCode } = await runProgram([], place());
    expect(exitCode).toBe(0);
    for (const command of ['mcp', 'serve', 'boot', 'end', 'sessions', 'help'])
      expect(stdout).toContain(`  ${command} `);
  });

  it.each([
    [['boott'], 'Did you mean "throughline boot"?', 'unknown_command'],
    [['frobnicate'], 'Run throughline --help to list the commands.', 'unknown_command'],
    [['boot', '--bref'], 'Did you mean --brief?', 'unknown_flag'],
    [['boot', '--budget', '12'], 'from 500 to 40000', 'invalid_arguments'],
    [['boot', '--budget'], '--budget needs a value', 'invalid_arguments'],
    [['boot', 'extra'], 'takes no argument "extra"', 'invalid_arguments'],
    [['sessions', '--status', 'gone'], 'active, paused, lost, ended, closed', 'invalid_arguments'],
    [['end'], 'requires a checkpoint', 'checkpoint_required'],
  ])('answers %j with the next step and exit code 2', async (args, words, code) => {
    const { stderr, stdout, exitCode } = await runProgram(args, place());
    expect(stderr).toContain(words);
    expect(stderr).toContain(code);
    expect(stdout).toBe('');
    expect(exitCode).toBe(2);
  });

  it('refuses a misspelt variable and suggests the right one, instead of opening an empty store', async () => {
    const { stderr, exitCode } = await runProgram(['boot'], place(), { env: { THROUGHLINE_STOER: '/x' } });
    expect(stderr).toContain('THROUGHLINE_STORE');
    expect(exitCode).toBe(2);
  });

  it('leaves a handoff and shows it in the next boot, in the list, and as JSON', async () => {
    const here = place();
    const args = [
      '--checkpoint',
      '-',
      '--constraint',
      'never on Fridays',
      '--open-loop',
      'who deploys?',
      '--json',
    ];
    const ended = await runProgram(['end', ...args], here, { stdin: 'The parser is done 🦜\n第二行' });
    const facts = JSON.parse(ended.stdout) as Record<string, unknown>;
    expect(facts).toMatchObject({ status: 'ended', stored_count: 3 });
    const boot = await runProgram(['boot'], here);
    for (const text of ['never on Fridays', 'who deploys?', 'The parser is done 🦜', '第二行']) {
      expect(boot.stdout).toContain(text);
    }
    const json = JSON.parse((await runProgram(['boot', '--json', '--brief'], here)).stdout) as {
      report: string;
    };
    expect(json.report.length).toBeLessThanOrEqual(1_600);
    const list = await runProgram(['sessions'], here);
    expect(list.stdout).toContain(shortId(String(facts.session_id)));
    const again = await runProgram(['end', ...args], here, { stdin: 'The parser is done 🦜\n第二行' });
    expect(JSON.parse(again.stdout)).toEqual(facts);
  });

  it('shows only the project it is asked for, and says so when there is none of that name', async () => {
    const here = place();
    await runProgram(['end', '--project', 'lighthouse', '--checkpoint', 'lamp lit'], here);
    await runProgram(['end', '--project', 'harbour', '--checkpoint', 'gate shut'], here);
    const { stdout } = await runProgram(['sessions', '--project', 'harbour'], here);
    expect(stdout).toContain('gate shut');
    expect(stdout).not.toContain('lamp lit');
    for (const command of ['boot', 'sessions']) {
      const { stderr, exitCode } = await runProgram([command, '--project', 'harbor'], here);
      expect(stderr).toContain('"harbour"');
      expect(exitCode).toBe(3);
    }
  });

  it('ends the session that is active here, and asks which when there are several', async () => {
    const here = place();
    const agent = await serverIn(here);
    const { session } = await agent.facts('start_session', { agent: 'builder' });
    const ended = await runProgram(['end', '--checkpoint', 'done by hand', '--json'], here);
    expect(JSON.parse(ended.stdout)).toMatchObject({ session_id: session.session_id, status: 'ended' });
    const again = await runProgram(['end', '--checkpoint', 'done by hand', '--json'], here);
    expect(again.stdout).toBe(ended.stdout);
    for (const name of ['one', 'two']) await (await serverIn(here)).facts('start_session', { agent: name });
    const { stderr, exitCode } = await runProgram(['end', '--checkpoint', 'which?'], here);
    expect(stderr).toContain('session_ambiguous');
    expect(exitCode).toBe(4);
  });

  it.each(['boot', 'sessions'])('%s creates no store, and says how to create one', async (command) => {
    const here = place();
    const { stderr, exitCode } = await runProgram([command], here);
    expect(stderr).toContain('store_missing');
    expect(exitCode).toBe(3);
    expect(readdirSync(here.home)).toEqual([]);
    const typo = await runProgram(['end', '--checkpoint', 'x'], here, {
      env: { THROUGHLINE_STORE: join(here.home, 'typo', 'store.db') },
    });
    expect(typo.stderr).toContain('store_folder_missing');
    expect(readdirSync(here.home)).toEqual([]);
  });

  it('writes nothing with --read-only', async () => {
    const here = place();
    const { stderr, exitCode } = await runProgram(['end', '--read-only', '--checkpoint', 'x'], here);
    expect(stderr).toContain('read_only');
    expect(exitCode).toBe(5);
    expect(readdirSync(here.home)).toEqual([]);
    await runProgram(['end', '--checkpoint', 'x'], here);
    const client = await serverIn(here, { args: ['--read-only'] });
    const refused = await client.call('end_session', { checkpoint: 'x' });
    expect(refused.structuredContent).toMatchObject({ code: 'tool_not_offered', kind: 'denied' });
    expect((await client.facts('get_sessions')).sessions).toHaveLength(1);
  });

  it('reports errors as JSON on stderr, with an exit code by kind', async () => {
    const { stderr, exitCode } = await runProgram(
      ['end', '--session', 'ses_none', '--checkpoint', 'y', '--json'],
      place(),
    );
    expect(JSON.parse(stderr)).toMatchObject({ code: 'session_not_found', kind: 'not_found' });
    expect(exitCode).toBe(3);
  });
});
