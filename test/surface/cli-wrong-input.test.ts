import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runProgramInProcess as runProgram, shellInProcess as shellIn } from '../support/run-in-process.ts';
import { place } from '../support/server.ts';

type Case = readonly [args: string[], words: string, code: string, exitCode: number];

/** Found before anything is opened: no store comes into being. */
const TYPED_WRONG: readonly Case[] = [
  [['boot', '--brief', '--budget', '600'], 'Pass --brief or --budget', 'arguments_contradict', 2],
  [['loops', '--limit', 'many'], 'a whole number', 'invalid_arguments', 2],
  [['search', '--type', 'decison'], 'Did you mean decision?', 'invalid_arguments', 2],
  [['recall'], 'needs ID', 'invalid_arguments', 2],
  [['remember'], 'needs TEXT', 'invalid_arguments', 2],
  [['remember', 'x', '--expires', 'tomorrow'], 'such as 2026-03-01', 'invalid_arguments', 2],
  [['remember', 'x', '--expires', '2026-02-30'], 'such as 2026-03-01', 'invalid_arguments', 2],
  [['remember', 'x', '--ttl-hours', '0'], 'must be greater than 0', 'invalid_arguments', 2],
  [['remember', 'x', '--importance', '11'], 'from 1 to 10', 'invalid_arguments', 2],
  [['remember', 'x', '--global=yes'], 'takes no value', 'invalid_arguments', 2],
  [['note'], 'needs TEXT', 'invalid_arguments', 2],
  [['note', '-x'], 'pass --', 'unknown_flag', 2],
  [['checkpoint'], 'needs TEXT', 'invalid_arguments', 2],
  [['resolve'], 'needs ID|TEXT', 'invalid_arguments', 2],
  [['forget'], 'needs ID', 'invalid_arguments', 2],
  [['session'], 'list, show, start', 'subcommand_missing', 2],
  [['session', 'lst'], '"throughline session list"', 'unknown_command', 2],
  [['sesion', 'lst'], '"throughline session list"', 'unknown_command', 2],
  [['pause'], '"throughline session pause"', 'unknown_command', 2],
  [['--json=no', 'boot'], 'takes no value', 'invalid_arguments', 2],
  [['session', 'start', '--new', '--after', 'ses_none'], 'Leave out --new', 'arguments_contradict', 2],
  [['session', 'start', '--kind', 'play'], 'work, game', 'invalid_arguments', 2],
  [
    ['session', 'pause', 'ses_none', '--session', 'ses_nobody'],
    'Pass one of them',
    'arguments_contradict',
    2,
  ],
  [['session', 'resume', 'ses_none', 'ses_nobody'], 'no "ses_nobody" after it', 'invalid_arguments', 2],
  [['session', 'close'], 'needs ID', 'invalid_arguments', 2],
  [['end', 'all is done'], 'throughline end --checkpoint "all is done"', 'invalid_arguments', 2],
  [['end', '--checkpoint', '-', '--focus', '-'], 'Only one text', 'invalid_arguments', 2],
  [['end', '--checkpoint', 'a', '--checkpoint', 'b'], 'was passed twice', 'invalid_arguments', 2],
  [['project', 'rename', 'one'], 'needs NAME', 'invalid_arguments', 2],
  [['config', 'get'], 'needs KEY', 'invalid_arguments', 2],
  [['config', 'get', 'prot'], 'Did you mean port?', 'unknown_config_key', 2],
  [['config', 'get', 'frobnicate'], 'throughline config list', 'unknown_config_key', 2],
  [['config', 'set', 'frobnicate', '1'], 'throughline config list', 'unknown_config_key', 2],
  [['config', 'set', 'prot', '1'], 'Did you mean port?', 'unknown_config_key', 2],
  [['config', 'set', 'port', '99999'], 'from 0 to 65535', 'config_value_invalid', 2],
  [['config', 'set', 'home', '/x'], 'the flag --home', 'unknown_config_key', 2],
  [['config', 'unset', 'prot'], 'Did you mean port?', 'unknown_config_key', 2],
  [['completion', 'tcsh'], 'bash, zsh, fish', 'invalid_arguments', 2],
  [['help', 'sesion'], '"throughline session"', 'unknown_command', 2],
  [['tools', '--toolsets', 'sesion'], 'did you mean session?', 'config_value_invalid', 2],
  [['tools', '--toolsets', 'frobnicate'], 'contains "frobnicate". It must be', 'config_value_invalid', 2],
  [['-x'], 'throughline --help', 'unknown_flag', 2],
  [['--home'], '--home needs a value', 'invalid_arguments', 2],
  [['--home', '/nowhere'], 'throughline --help', 'command_missing', 2],
  [['remember', '--project', 'second', '--global', 'x'], 'Pass one of them', 'arguments_contradict', 2],
  [['search', '--project', 'second', '--all-projects'], 'Pass one of them', 'arguments_contradict', 2],
  [['sessions', '--project', 'second', '--all-projects'], 'Pass one of them', 'arguments_contradict', 2],
];

