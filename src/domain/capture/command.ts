const MAX_COMMAND = 2_000;
const HEREDOC = /<<-?\s*(["']?)(\w+)\1[\s\S]*?(?:\n\s*\2(?=\s|$)|$)/g;
const LEAD =
  /^(?:(?:\w+=(?:"[^"]*"|'[^']*'|\S*)|sudo|time|exec|command|nohup|env|npx|bunx|pnpx|-y|--yes|pnpm exec|pnpm dlx|yarn dlx|poetry run|uv run|pipenv run|bundle exec|python3? -m|timeout(?: -\S+)* \S+|do|then|\()\s+)+/;
const QUOTED = /"(?:[^"\\]|\\.)*"|'[^']*'/g;
const REDIRECTION = /\s*\d?>(?:&\d|>?\s*\S+)/g;
/** Pipes that only shorten what is shown. */
const SHOWS = /^(?:tail|head|grep|rg|cat|tee|less|more|sort|uniq|wc|sed -n|cut|awk|jq|column)(?:\s|$)/;
const LOOKS =
  /^(?:grep|rg|egrep|fgrep|ls|ll|cat|bat|head|tail|find|fd|test|\[|which|where|whereis|command|type|diff|cmp|stat|file|wc|pgrep|ps|kill|pkill|lsof|sleep|echo|printf|true|false|cd|pwd|tree|du|df|env|printenv|date|whoami|sed -n|awk|jq|sort|curl|wget|ping|nc|man|history|git (?:status|log|diff|show|branch|rev-parse|grep|ls-files|blame|remote|fetch|config|describe|rev-list|cat-file|tag|stash list))(?:\s|$)/;
/** Programs whose first word says what they do. */
const HAS_VERB =
  /^(?:npm|pnpm|yarn|bun|cargo|go|git|docker|docker-compose|podman|kubectl|helm|terraform|dotnet|mvn|gradle|\.\/gradlew|\.\/mvnw|make|just|task|pip3?|poetry|uv|conda|bundle|gem|rails|rake|mix|deno|composer|php|gh|glab|aws|gcloud|az|fly|vercel|python3?|node|tsx|ts-node|ruby|brew|apt|apt-get|winget|choco|systemctl|flutter|swift|xcodebuild|sbt|prisma|alembic)$/;

/** The parts of a command line, each without what only leads in or redirects. */
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

/** Two command lines with the same key do the same, however much of the output they show. */
export const commandKey = (command: string): string => {
  const parts = segmentsOf(command);
  const doing = parts.filter((part, index) => index === 0 || !SHOWS.test(part));
  return doing.join(' && ').replace(/\s+/g, ' ').slice(0, 160);
};

/** Joined by "and" only: that all of it went well says that each part did. */
const isChain = (command: string): boolean =>
  !/;|\n|\|\||(?<![&>])&(?![&>])/.test(command.trim().replace(HEREDOC, '').replace(QUOTED, ''));

/** What a command line that went well is known to have done: every part of it, or it as a whole. */
export const partsDone = (command: string): string[] =>
  isChain(command) ? partsOf(commandKey(command)) : [commandKey(command)];

export const partsOf = (key: string): string[] => key.split(' && ');

/** Every part of the earlier one is among these. */
export const containsAll = (parts: readonly string[], earlier: string): boolean =>
  partsOf(earlier).every((part) => parts.includes(part));

/** Program and verb: `npm run build`, `git push`, `python train.py`. */
export function headOf(segment: string): string {
  const words = segment.split(/\s+/);
  const [program = ''] = words;
  if (!HAS_VERB.test(program)) return program;
  const rest = words.slice(1).filter((word) => !word.startsWith('-'));
  return [program, ...rest.slice(0, rest[0] === 'run' || rest[0] === 'compose' ? 2 : 1)].join(' ');
}

/** Only looks around: that it found nothing is no failure worth telling. */
export const isLooking = (command: string): boolean =>
  segmentsOf(command).every((segment) => LOOKS.test(`${segment} `));

/** Its exit code is that of the pipe's end, not its own. */
export const hidesExitCode = (command: string): boolean =>
  /\|\s*(?:tail|head|grep|rg|cat|tee|sed|awk|sort|uniq|less|cut|wc)\b/.test(command) ||
  /;\s*echo\b|\|\|\s*true\b/.test(command);

const words = (key: string) => new Set(key.split(' '));

/** The later one does at least what the earlier did: the same, or the same with fewer restrictions. */
export function covers(later: string, earlier: string): boolean {
  if (later === earlier) return true;
  const known = words(earlier);
  return [...words(later)].every((word) => known.has(word));
}

const GIT_BACK = /^git (?:checkout|restore|reset|revert)(?:\s|$)/;

/** Paths a command takes back to how they were; '.' for all of them. */
export function pathsTakenBack(command: string): string[] {
  return segmentsOf(command).flatMap((segment) => {
    if (!GIT_BACK.test(segment)) return [];
    if (/^git reset\b/.test(segment)) return /--hard\b/.test(segment) ? ['.'] : [];
    if (/^git revert\b/.test(segment)) return /--abort|--quit/.test(segment) ? [] : ['.'];
    if (/^git checkout\s+-b\b/.test(segment)) return [];
    return segment
      .split(/\s+/)
      .slice(2)
      .filter((word) => !word.startsWith('-') && word !== 'HEAD')
      .map((word) => word.replace(/^["']|["']$/g, ''));
  });
}

export const pathsRemoved = (command: string): string[] =>
  segmentsOf(command).flatMap((segment) =>
    /^(?:git )?rm\s/.test(segment)
      ? segment
          .split(/\s+/)
          .slice(1)
          .filter((word) => !word.startsWith('-') && word !== 'rm')
          .map((word) => word.replace(/^["']|["']$/g, ''))
      : [],
  );

/** Files a shell writes by itself: `cat > path <<EOF`. */
export const pathsPoured = (command: string): string[] =>
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

/** Commits as git announces them. */
export const commitsIn = (command: string, output: string): Commit[] =>
  /(?<!\S)git\s[^|;&]*\b(?:commit|cherry-pick|merge|revert)\b/.test(command)
    ? [...output.slice(0, 20_000).matchAll(COMMITTED)].map(([, branch = '', hash = '', subject = '']) => ({
        branch,
        hash,
        subject,
      }))
    : [];
