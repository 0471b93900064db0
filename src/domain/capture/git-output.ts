import { quoted } from './clip.ts';
import { segmentsOf } from './command.ts';

const MAX_OUTPUT = 20_000;

/** Most commands are neither git's nor those of a forge; they are not even taken apart. */
const gitSegments = (command: string): string[] => (command.includes('git') ? segmentsOf(command) : []);
const hubSegments = (command: string): string[] => (/gh |glab /.test(command) ? segmentsOf(command) : []);

/** What a `git status`, or a `git diff` of the whole worktree, shows as not committed. */
export interface StatusShown {
  /** Tracked files. */
  readonly paths: readonly string[];
  /** Of them and of new files, those that the next commit takes. Null if the command does not show them. */
  readonly staged: readonly string[] | null;
  /** Null if the command does not show them. */
  readonly untracked: readonly string[] | null;
  /** Nothing was filtered, so that a file that is not named has no changes. */
  readonly isWhole: boolean;
}

const SHORT = /^(?! {2})([MADRCUT ])([MADUT ]) (?:\S.* -> )?(\S.{0,199})$/;
const SHORT_UNTRACKED = /^\?\? (\S.{0,199})$/;
const LONG = /^\s+(?:modified|new file|deleted|renamed|typechange|both \w+):\s+(?:\S.* -> )?(\S.{0,199})$/;
const LONG_UNTRACKED = /^\t(\S.{0,199})$/;
const SECTIONS = {
  'Changes to be committed:': 'staged',
  'Changes not staged for commit:': 'changed',
  'Unmerged paths:': 'changed',
  'Untracked files:': 'untracked',
} as const;
type Section = (typeof SECTIONS)[keyof typeof SECTIONS] | 'none';

function readStatus(output: string, isShort: boolean) {
  const [paths, staged, untracked] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let section: Section = 'none';
  for (const line of output.slice(0, MAX_OUTPUT).split('\n')) {
    const opened = Object.entries(SECTIONS).find(([heading]) => line.startsWith(heading))?.[1];
    if (opened !== undefined || /^\S/.test(line)) section = opened ?? 'none';
    const [, index = '', worktree = '', short] = (isShort && SHORT.exec(line)) || [];
    const tracked =
      short ?? (section === 'none' || section === 'untracked' ? undefined : LONG.exec(line)?.[1]);
    const unknown =
      SHORT_UNTRACKED.exec(line)?.[1] ??
      (section === 'untracked' ? LONG_UNTRACKED.exec(line)?.[1] : undefined);
    if (tracked !== undefined) paths.add(tracked);
    if (unknown !== undefined) untracked.add(unknown);
    const isStaged = short === undefined ? section === 'staged' : index !== ' ' && worktree === ' ';
    if (tracked !== undefined && isStaged) staged.add(tracked);
  }
  return { paths: [...paths], staged: [...staged], untracked: [...untracked] };
}

/** Options that change neither the worktree that is shown nor the files. */
const PLAIN_STATUS =
  /^git status(?:\s+-(?:s|b|sb|uno|u|uall)\b|\s+--(?:short|branch|porcelain\S*|untracked-files\S*))*$/;
