import { appendFileSync, cpSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitFiles, script } from './ask-drift.ts';
import { commit, git, repository, tempFolder } from './temp-repository.ts';

const HOOKS = [
  'post-index-change',
  'fsmonitor-watchman',
  'reference-transaction',
  'pre-auto-gc',
  'post-checkout',
];
const COMMANDS =
  'status rev-parse rev-list symbolic-ref config diff-files diff-index diff-tree ls-files check-attr';

export interface Hostile {
  readonly worktree: string;
  readonly head: string;
  /** What ran. */
  markers(): string[];
  configure(text: string): void;
  /** Makes every file as new as the index, so that git compares contents. */
  makeRacy(): void;
}

/** A repository in which every setting we know of that names a program names one that leaves a marker.
 *  `prepare` has the last chance to use plain git in it. */
export function hostileRepository(prepare = (_worktree: string): void => undefined): Hostile {
  const worktree = repository();
  const head = commitFiles(worktree, {
    'a.ts': '1',
    'b.ts': '1',
    'z.bin': '\0',
    '.gitattributes': ATTRIBUTES,
  });
  git(worktree, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repository('lib'), 'sub');
  git(worktree, 'commit', '-q', '-m', 'submodule');
  commit(worktree, 'signed, or so it says');
  commitFiles(worktree, { 'a.ts': '2' }, 'last');
  prepare(worktree);
  const traps = tempFolder();
  const markers = join(traps, 'markers');
  mkdirSync(markers);
  const trap = (name: string) => script(`: > '${markers}/${name}'`, name, traps);

  const configFile = join(worktree, '.git', 'config');
  appendFileSync(configFile, settings(trap, join(traps, 'included')));
  writeFileSync(join(traps, 'included'), `[filter "more"]\n\tclean = ${trap('included-filter')}\n`);
  appendFileSync(
    join(worktree, '.git', 'modules', 'sub', 'config'),
    `[core]\n\tfsmonitor = ${trap('submodule')}\n`,
  );
  writeFileSync(join(worktree, 'sub', 'file.txt'), 'dirty');
  writeFileSync(join(worktree, '.git', 'info', 'attributes'), 'b.ts filter=more\n');
  for (const hook of HOOKS) {
    trap(hook);
    cpSync(join(traps, hook), join(worktree, '.git', 'hooks', hook));
  }
  mkdirSync(join(worktree, 'bin'));
  script(`: > '${markers}/own-git'`, 'git', join(worktree, 'bin'));
  script(`: > '${markers}/own-git'`, 'git', worktree);
  return {
    worktree,
    head,
    markers: () => readdirSync(markers).sort(),
    configure: (text) =>
      appendFileSync(
        configFile,
        text.replace(/TRAP:(\w+)/g, (_, name) => trap(name)),
      ),
    makeRacy: () => utimesSync(join(worktree, '.git', 'index'), 1, 1),
  };
}

const ATTRIBUTES = '* filter=evil diff=evil merge=evil\n*.bin filter=process\n';

const settings = (trap: (name: string) => string, included: string) => `
[core]
	fsmonitor = ${trap('fsmonitor')}
	pager = ${trap('pager')}
	editor = ${trap('editor')}
	askPass = ${trap('askpass')}
	sshCommand = ${trap('ssh')}
	gitProxy = ${trap('proxy')}
	alternateRefsCommand = ${trap('alternates')}
	untrackedCache = true
[include]
	path = ${included}
[filter "evil"]
	clean = ${trap('clean')}
	smudge = ${trap('smudge')}
	required = true
[filter "process"]
	process = ${trap('process')}
[diff]
	external = ${trap('diff-external')}
	ignoreSubmodules = none
[diff "evil"]
	command = ${trap('diff-command')}
	textconv = ${trap('textconv')}
[merge "evil"]
	driver = ${trap('merge')}
[log]
	showSignature = true
[gpg]
	program = ${trap('gpg')}
[gpg "ssh"]
	program = ${trap('gpg-ssh')}
[credential]
	helper = ${trap('credential')}
[submodule]
	recurse = true
[status]
	submoduleSummary = true
[interactive]
	diffFilter = ${trap('diff-filter')}
[uploadpack]
	packObjectsHook = ${trap('pack-objects')}
[pager]
${COMMANDS.split(' ')
  .map((name) => `\t${name} = ${trap('pager')}`)
  .join('\n')}
[alias]
${COMMANDS.split(' ')
  .map((name) => `\t${name} = "!${trap('alias')}"`)
  .join('\n')}
`;
