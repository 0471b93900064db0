import { segmentsOf } from './command.ts';

export interface Commit {
  readonly hash: string;
  readonly branch: string;
  readonly subject: string;
}

const MAX_OUTPUT = 20_000;
/** After a rebase only this line names the branch. */
const REBASED = /Successfully rebased and updated refs\/heads\/(\S{1,120})\./;
const COMMITTED = /^\[([^\]\n]{1,120}?)(?: \(root-commit\))? ([0-9a-f]{7,40})\] (.{1,200})$/gm;

/** The commits that a command reports. */
export function commitsIn(output: string): Commit[] {
  const shown = output.slice(0, MAX_OUTPUT);
  const rebased = REBASED.exec(shown)?.[1];
  return [...shown.matchAll(COMMITTED)].map(([, branch = '', hash = '', subject = '']) => ({
    branch: rebased ?? branch,
    hash,
    subject,
  }));
}

const QUIET_COMMIT =
  /(?<!\S)git\s(?:-C\s+\S+\s+)?commit\b[^|;&\n]*\s(?:-[a-z]*q[a-z]*|--quiet)(?=\s|$)[^|;&\n]*/g;
const SUBJECT = /\s-[a-z]*m\s*(?:"([^"\n]{1,160})|'([^'\n]{1,160}))|<<(\w+)\n(.{1,160})\n/g;

const COMMITS = /(?<!\S)git\s(?:-C\s+\S+\s+)?commit\b/;
const EACH_COMMIT = /(?<!\S)(?=git\s(?:-C\s+\S+\s+)?commit\b)/;
/** Tags, notes and stashes have messages of their own. */
const OTHER_MESSAGES = /(?<!\S)git\s(?:-C\s+\S+\s+)?(?:tag|notes|stash)\b[^|;&\n]*/g;
const READS_MESSAGE = /\scommit\b[^|;&\n]*\s(?:-[a-z]*F|--file)[\s=]/;

/** The commit that a fixup is for, which git gives its subject. */
const FIXUP = /\s--fixup[ =](?:\w+:)?([\w^~-]{1,60})/;

/** Where others are: what a merge or a pull goes from and to. */
const UPDATED = /^Updat(?:ing|ed) .*$/gm;
/** In the range of a push, the commit after the dots is the new one. Digits alone are a number. */
const HASH = /(?<![\w-])(?=\d*[a-f])[0-9a-f]{7,40}(?![\w-]|\.\.)/;
const LOGGED = /^([0-9a-f]{7,40}) (?:\([^)\n]*\) )?(.+)$/gm;

/** The commits that `git log --oneline` shows. */
export const loggedIn = (output: string): readonly Pick<Commit, 'hash' | 'subject'>[] =>
  [...output.slice(0, MAX_OUTPUT).matchAll(LOGGED)].map(([, hash = '', subject = '']) => ({ hash, subject }));

/** Whether a command amends a commit without a report. */
export const amendsQuietly = (command: string): boolean =>
  (command.match(QUIET_COMMIT) ?? []).some((one) => one.includes('--amend'));

/** Commits that were made without a report; their subjects are in the command, and their hashes perhaps in the output. */
export function quietCommitsIn(command: string, output: string): Commit[] {
  const made = command.match(QUIET_COMMIT) ?? [];
  // One that the command amends itself is one commit.
  const count = made.filter((one) => !one.includes('--amend')).length || Math.min(1, made.length);
  if (count === 0) return [];
  const shown = output.slice(0, MAX_OUTPUT).replaceAll(UPDATED, '');
  const logged = loggedIn(shown);
  // A script before the commit is not its message, unless that is read from a file.
  const own = command.slice(Math.max(0, command.search(COMMITS))).replaceAll(OTHER_MESSAGES, '');
  const source = [...own.matchAll(SUBJECT)].length > 0 || !READS_MESSAGE.test(command) ? own : command;
  // Further messages of the same commit are its body.
  const subjects = source
    .split(EACH_COMMIT)
    .flatMap((one) => [...one.matchAll(SUBJECT)].slice(0, 1))
    // What the shell inserts is not known.
    .map(([, double, single, , script]) =>
      /[$`]/.test(double ?? '') ? '' : (double ?? single ?? script ?? ''),
    );
  const hashOf = (subject: string) => logged.find((one) => one.subject === subject)?.hash ?? '';
  const commits = subjects.map((subject) => ({ branch: '', hash: hashOf(subject).slice(0, 8), subject }));
  if (count > 1 && commits.length === count) return commits;
  const fixed = FIXUP.exec(made[0] ?? '')?.[1];
  const log = fixed === undefined ? logged[0] : logged.find((one) => one.subject.startsWith('fixup! '));
  const subject = subjects[0] || log?.subject || (fixed === undefined ? '' : `fixup! ${fixed}`);
  const hash = hashOf(subject) || (HASH.exec(shown)?.[0] ?? '');
  return [{ branch: '', hash: hash.slice(0, 8), subject }];
}

/** Whether the command makes commits, so that what it prints reports them. */
export const makesCommits = (command: string): boolean =>
  /(?<!\S)git\s[^|;&]*\b(?:commit|cherry-pick|merge|revert|rebase|am)\b/.test(command);

/** Whether a command replaces the commit before it. One that it has just made itself is not before it. */
export const amendsCommit = (command: string): boolean => {
  const first = segmentsOf(command).find((segment) => /^git commit\b/.test(segment)) ?? '';
  return /\s--amend\b/.test(first.replace(/"[^"]*"|'[^']*'/g, ''));
};

/** What names files as well changes the index and leaves the branch. */
const RESET_BY = /^git reset\b(?:\s+-\S+)*\s+["']?HEAD(?:~(\d*)|(\^+))["']?(?:\s+-\S+)*$/;

/** How many of the commits before it a command takes back. */
export const commitsTakenBack = (command: string): number =>
  segmentsOf(command)
    .map((segment) => RESET_BY.exec(segment))
    .reduce((sum, reset) => sum + (reset === null ? 0 : (reset[2]?.length ?? Number(reset[1] || 1))), 0);

const MOVED = /^(?:HEAD is now at |Unstaged changes after reset)/m;

/** Whether a command that resets may have failed to: git says so, or the command failed and git does not show that it did. */
export const mayNotHaveReset = (output: string, isError: boolean | null): boolean => {
  const shown = output.slice(0, MAX_OUTPUT);
  return (isError === true || /^(?:fatal|error):/m.test(shown)) && !MOVED.test(shown);
};

const RESET_TO = /^git reset\b(?:\s+-\S+)*\s+([0-9a-f]{7,40})\s*$/;

/** The commit that a command resets the branch to, if it names it by its hash. */
export const commitResetTo = (command: string): string | undefined =>
  segmentsOf(command)
    .flatMap((segment) => RESET_TO.exec(segment)?.[1] ?? [])
    .at(-1);

/** Whether a command moves the branch to where a remote has it, so that what was not pushed is replaced. */
export const resetsToRemote = (command: string): boolean =>
  segmentsOf(command).some((segment) =>
    /^git reset\b(?:\s+-\S+)*\s+(?:origin\/|upstream\/|@\{u|@\{upstream)/.test(segment),
  );

/** Whether git says that it wrote the commits of a branch again, with other hashes. */
export const hasRebased = (output: string): boolean => REBASED.test(output.slice(0, MAX_OUTPUT));
