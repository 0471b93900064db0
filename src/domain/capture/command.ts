const MAX_COMMAND = 2_000;
const HEREDOC = /<<-?\s*(["']?)(\w+)\1[\s\S]*?(?:\n\s*\2(?=\s|$)|$)/g;
const LEAD =
  /^(?:(?:\w+=(?:"[^"]*"|'[^']*'|\S*)|sudo|time|exec|command|nohup|env|npx|bunx|pnpx|-y|--yes|pnpm exec|pnpm dlx|yarn dlx|poetry run|uv run|pipenv run|bundle exec|python3? -m|timeout(?: -\S+)* \S+|do|then|\()\s+)+/;
const QUOTED = /"(?:[^"\\]|\\.)*"|'[^']*'/g;
const REDIRECTION = /\s*\d?>(?:&\d|>?\s*\S+)/g;
/** Pipes that only shorten the output. */
const OUTPUT_FILTER =
  /^(?:tail|head|grep|rg|cat|tee|less|more|sort|uniq|wc|sed -n|cut|awk|jq|column)(?:\s|$)/;
const READ_ONLY =
  /^(?:grep|rg|egrep|fgrep|ls|ll|cat|bat|head|tail|find|fd|test|\[|which|where|whereis|command|type|diff|cmp|stat|file|wc|pgrep|ps|kill|pkill|lsof|sleep|echo|printf|true|false|cd|pwd|tree|du|df|env|printenv|date|whoami|sed -n|awk|jq|sort|curl|wget|ping|nc|man|history|git (?:status|log|diff|show|branch|rev-parse|grep|ls-files|blame|remote|fetch|config|describe|rev-list|cat-file|tag|stash list))(?:\s|$)/;
/** Programs with a subcommand. */
const HAS_VERB =
  /^(?:npm|pnpm|yarn|bun|cargo|go|git|docker|docker-compose|podman|kubectl|helm|terraform|dotnet|mvn|gradle|\.\/gradlew|\.\/mvnw|make|just|task|pip3?|poetry|uv|conda|bundle|gem|rails|rake|mix|deno|composer|php|gh|glab|aws|gcloud|az|fly|vercel|python3?|node|tsx|ts-node|ruby|brew|apt|apt-get|winget|choco|systemctl|flutter|swift|xcodebuild|sbt|prisma|alembic)$/;

/** The parts of a command line, without prefixes such as `sudo` and without redirections. */
export const segmentsOf = (command: string): string[] =>
  splitAtOperators(command.slice(0, MAX_COMMAND).replace(HEREDOC, ''))
    .map((part) => part.replace(REDIRECTION, '').trim().replace(LEAD, ''))
    .filter((part) => part !== '' && !/^cd(?:\s|$)/.test(part));

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

/** Command lines with the same key do the same, however much of the output they show. */
export const commandKey = (command: string): string => {
  const parts = segmentsOf(command);
  const doing = parts.filter((part, index) => index === 0 || !OUTPUT_FILTER.test(part));
  return doing.join(' && ').replace(/\s+/g, ' ').slice(0, 160);
};

/** Joined by `&&` only: if the whole succeeded, each part did. */
const isChain = (command: string): boolean =>
  !/;|\n|\|\||(?<![&>])&(?![&>])/.test(command.trim().replace(HEREDOC, '').replace(QUOTED, ''));

/** What a command line that succeeded is known to have done: each part of it, or it as a whole. */
export const partsDone = (command: string): string[] =>
  isChain(command) ? partsOf(commandKey(command)) : [commandKey(command)];

export const partsOf = (key: string): string[] => key.split(' && ');

export const containsAll = (parts: readonly string[], earlier: string): boolean =>
  partsOf(earlier).every((part) => parts.includes(part));

/** Program and subcommand: `npm run build`, `git push`, `python train.py`. */
export function headOf(segment: string): string {
  const words = segment.split(/\s+/);
  const [program = ''] = words;
  if (!HAS_VERB.test(program)) return program;
  const rest = words.slice(1).filter((word) => !word.startsWith('-'));
  return [program, ...rest.slice(0, rest[0] === 'run' || rest[0] === 'compose' ? 2 : 1)].join(' ');
}

/** Only reads: a failure to find something is not worth reporting. */
export const isLooking = (command: string): boolean =>
  segmentsOf(command).every((segment) => READ_ONLY.test(`${segment} `));

/** Its exit code is that of the last command of the pipe. */
export const hidesExitCode = (command: string): boolean =>
  /\|\s*(?:tail|head|grep|rg|cat|tee|sed|awk|sort|uniq|less|cut|wc)\b/.test(command) ||
  /;\s*echo\b|\|\|\s*true\b/.test(command);

const words = (key: string) => new Set(key.split(' '));

/** Whether the later command does at least what the earlier one did: the same, or the same with fewer restrictions. */
export function covers(later: string, earlier: string): boolean {
  if (later === earlier) return true;
  const known = words(earlier);
  return [...words(later)].every((word) => known.has(word));
}

const GIT_REVERT = /^git (?:checkout|restore|reset|revert)(?:\s|$)/;

const pathArguments = (segment: string, ignored: string): string[] =>
  segment
    .split(/\s+/)
    .slice(1)
    .filter((word) => !word.startsWith('-') && word !== ignored)
    .map((word) => word.replace(/^["']|["']$/g, ''));

/** Paths that a command restores to an earlier state; '.' for all of them. */
export function pathsReverted(command: string): string[] {
  return segmentsOf(command).flatMap((segment) => {
    if (!GIT_REVERT.test(segment)) return [];
    if (/^git reset\b/.test(segment)) return /--hard\b/.test(segment) ? ['.'] : [];
    if (/^git revert\b/.test(segment)) return /--abort|--quit/.test(segment) ? [] : ['.'];
    if (/^git checkout\s+-b\b/.test(segment)) return [];
    return pathArguments(segment.replace(/^git\s+/, ''), 'HEAD');
  });
}

export const pathsRemoved = (command: string): string[] =>
  segmentsOf(command).flatMap((segment) =>
    /^(?:git )?rm\s/.test(segment) ? pathArguments(segment, 'rm') : [],
  );

/** Files that a shell writes itself: `cat > path <<EOF`. */
export const pathsOfHeredocs = (command: string): string[] =>
  [
    ...command
      .slice(0, 4_000)
      .matchAll(/(?:^|[\n;&|]\s*)cat\s*>{1,2}\s*["']?([^\s"'<>|;&]{1,300})["']?\s*<</g),
  ].map(([, path = '']) => path);

export interface Commit {
  readonly hash: string;
  readonly branch: string;
  readonly subject: string;
}

const COMMITTED = /^\[([^\]\s]{1,120})(?: \(root-commit\))? ([0-9a-f]{7,40})\] (.{1,200})$/gm;

export const commitsIn = (command: string, output: string): Commit[] =>
  /(?<!\S)git\s[^|;&]*\b(?:commit|cherry-pick|merge|revert)\b/.test(command)
    ? [...output.slice(0, 20_000).matchAll(COMMITTED)].map(([, branch = '', hash = '', subject = '']) => ({
        branch,
        hash,
        subject,
      }))
    : [];