const SHORT_FORM = /\s(?:-[a-z]*s[a-z]*|--short|--porcelain\S*)(?=\s|$)/;
const NAMES_CHANGED = /^git diff --name-only$/;
const COUNTS_CHANGES = /^git diff --stat$/;
/** Long paths are shown without their beginning. */
const COUNTED = /^ (?!\.{3}|.* => )(\S[^|\n]{0,199}?) +\| +(?:\d+|Bin)(?= |$)/gm;
const ELSEWHERE = /(?<!\S)git\s+-C\s/;
const FOLDER = /(?:^|[;&\n])\s*cd\s+["']?([^\s"';&|]+)/g;

/** Whether a command works in another folder than the session's. */
export const isElsewhere = (command: string, root: string | null): boolean =>
  ELSEWHERE.test(command) ||
  [...command.matchAll(FOLDER)].some(([, folder = '']) =>
    /^[/~]|^\.\.|^\w:/.test(folder)
      ? root === null || (folder !== root && !folder.startsWith(`${root}/`))
      : folder.startsWith('$'),
  );

/** What a command shows about the worktree; null if nothing, or about another one. */
export function statusIn(command: string, output: string, root: string | null): StatusShown | null {
  if (!/(?:status|name-only|--stat)/.test(command) || isElsewhere(command, root)) return null;
  const segments = segmentsOf(command);
  const committing = segments.findLastIndex((segment) => /^git commit\b/.test(segment));
  const status = segments.findLastIndex((segment) => /^git status\b/.test(segment));
  if (status >= 0 && status > committing) {
    const isWhole =
      PLAIN_STATUS.test(segments[status] ?? '') &&
      !/git status[^;&\n]*\|/.test(command) &&
      !/(?<!\S)cd\s/.test(command) &&
      output.length <= MAX_OUTPUT;
    return { ...readStatus(output, SHORT_FORM.test(segments[status] ?? '')), isWhole };
  }
  const counting = segments.findIndex((segment) => COUNTS_CHANGES.test(segment));
  // Of a part of the worktree, or of its last lines, it says nothing about the rest.
  const isPlain = !/git diff --stat\s*\||(?<!\S)cd\s/.test(command);
  if (
    isPlain &&
    counting > committing &&
    segments.filter((segment) => /--stat|git (?:show|log)/.test(segment)).length === 1
  ) {
    const paths = [...output.slice(0, MAX_OUTPUT).matchAll(COUNTED)].map(([, path = '']) => path);
    return { paths, staged: null, untracked: null, isWhole: false };
  }
  const [only = ''] = segments;
  if (segments.length !== 1 || !NAMES_CHANGED.test(only) || command.includes('|')) return null;
  const paths = output
    .slice(0, MAX_OUTPUT)
    .split('\n')
    .filter((line) => /^\S{1,200}$/.test(line));
  return { paths, staged: null, untracked: null, isWhole: false };
}

const ADDED = /^git add\s+(.+)$/;

/** The files that a command puts into the next commit; '*' for all changes of tracked files, '.' for new files too. */
export const pathsStaged = (command: string): string[] =>
  gitSegments(command).flatMap((segment) => {
    if (/^git commit\b.*\s(?:-[b-ln-z]*a[a-z]*|--all)(?=\s|$)/.test(segment)) return ['*'];
    const words = ADDED.exec(segment)?.[1]?.split(/\s+/) ?? [];
    return words.flatMap((word) => {
      if (/^(?:-A|--all|\.)$/.test(word)) return ['.'];
      if (/^(?:-u|--update)$/.test(word)) return ['*'];
      return word.startsWith('-') ? [] : [word.replace(/^["']|["']$/g, '')];
    });
  });

/** Whether a command changes the worktree as a whole, so that an earlier status says nothing more. */
export const replacesWorktree = (command: string): boolean =>
  gitSegments(command).some((segment) =>
    /^git (?:stash(?!\s+(?:list|show|drop|clear))|checkout|switch|restore|reset|clean|pull|merge|rebase|revert|cherry-pick|apply|am)\b/.test(
      segment,
    ),
  );

const AHEAD =
  /^Your branch is ahead of '([^'\n]{1,120})' by (\d{1,6}) commits?|^## [^\n]*?\.\.\.(\S{1,120}) \[ahead (\d{1,6})/m;

/** By how many commits the branch is ahead of its upstream, if git says so. */
export function aheadIn(output: string): { readonly upstream: string; readonly count: number } | null {
  const [, long, count, short, counted] = AHEAD.exec(output.slice(0, MAX_OUTPUT)) ?? [];
  const upstream = long ?? short;
  return upstream === undefined ? null : { upstream, count: Number(count ?? counted) };
}

const SWITCHES = /^git (?:checkout|switch)((?:\s+-\S+)*)\s+(\S{1,80})(?:\s+(\S+))?$/;

/** The branch that a command switches to, before the first of its segments that matches `until`; null if it names none. */
export function branchSwitchedTo(command: string, until?: RegExp): string | null {
  const segments = gitSegments(command);
  const end = until === undefined ? -1 : segments.findIndex((segment) => until.test(segment));
  const [, options = '', name = ''] =
    segments
      .slice(0, end < 0 ? segments.length : end)
      .map((segment) => SWITCHES.exec(segment))
      .findLast((found) => found !== null && isBranchNamed(found)) ?? [];
  return name === '' || /\s--detach(?=\s|$)/.test(options) ? null : name;
}

/** `git checkout` takes files as well: only one that it creates may be followed by more, or look like a file. */
const isBranchNamed = ([, options = '', name = '', more]: RegExpExecArray): boolean =>
  /\s-[bBcC](?=\s|$)/.test(options) ||
  (more === undefined && !/^[-.]|\.\w{1,5}$|^HEAD|^origin\/|^[0-9a-f]{7,40}$/.test(name));

const ON_BRANCH = /^On branch (\S{1,80})$|^Switched to (?:a new )?branch '([^'\n]{1,80})'/m;

