import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALL_COMMANDS } from '../../src/cli/command-list.ts';
import { bashCompletion } from '../../src/cli/completion/bash.ts';
import { completionNodes } from '../../src/cli/completion/completion-data.ts';
import { fishCompletion } from '../../src/cli/completion/fish.ts';
import { zshCompletion } from '../../src/cli/completion/zsh.ts';
import { sharedFlags } from '../../src/cli/shared-flags.ts';
import { tempFolder } from '../support/temp-folder.ts';

const NODES = completionNodes(ALL_COMMANDS, sharedFlags());
const SCRIPTS = { bash: bashCompletion(NODES), zsh: zshCompletion(NODES), fish: fishCompletion(NODES) };

const isThere = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;

/** What bash would offer for the last word. */
function offered(...words: string[]): string[] {
  const array = words.map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(${array}); COMP_CWORD=${words.length - 1}; _throughline; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', `${SCRIPTS.bash}\n${ask}`], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

describe('completion', () => {
  it.each(Object.entries(SCRIPTS))('of %s is a script that the shell accepts', (shell, script) => {
    for (const { name } of ALL_COMMANDS) expect(script).toContain(name.split(' ').at(-1));
    if (!isThere(shell)) return;
    const file = join(tempFolder(), 'completion');
    writeFileSync(file, script);
    expect(spawnSync(shell, ['-n', file], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });

  it('of bash offers commands, subcommands, flags and values where they belong', () => {
    expect(offered('throughline', 'sea')).toEqual(['search']);
    expect(offered('throughline', 'session', '')).toEqual([
      'list',
      'show',
      'start',
      'pause',
      'resume',
      'end',
      'close',
    ]);
    expect(offered('throughline', '--project', 'x', 'session', 'li')).toEqual(['list']);
    expect(offered('throughline', 'session', 'list', '--all')).toContain('--all-projects');
    expect(offered('throughline', 'session', 'list', '--status', 'p')).toEqual(['paused']);
    expect(offered('throughline', 'search', 'words', '--status', '')).toEqual(['active', 'all']);
    expect(offered('throughline', 'end', '--che')).toEqual(['--checkpoint']);
    expect(offered('throughline', 'completion', 'f')).toEqual(['fish']);
    expect(offered('throughline', 'help', 'sea')).toEqual(['search']);
    expect(offered('throughline', 'session', 'list', '')).toEqual([]);
  });
});
