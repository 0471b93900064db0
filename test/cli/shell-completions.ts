import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '../support/temp-folder.ts';

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function run(shell: string, args: readonly string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(shell, args, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', HOME: tempFolder(), TERM: 'xterm', ...env },
    timeout: 60_000,
  });
  if (status !== 0 || stderr !== '') throw new Error(`${shell} ended with ${status}: ${stderr}`);
  return stdout;
}

/** Bash breaks words at `=` and `:`, and hands those over as words too. */
function askBash(script: string, line: string): string {
  const words = line.split(' ').flatMap((word) => word.split(/([=:])/));
  const typed = words.filter(
    (word, index) => word !== '' || (index === words.length - 1 && line.endsWith(' ')),
  );
  const ask = `COMP_WORDS=(${typed.map(quote).join(' ')}); COMP_CWORD=${typed.length - 1}; _throughline`;
  return run('bash', ['--norc', '-c', `source ${quote(script)}\n${ask}; printf '%s\\n' "\${COMPREPLY[@]}"`]);
}

/** Zsh completes at a terminal only: one is made, and what its completion adds goes to a file. */
const ZSH_INNER = `PROMPT=
autoload -Uz compinit && compinit -D -u
source $SCRIPT
bindkey '^I' complete-word
compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
  local -a hits
  builtin compadd -A hits "$@"
  print -rl -- $hits >> $HITS
  builtin compadd "$@"
}
comppostfuncs=(exit)
`;

const ZSH_OUTER = `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "source $INNER"
zpty -w -n shell "$LINE"$'\\t'
while zpty -r shell shown; do :; done`;

function askZsh(script: string, line: string): string {
  const folder = tempFolder();
  const [inner, hits] = [join(folder, 'inner'), join(folder, 'hits')];
  writeFileSync(inner, ZSH_INNER);
  run('zsh', ['-f', '-c', ZSH_OUTER], { INNER: inner, SCRIPT: script, HITS: hits, LINE: line });
  return existsSync(hits) ? readFileSync(hits, 'utf8') : '';
}

/** Fish adds what each means, and shows a value with its flag before it. */
const askFish = (script: string, line: string): string =>
  run('fish', ['--no-config', '-c', `source ${quote(script)}; complete -C ${quote(line)}`]).replaceAll(
    /^(?:--[\w-]+=)|\t.*$/gm,
    '',
  );

const ASK = { bash: askBash, zsh: askZsh, fish: askFish };

export type Shell = keyof typeof ASK;

/** What the shell offers when the tabulator is pressed at the end of the line. */
export const completionsOf = (shell: Shell, script: string, line: string): readonly string[] =>
  ASK[shell](script, line)
    .split('\n')
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .sort();

/** Why nothing can be asked of a shell; undefined where it is there. */
export const missingShellReason = (shell: Shell): string | undefined =>
  spawnSync(shell, ['-c', 'true']).status === 0 ? undefined : `${shell} is not installed`;
