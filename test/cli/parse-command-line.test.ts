import { describe, expect, it } from 'vitest';
import { type CommandLine, parseCommandLine } from '../../src/cli/parse-command-line.ts';
import { ALL_COMMANDS } from '../../src/main/command-list.ts';

const parse = (...argv: string[]) => parseCommandLine(argv, ALL_COMMANDS) as CommandLine;
const help = (...argv: string[]) => parseCommandLine(argv, ALL_COMMANDS);

describe('parseCommandLine', () => {
  it('finds commands of two words and their shorter names', () => {
    expect(parse('session', 'list').command.name).toBe('session list');
    expect(parse('sessions')).toMatchObject({ command: { name: 'session list' }, calledAs: 'sessions' });
    expect(parse('end', 'ses_x').words).toEqual(['ses_x']);
  });

  it('takes flags before, between and after the words of the command', () => {
    const wanted = { isJson: true, options: { project: 'api' }, flags: { limit: ['3'] } };
    for (const argv of [
      ['--json', '--project', 'api', '--limit', '3', 'session', 'list'],
      ['session', '--project=api', '--json', 'list', '--limit', '3'],
      ['session', 'list', '--limit=3', '--json', '--project', 'api'],
    ]) {
      expect(parse(...argv)).toMatchObject(wanted);
    }
  });

  it('takes all after -- as words, and text that begins with a dash as text', () => {
    expect(parse('note', '--', '--json', '-x').words).toEqual(['--json', '-x']);
    expect(parse('note', '--', '--json').isJson).toBe(false);
    expect(parse('note', '- a list', '-5 degrees', '--force is dangerous').words).toEqual([
      '- a list',
      '-5 degrees',
      '--force is dangerous',
    ]);
    expect(parse('end', '--decision', '--force is dangerous').flags.decision).toEqual([
      '--force is dangerous',
    ]);
    expect(parse('note', '-').words).toEqual(['-']);
  });

  it('keeps values unchanged, whatever characters they contain', () => {
    expect(parse('remember', 'x', '--subject=a=b\nc').flags.subject).toEqual(['a=b\nc']);
    expect(parse('remember', 'x', '--tag', 'a', '--tag', 'b').flags.tag).toEqual(['a', 'b']);
    expect(parse('config', 'set', 'port', '1', '--read-only=false').options).toEqual({
      'read-only': 'false',
    });
  });

  it('returns a question for help and version', () => {
    const about = (...words: string[]) => ({ about: 'help', words, isJson: false });
    expect(help('--help')).toEqual(about());
    expect(help('-h')).toEqual(about());
    expect(help('session', '-h')).toEqual(about('session'));
    expect(help('session', 'end', '--help')).toEqual(about('session', 'end'));
    expect(help('help', 'session', 'end')).toEqual(about('session', 'end'));
    expect(help('recall', '--help')).toEqual(about('recall'));
    expect(help('help', 'recall', '--json')).toEqual({ ...about('recall'), isJson: true });
    for (const argv of [
      ['--version', '--json'],
      ['--json', '-v'],
      ['version', '--json'],
    ]) {
      expect(help(...argv)).toEqual({ about: 'version', words: [], isJson: true });
    }
  });

  it.each([
    [['--json'], 'command_missing'],
    [['-x'], 'unknown_flag'],
    [['--home'], 'invalid_arguments'],
    [['session', '--json'], 'subcommand_missing'],
    [['lists'], 'unknown_command'],
    [['boot', '-x'], 'unknown_flag'],
    [['boot', '--JSON'], 'unknown_flag'],
    [['remember', 'x', '--subject', '--json'], 'invalid_arguments'],
  ])('refuses %j with %s', (argv, code) => {
    expect(() => parse(...argv)).toThrow(expect.objectContaining({ code }));
  });
});
