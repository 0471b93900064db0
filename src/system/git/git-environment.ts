import { devNull } from 'node:os';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a person's own settings are found: `safe.directory` counts from there only. */
const KEPT = ['HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'SYSTEMROOT'];

/** What a repository's configuration could make git run, each answered on the command line, which has the last word.
 *  `core.fsmonitor` is empty and not `false`: older versions would take that for the name of a program. */
const SETTINGS = [
  'core.fsmonitor=',
  `core.hooksPath=${devNull}`,
  `core.attributesFile=${devNull}`,
  'core.pager=cat',
  'core.askPass=',
  'core.sshCommand=false',
  'core.gitProxy=',
  'core.alternateRefsCommand=false',
  'credential.helper=',
  'protocol.allow=never',
  'diff.external=',
  'log.showSignature=false',
  'gpg.program=false',
  'submodule.recurse=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'safe.bareRepository=explicit',
  'i18n.logOutputEncoding=UTF-8',
];

const SAFETY: Environment = {
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  // No protocol at all, not even one that `protocol.<name>.allow` permits: a version that does not know
  // GIT_NO_LAZY_FETCH would go to a partial clone's remote, and `ext::` is a command line.
  GIT_ALLOW_PROTOCOL: '',
  GIT_ASKPASS: '',
  GIT_PAGER: 'cat',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_LITERAL_PATHSPECS: '1',
};

/** Made from nothing: GIT_DIR, GIT_INDEX_FILE, GIT_EXTERNAL_DIFF and the like of ours never reach git. */
export function gitEnvironment(environment: Environment, path: string): Record<string, string> {
  const kept = Object.entries(environment).filter(([name]) => KEPT.includes(name.toUpperCase()));
  const entries = [...kept, ['PATH', path], ...Object.entries(SAFETY)];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

export const gitArguments = (worktree: string, command: readonly string[]): string[] => [
  '--no-pager',
  '-C',
  worktree,
  ...SETTINGS.flatMap((setting) => ['-c', setting]),
  ...command,
];