/** Found in the store, and reported with the names of the flags. */
const NOT_THERE: readonly Case[] = [
  [['session', 'show', 'ses_none'], 'throughline session list', 'session_not_found', 3],
  [['session', 'close', 'ses_none'], 'throughline session list', 'session_not_found', 3],
  [['session', 'resume'], 'throughline session start', 'session_not_paused', 3],
  [['session', 'pause'], 'throughline session start', 'session_not_active', 3],
  [['session', 'start', '--after', 'ses_none'], 'throughline session list', 'session_not_found', 3],
  [['note', '  '], 'TEXT is empty', 'text_empty', 2],
  [['note', 'x', '--session', 'ses_none'], 'throughline session list', 'session_not_found', 3],
  [['recall', 'rec_none'], 'throughline search', 'record_not_found', 3],
  [['forget', 'rec_none', '--yes'], 'throughline search', 'record_not_found', 3],
  [['resolve', 'rec_none'], 'throughline search', 'record_not_found', 3],
  [['resolve', 'nothing like it'], 'throughline loops', 'open_loop_not_found', 3],
  [['remember', 'x', '--supersedes', 'rec_none'], 'throughline boot', 'record_not_found', 3],
  [['remember', 'x', '--expires', '2020-01-01'], '--expires 2020', 'expiry_in_the_past', 2],
  [
    ['remember', 'x', '--expires', '2090-01-01', '--ttl-hours', '1'],
    '--ttl-hours',
    'arguments_contradict',
    2,
  ],
  [['remember', 'x', '--tag', ' '], '--tag', 'text_empty', 2],
  [['project', 'rename', 'nope', 'x'], 'throughline project list', 'project_not_found', 3],
  [['boot', '--project', 'nope'], 'throughline project list', 'project_not_found', 3],
  [['search', 'x', '--cursor', 'x'], '--cursor', 'cursor_invalid', 2],
  [['end', '--decision', 'x'], '--checkpoint', 'checkpoint_required', 2],
];

const TOOL_WORDS = /\b(?:start|end|close|get|boot|list|search|store|update|delete|add)_\w+|\b\w+_id\b|mode "/;

describe('wrong input', () => {
  it.each(TYPED_WRONG)('%j is refused before anything is opened', async (args, words, code, exitCode) => {
    const here = place();
    const ran = await runProgram(args, here);
    expect(ran.stderr).toContain(words);
    expect(ran.stderr).toContain(`(${code})`);
    expect(ran).toMatchObject({ stdout: '', exitCode });
    expect(readdirSync(here.home)).toEqual([]);
  });

  it('is answered in the wording of the command line, not of the tools', async () => {
    const here = place();
    await shellIn(here).run('end', '--checkpoint', 'there is a store');
    for (const [args, words, code, exitCode] of NOT_THERE) {
      const ran = await runProgram(args, here);
      expect(ran.stderr, args.join(' ')).toContain(words);
      expect(ran.stderr, args.join(' ')).toContain(`(${code})`);
      expect(ran.stderr.replace(`(${code})`, ''), args.join(' ')).not.toMatch(TOOL_WORDS);
      expect(ran, args.join(' ')).toMatchObject({ stdout: '', exitCode });
    }
    expect((await shellIn(here).facts('sessions')).sessions).toHaveLength(1);
  });

  it.each([
    [['frobnicate'], '--help'],
    [['boott'], '--help'],
    [['session', 'lst'], 'session --help'],
    [['session'], 'session --help'],
    [['-x'], '--help'],
    [['--home', '/nowhere'], '--help'],
  ])('%j is answered in a few lines that say where the help is', async (args, help) => {
    const { stderr } = await runProgram(args, place());
    expect(stderr.trimEnd().split('\n').length, stderr).toBeLessThanOrEqual(4);
    expect(stderr).toContain(`throughline ${help}`);
  });

  it('does not ask about a record that does not exist', async () => {
    const here = place();
    expect((await runProgram(['forget', 'rec_none'], here)).stderr).toContain('store_missing');
    const { id } = await shellIn(here).facts('remember', 'the lamp is lit');
    expect((await runProgram(['forget', 'rec_none'], here)).stderr).toContain('record_not_found');
    expect((await runProgram(['forget', id.slice(0, 8)], here)).stderr).toContain('id_too_short');
    const { stderr, exitCode } = await runProgram(['forget', id], here);
    expect(stderr).toContain('Pass --yes');
    expect(exitCode).toBe(2);
  });

  it.each([
    [['loops']],
    [['search', 'x']],
    [['recall', 'rec_none']],
    [['session', 'list']],
    [['session', 'show']],
    [['project', 'list']],
    [['resolve', 'x']],
    [['forget', 'rec_none', '--yes']],
    [['session', 'resume']],
    [['session', 'close', 'ses_none']],
    [['project', 'rename', 'a', 'b']],
  ])('%j is about what is there, and makes no store', async (args) => {
    const here = place();
    const { stderr, exitCode } = await runProgram(args, here);
    expect(stderr).toContain('store_missing');
    expect(exitCode).toBe(3);
    expect(readdirSync(here.home)).toEqual([]);
  });

  it.each([
    [['config', 'list']],
    [['config', 'path']],
    [['config', 'get', 'port']],
    [['tools']],
    [['completion', 'bash']],
    [['help']],
  ])('%j needs no store, and makes none', async (args) => {
    const here = place();
    expect((await runProgram(args, here)).exitCode).toBe(0);
    expect(readdirSync(here.home)).toEqual([]);
  });
});
