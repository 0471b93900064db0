import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  bashCompletion,
  completionNodes,
  fishCompletion,
  zshCompletion,
} from '../../src/cli/completion-scripts.ts';
import { globalFlags } from '../../src/cli/flags.ts';
import { ALL_COMMANDS } from '../../src/main/command-list.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { completionsOf, missingShellReason, type Shell } from './shell-completions.ts';

const NODES = completionNodes(ALL_COMMANDS, globalFlags());
const SCRIPTS = { bash: bashCompletion(NODES), zsh: zshCompletion(NODES), fish: fishCompletion(NODES) };
const SHELLS = Object.keys(SCRIPTS) as Shell[];

function scriptOf(shell: Shell): string {
  const file = join(tempFolder(), 'completion');
  writeFileSync(file, `${SCRIPTS[shell]}\n`);
  return file;
}

const SUBCOMMANDS = ['close', 'end', 'list', 'pause', 'resume', 'show', 'start'];
const STATES = ['active', 'closed', 'ended', 'lost', 'paused'];

const LINES: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['throughline se', ['search', 'serve', 'session', 'sessions']],
  ['throughline session ', SUBCOMMANDS],
  ['throughline --project x session li', ['list']],
  ['throughline --project=x session li', ['list']],
  ['throughline --read-only=true session li', ['list']],
  ['throughline sessions --all', ['--all-projects', '--allowed-roots']],
  ['throughline end --che', ['--checkpoint']],
  ['throughline search words --status ', ['active', 'all']],
  ['throughline session list --status p', ['paused']],
  ['throughline session list --status=', STATES],
  ['throughline session list --status=p', ['paused']],
  ['throughline search --limit ', []],
  ['throughline session list ', []],
  ['throughline session nothing ', []],
  ['throughline completion ', ['bash', 'fish', 'zsh']],
  ['throughline completion bash ', []],
  ['throughline config get po', ['port']],
  ['throughline config get hom', ['home']],
  ['throughline config set hos', ['host']],
  ['throughline config unset po', ['port']],
  ['throughline config set read_only ', ['false', 'true']],
  ['throughline config set toolsets c', ['campaign', 'capture', 'compat']],
  ['throughline config set port ', []],
  ['throughline config set read_only true ', []],
  ['throughline help sea', ['search']],
  ['throughline help session ', SUBCOMMANDS],
  ['throughline help session list ', []],
];

it.each(SHELLS)('completion of %s knows every command', (shell) => {
  for (const { name } of ALL_COMMANDS) expect(SCRIPTS[shell]).toContain(name.split(' ').at(-1));
});

describe.each(SHELLS)('completion in %s', (shell) => {
  const reason = missingShellReason(shell);
  const unlessThere = reason === undefined ? '' : ` (skipped: ${reason})`;
  const inShell = it.skipIf(reason !== undefined);

  inShell(`is a script that the shell accepts${unlessThere}`, () => {
    expect(spawnSync(shell, ['-n', scriptOf(shell)], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stdout: '',
      stderr: '',
    });
  });

  inShell.each(LINES)(`offers after "%s" what may stand there: %j${unlessThere}`, (line, offered) => {
    expect(completionsOf(shell, scriptOf(shell), line)).toEqual(offered);
  });

  inShell.each(['--home ', '--home='])(`offers files after %s${unlessThere}`, (flag) => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'a-home'));
    const found = completionsOf(shell, scriptOf(shell), `throughline boot ${flag}${folder}/a-h`);
    expect(found.map((path) => basename(path))).toEqual(['a-home']);
  });
});