/** The branch that git names when it shows a status or switches; null if it names none, or that of another worktree. */
export function branchIn(command: string, output: string, root: string | null): string | null {
  const isNamed = gitSegments(command).some((segment) => /^git (?:status|checkout|switch)\b/.test(segment));
  if (!isNamed || isElsewhere(command, root)) return null;
  const [, status, switched] = ON_BRANCH.exec(output.slice(0, MAX_OUTPUT)) ?? [];
  return switched ?? status ?? branchSwitchedTo(command);
}

const WORKS_ON = /^gh pr (?:checkout|edit|comment|merge|ready|review)\s+(?:.*\s)?(\d{1,7})(?=\s|$)/;
const LOOKS_AT = /^gh pr (?:view|checks|diff)\s+(?:.*\s)?(\d{1,7})(?=\s|$)/;

/** A pull request that a command names by its number, with its repository if the command gives it. */
export interface NamedPullRequest {
  readonly name: string;
  /** The command does not only show it. */
  readonly isWorkedOn: boolean;
}

export function pullRequestNamed(command: string, root: string | null): NamedPullRequest | null {
  for (const segment of hubSegments(command)) {
    const worked = WORKS_ON.exec(segment)?.[1];
    const number = worked ?? LOOKS_AT.exec(segment)?.[1];
    if (number === undefined) continue;
    const repository = /\s(?:-R|--repo)[ =]([\w.-]+\/[\w.-]+)/.exec(segment)?.[1] ?? '';
    // Without its repository, a number of another folder would be taken for one of this project.
    if (repository === '' && isElsewhere(command, root)) continue;
    return { name: `${repository}#${number}`, isWorkedOn: worked !== undefined };
  }
  return null;
}

const NO_PULL_REQUEST = /no (?:open )?(?:pull requests?|PRs?)\b/i;

/** Whether a command looked for the pull request of a branch, and there was none. */
export const findsNoPullRequest = (command: string, output: string): boolean =>
  hubSegments(command).some((segment) => {
    if (/^gh pr view(?:\s+-.*)?$/.test(segment)) return NO_PULL_REQUEST.test(output);
    const isAsked =
      /^gh pr list\b.*\s(?:--head|-H)[ =]\S/.test(segment) && !/[|;\n]/.test(command.replace('||', ''));
    return isAsked && (/^\s*(?:\[\s*\])?\s*$/.test(output) || NO_PULL_REQUEST.test(output));
  });

const CREATES_ISSUE = /(?:^|[_.-])create[_-]?(?:issue|ticket)$/i;
const ISSUE_KEY = /"(?:identifier|key)"\s*:\s*"([A-Z][A-Z0-9]{0,15}-\d{1,9})"/;
const ISSUE_URL = /https:\/\/[\w.-]+\/[^\s"'<>)\\]{1,150}\/issues?\/[\w-]{1,40}/;
const ISSUE_TITLE = /"title"\s*:\s*"([^"\\]{1,160})/;
const MAX_TITLE = 160;

/** The issue that a tool or a command created, by its key or address; null if it created none. */
export function issueCreated(tool: string, command: string | null, output: string): string | null {
  const isAsked =
    command === null
      ? CREATES_ISSUE.test(tool)
      : hubSegments(command).some((segment) => /^(?:gh|glab) issue create\b/.test(segment));
  if (!isAsked) return null;
  const shown = output.slice(0, MAX_OUTPUT);
  const name = ISSUE_KEY.exec(shown)?.[1] ?? ISSUE_URL.exec(shown)?.[0];
  const title = ISSUE_TITLE.exec(shown)?.[1];
  return name === undefined ? null : `${name}${title === undefined ? '' : ` ${quoted(title, MAX_TITLE)}`}`;
}
