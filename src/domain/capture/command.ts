const MAX_COMMAND = 2_000;
const MAX_SUBJECT = 160;
const HEREDOC = /<<-?\s*(["']?)(\w+)\1[\s\S]*?(?:\n\s*\2(?=\s|$)|$)/g;
const LEAD =
  /^(?:(?:\w+=(?:"[^"]*"|'[^']*'|\S*)|sudo|time|exec|command|nohup|env|timeout(?: -\S+)* \S+|do|then|\()\s+)+/;
const REDIRECTION = /\s*\d?>(?:&\d|>?\s*\S+)/g;
const GIT_FOLDER = /^git(?:\s+(?:-C\s+\S+|-c\s+\S+|--no-pager))+/;

/** Of scripts and messages inside a command only the first line is kept. */
export const withoutHeredocs = (command: string): string =>
  command.replace(HEREDOC, (whole, _quote, end: string) => {
    const first = whole
      .split('\n')
      .slice(1)
      .find((line) => line.trim() !== '' && line.trim() !== end);
    return [`<<${end}`, ...(first === undefined ? [] : [first.slice(0, MAX_SUBJECT)]), end].join('\n');
  });

export interface Segment {
  readonly text: string;
  /** The variables that are set for it, with a space at the end; '' if there are none. */
  readonly environment: string;
}

const ENVIRONMENT = /(?<!\S)[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+/g;

/** The parts of a command line, without prefixes such as `sudo` and without redirections. */
export const segmentsWithEnvironment = (command: string): Segment[] =>
  splitAtOperators(command.slice(0, MAX_COMMAND).replace(HEREDOC, ''))
    .map((part) => {
      const run = part.replace(REDIRECTION, '').trim();
      const lead = LEAD.exec(run)?.[0] ?? '';
      return {
        text: run.slice(lead.length).replace(GIT_FOLDER, 'git'),
        environment: lead.match(ENVIRONMENT)?.join('') ?? '',
      };
    })
    .filter(({ text }) => text !== '' && !/^cd(?:\s|$)/.test(text));

export const segmentsOf = (command: string): string[] =>
  segmentsWithEnvironment(command).map(({ text }) => text);

const INSPECTS =
  /^(?:ls|echo|printf|cat|head|tail|grep|rg|find|fd|pwd|wc|which|sed -n|awk|sort|uniq|cut|tr|nl|jq|diff|tree|stat|file|date|true|test|git (?:status|log|diff|show|branch|remote|rev-parse|rev-list|merge-base|ls-files|ls-tree|grep|blame|describe|cat-file|fetch)|gh \w+ (?:view|list|checks|diff|status)|go (?:doc|list|env|version)|ssh -G|(?:kubectl|oc)(?: --?\S+(?: (?!get|describe|logs|top)\S+)?)* (?:get|describe|logs|top)|(?:docker|podman) (?:ps|logs|images|inspect)|helm (?:list|status|history)|systemctl status|journalctl|df|du|ps|free|uptime|\S+ --(?:version|help))(?![\w-])/;
const FINDS_AND_ACTS = /^find\b.*\s-(?:delete|exec|ok)/;

/** Whether a part of a command only looks, which says nothing about the work. */
export const isInspection = (segment: string): boolean =>
  (INSPECTS.test(segment) && !FINDS_AND_ACTS.test(segment)) || /\s--?(?:dry-run|diff)(?=\s|$)/.test(segment);

const ON_HOST = /^ssh\s+(?:-\S+\s+)*[\w.@-]+\s+/;

export const onlyLooks = (command: string): boolean =>
  segmentsOf(command).every((segment) => isInspection(segment.replace(ON_HOST, '')));

const OUTPUT_FILE = /(?<![-=<&\d])\d?>{1,2}(?!&|=)\s*(?!\/dev\/null)(["']?)([^\s"'&|;]+)/g;
const IN_TEMPORARY = /^["']?(?:\/private)?\/(?:tmp|var\/folders)\//;

/** Whether a part works on nothing but temporary files. */
const isTemporaryWork = (segment: string): boolean => {
  const paths = segment.split(/\s+/).filter((word) => word.includes('/'));
  return paths.length > 0 && paths.every((path) => IN_TEMPORARY.test(path));
};

/** Whether a command may have changed files of the project. Parts that `isHarmless` knows are left out. */
export const mayChangeFiles = (command: string, isHarmless: (segment: string) => boolean): boolean =>
  [...command.slice(0, MAX_COMMAND).replace(HEREDOC, '').matchAll(OUTPUT_FILE)].some(
    ([, , path = '']) => !IN_TEMPORARY.test(path),
  ) ||
  segmentsOf(command).some(
    (segment) => !isInspection(segment) && !isTemporaryWork(segment) && !isHarmless(segment),
  );

function splitAtOperators(command: string): string[] {
  const parts: string[] = [];
  let part = '';
  let quote = '';
  for (let at = 0; at < command.length; at++) {
    const char = command.charAt(at);
    if (char === '\\' && quote !== "'") {
      part += char + command.charAt(++at);
    } else if (quote !== '') {
      if (char === quote) quote = '';
      part += char;
    } else if (char === '&' && (command.charAt(at - 1) === '>' || command.charAt(at + 1) === '>')) {
      part += char;
    } else if (/[&|;\n]/.test(char)) {
      parts.push(part);
      part = '';
    } else {
      if (/["'`]/.test(char)) quote = char;
      part += char;
    }
  }
  return [...parts, part];
}

const pathArguments = (segment: string, ignored: string): string[] =>
  segment
    .split(/\s+/)
    .slice(1)
    .filter((word) => !word.startsWith('-') && word !== ignored)
    .map((word) => word.replace(/^["']|["']$/g, ''));

/** Paths that a command restores to an earlier state; '.' for all of them. */
export function pathsReverted(command: string): string[] {
  return segmentsOf(command).flatMap((segment) => {
    if (/^git reset\b/.test(segment)) return /--hard\b/.test(segment) ? ['.'] : [];
    const isRestored = /^git (?:checkout\s(?!-[bB]\s)|restore\s(?!.*--staged))/.test(segment);
    return isRestored ? pathArguments(segment.replace(/^git\s+/, ''), 'HEAD') : [];
  });
}

export type StashStep = 'stash' | 'stash_all' | 'restore' | 'drop';

/** What a command does with git's stash, in its order. */
export function stashStepsIn(command: string, output: string): StashStep[] {
  return segmentsOf(command).flatMap((segment): StashStep[] => {
    const [, step = '', options = ''] = /^git stash(?:\s+(?!-)(\w+))?(.*)$/.exec(segment) ?? ['', 'none'];
    if (step === '' || step === 'push' || step === 'save')
      return /No local changes to save/.test(output)
        ? []
        : [/\s(?:-[a-z]*[ua]|--include-untracked|--all)\b/.test(options) ? 'stash_all' : 'stash'];
    if (step === 'pop' || step === 'apply')
      return /stash entry is kept|^error: |^CONFLICT/m.test(output) ? [] : ['restore'];
    return step === 'drop' || step === 'clear' ? ['drop'] : [];
  });
}

export interface Removal {
  readonly path: string;
  /** Git only removes files that it tracks. */
  readonly isTracked: boolean;
}

export const pathsRemoved = (command: string): Removal[] =>
  segmentsOf(command).flatMap((segment) =>
    /^(?:git )?rm\s(?!.*--cached)/.test(segment)
      ? pathArguments(segment, 'rm').map((path) => ({ path, isTracked: segment.startsWith('git ') }))
      : [],
  );

/** What a command does before anything else; if a later part of it fails, that is done all the same. */
export const firstStep = (command: string): string => segmentsOf(command)[0] ?? '';

export interface Move {
  readonly from: string;
  readonly to: string;
  readonly isTracked: boolean;
}

const nameIn = (path: string): string => path.replace(/\/+$/, '').split('/').at(-1) ?? '';
const hasExtension = (path: string): boolean => /.\.\w+$/.test(nameIn(path));

/** Files and folders that a command moves. A target without an extension for a file with one is a folder. */
export const pathsMoved = (command: string): Move[] =>
  segmentsOf(command).flatMap((segment) => {
    const paths = /^(?:git )?mv\s/.test(segment) ? pathArguments(segment, 'mv') : [];
    const target = paths.at(-1) ?? '';
    const isInto = (from: string) =>
      paths.length > 2 || /(?:^|\/)\.{0,2}\/?$/.test(target) || (hasExtension(from) && !hasExtension(target));
    return paths.slice(0, -1).map((from) => ({
      from,
      to: isInto(from) ? `${target.replace(/\/+$/, '')}/${nameIn(from)}` : target,
      isTracked: segment.startsWith('git '),
    }));
  });

/** Files that a shell writes itself: `cat > path <<EOF`. */
export const pathsOfHeredocs = (command: string): string[] =>
  [
    ...command
      .slice(0, 4_000)
      .matchAll(/(?:^|[\n;&|]\s*)cat\s*>{1,2}\s*["']?([^\s"'<>|;&]{1,300})["']?\s*<</g),
  ].map(([, path = '']) => path);

const MAX_OUTPUT = 20_000;

const NOT_PUSHED = /^(?:error|fatal):|\[(?:remote )?rejected\]|Everything up-to-date/m;

/** A fetch names the branch of the remote after that of the same name. */
const UPDATED =
  /^[ *+]*(?:[0-9a-f]{4,40}\.{2,3}[0-9a-f]{4,40}|\[new branch\]) +(\S{1,200}) +-> (?!\S{1,200}\/\1(?!\S))|set up to track/m;
/** What follows hides whether the push succeeded. */
const PUSH_AND_MORE = /(?<!\S)git\s[^|;&\n]*push\b[^|;&\n]*\|/;
/** Without a branch, the option pushes nothing else. */
const PUSHES_TAGS = /\s--tags(?!\S)/;

/**
 * Whether a command shows a push of branches. If the exit status is not that of the push, git has to say so or be silent, and if it
 * is not known to be one of success, git has to say so.
 */
export function hasPushed(command: string, output: string, isError: boolean | null): boolean {
  const isAsked = segmentsOf(command).some(
    (segment) =>
      /^git push\b(?!.*--(?:dry-run|delete))/.test(segment) &&
      !(PUSHES_TAGS.test(segment) && pathArguments(segment, 'push').length < 2),
  );
  const shown = output.slice(0, MAX_OUTPUT);
  if (!isAsked || NOT_PUSHED.test(shown)) return false;
  if (UPDATED.test(shown)) return true;
  const isHidden = PUSH_AND_MORE.test(command.replace(REDIRECTION, ''));
  return isError === false && (!isHidden || shown.trim() === '');
}

/** The branches that git says it pushed, by their names on both sides; none if it was quiet. */
export const branchesPushed = (output: string): string[] =>
  [...output.slice(0, MAX_OUTPUT).matchAll(/^(?! *!)[^\n]*?(\S{1,200}) +-> +(\S{1,200})/gm)].flatMap(
    ([, from = '', to = '']) => [from, to],
  );

const PULL_REQUEST = /https:\/\/[\w.-]+\/[^\s"'<>)]{1,150}\/(?:pull|merge_requests|pullrequest)\/\d{1,9}/g;

/** Pull requests that a command opened. */
export const pullRequestsOpened = (command: string, output: string): string[] =>
  /\b(?:gh pr|glab mr|az repos pr) create\b/.test(command)
    ? [...output.slice(0, MAX_OUTPUT).matchAll(PULL_REQUEST)].map(([url]) => url)
    : [];

const EDITS_IN_PLACE =
  /(?:^|[;&|(\n])\s*(?:g?sed|perl)((?:(?:[^\S\n]|\\\n)+(?:'[^']*'|"(?:[^"\\]|\\.)*"|[^\s;&|<>()'"]+))+)/g;
const ARGUMENT = /'[^']*'|"(?:[^"\\]|\\.)*"|\S+/g;

/** The files that a command edits with `sed -i` and names itself. The script comes before them, unless an option has it. */
export const pathsEditedInPlace = (command: string): string[] =>
  !/(?:sed|perl)\s[^\n]*-\w*i/.test(command)
    ? []
    : [...command.slice(0, 4_000).matchAll(EDITS_IN_PLACE)].flatMap(([, given = '']) => {
        const words = given.match(ARGUMENT) ?? [];
        if (!words.some((word) => /^-\w*i/.test(word))) return [];
        const hasScript = words.some((word) => /^-\w*e$/.test(word));
        const others = words.filter(
          (word, at) =>
            !word.startsWith('-') && !/^(?:''|"")$/.test(word) && !/^-\w*e$/.test(words[at - 1] ?? ''),
        );
        return others
          .slice(hasScript ? 0 : 1)
          .map((word) => word.replace(/^["']|["']$/g, ''))
          .filter((path) => !/[$*?{}`\\]/.test(path));
      });
