import { plain } from './clip.ts';
import { segmentsOf, segmentsWithEnvironment } from './command.ts';

/** `check`: a task that is named so; it may run tests, a linter, or something of its own. */
export type CheckKind = 'test' | 'lint' | 'build' | 'check';

const RUNNER =
  /^(?:npm|pnpm|yarn|bun|deno|mise|just|task|make|nx|turbo|go|cargo|bazel|dotnet|swift|mix|rake|(?:bin\/)?rails|composer|zig|west|artisan|manage\.py)((?: (?:(?:--filter|-F|--prefix|-C|--dir|--cwd|workspace) \S+|run|exec|-\S+))* [\w:.-]+)/;
/** These take any number of tasks. */
const RUNNER_OF_MANY = /^(?:(?:\.\/)?gradlew?|(?:\.\/)?mvnw?)((?: -\S+| [\w:.-]+)+)/;
const OPTIONS =
  '(?:(?:-[newpuC]|--(?:env|name|prefix|user|workdir|with|group|extra|package|python)) (?!-)\\S+\\s+|--?\\S*\\s+)*';
/** What runs a tool in another environment, with its options and the environment's name. */
const WRAPPER = new RegExp(
  `^(?:(?:${[
    'npx|bunx|uvx|npm exec|php|dotenv',
    '(?:uv|poetry|pdm|hatch|rye|pipenv|conda|mamba|micromamba) run',
    '(?:bundle|direnv|nix|mise) exec',
    'go run',
    '(?:pnpm|yarn|bun)(?: exec| dlx| x)?(?= (?:-\\S+ )*(?:vitest|jest|mocha|playwright|eslint|biome|tsc)(?![\\w-]))',
    '(?:python|ruby)[\\d.]*(?: -m| -S)?',
  ].join('|')})\\s+${OPTIONS}|(?:docker|podman)(?:[ -]compose)? (?:exec|run)\\s+${OPTIONS}[^-\\s]\\S*\\s+)`,
);
const SHELL = /^(?:ba|z|da)?sh -\w*c (["'])([\s\S]*)\1$/;
const FOLDER_OF_TOOL = /^(?:[\w.$-]*\/)*(?:\.?bin|scripts)\//;
/** A script of the project that is run by an interpreter, and named or placed as tests are. */
const TEST_SCRIPT =
  /^(?:node|deno run|bun|tsx|php|python[\d.]*|ruby|perl|lua|luajit|julia|Rscript|dart|godot\d?|(?:ba|z)?sh)(?: \S+){0,6}? (?:\S*\/)?(?:tests?\/\S+|(?:run_?)?tests?(?:_\w+)?\.\w+|\S+[._]test\.\w+)(?=\s|$)/i;
const TOOLS: readonly (readonly [CheckKind, RegExp])[] = [
  [
    'test',
    /^(?:vitest|jest|pytest|unittest|rspec|phpunit|pest|ctest|tox|nox|mocha|playwright test|bats|busted|behave|cypress run|(?:west )?twister)(?![\w-])/,
  ],
  [
    'lint',
    /^(?:eslint|biome|(?:\S+\/)?golangci-lint|ruff|flake8|mypy|pyright|rubocop|shellcheck|tsc --noEmit)(?![\w-])/,
  ],
  ['build', /^tsc(?![\w-])/],
];
const TASKS: readonly (readonly [CheckKind, RegExp])[] = [
  [
    'test',
    /(?:^|[ :._-])(?:tests?|t|nextest|spec)(?=[:._-]|$)|[a-z](?:Tests?|Spec)$|[ :]test(?!Classes|Fixtures)[A-Z]\w*$/,
  ],
  ['lint', /(?:^|[ :._-])(?:lint|vet|clippy|typecheck|type-check)(?=[:._-]|$)/],
  ['build', /(?:^|[ :._-])(?:build|compile)(?=[:._-]|$)/],
  ['check', /(?:^|[ :._-])check(?=[:._-]|$)/],
];
const TYPE_CHECK = /^(?:cargo|deno) check(?!\S)/;

/** The tasks that a runner is given, each after a space. */
function tasksOf(segment: string): readonly string[] {
  const many = RUNNER_OF_MANY.exec(segment)?.[1];
  if (many !== undefined) return many.match(/ (?!-)\S+/g) ?? [];
  const task = RUNNER.exec(segment)?.[1];
  return task === undefined ? [] : [task];
}

const MAX_WRAPPERS = 4;

/** A command without the wrappers around it, the outermost first. */
function unwrapped(segment: string): readonly string[] {
  const forms = [segment];
  while (forms.length <= MAX_WRAPPERS) {
    const form = forms.at(-1) ?? '';
    const inner = form.replace(WRAPPER, '');
    if (inner === form || inner === '') break;
    forms.push(inner);
  }
  return forms;
}

function kindOf(segment: string): CheckKind | undefined {
  for (const form of unwrapped(segment)) {
    const script = SHELL.exec(form)?.[2];
    if (script !== undefined)
      return segmentsOf(script)
        .map(kindOf)
        .find((kind) => kind !== undefined);
    if (TYPE_CHECK.test(form)) return 'lint';
    const tasks = tasksOf(form);
    const named = form.replace(FOLDER_OF_TOOL, '');
    const kind =
      TASKS.find(([, shape]) => tasks.some((task) => shape.test(task)))?.[0] ??
      TOOLS.find(([, shape]) => shape.test(named))?.[0];
    if (kind !== undefined) return kind;
    if (TEST_SCRIPT.test(form)) return 'test';
  }
  return undefined;
}

/** A command that runs tests, a linter or a build. */
export interface CheckCommand {
  readonly kinds: readonly CheckKind[];
  /** As it was run, without what only filters its output; of a script its first part of each kind. */
  readonly text: string;
}

const OUTPUT_FILTER = /\s*(?:\d?>&\d\s*)?(?:\|\s*(?:tail|head|grep|rg|tee|sed|awk|cat)\b[^|&]*)+(?=&&|$)/g;
const FOLDER = /^\s*cd\s+[^;&|\n]+/;

function asRun(command: string, parts: readonly string[], isOnlyChecks: boolean): string {
  if (isOnlyChecks && !/[;\n]|\|\|/.test(command))
    return command
      .replace(OUTPUT_FILTER, ' ')
      .replace(/\s*\d?>&\d\s*/g, ' ')
      .trim();
  const folder = FOLDER.exec(command)?.[0].trim();
  return [...(folder === undefined ? [] : [folder]), ...parts].join(' && ');
}

/** Beside a check it changes nothing, and says what is shown of it. */
const INERT =
  /^(?:echo|printf|true|export|set|source|\.|time|tail|head|grep|rg|tee|sed -n|awk|cat|wc|sort|uniq)(?!\S)/;

/** What a command checks; undefined if nothing, or another state than the one that stays. */
export function checkIn(command: string): CheckCommand | undefined {
  const segments = segmentsWithEnvironment(command);
  if (segments.some(({ text }) => /^git (?:stash|checkout|worktree)\b/.test(text))) return undefined;
  const checks = new Map<CheckKind, string>();
  for (const { text, environment } of segments) {
    const kind = kindOf(text);
    if (kind !== undefined && !checks.has(kind)) checks.set(kind, environment + text);
  }
  if (checks.size === 0) return undefined;
  const isOnlyChecks = segments.every(({ text }) => kindOf(text) !== undefined || INERT.test(text));
  return { kinds: [...checks.keys()], text: asRun(command, [...checks.values()], isOnlyChecks) };
}

/** Whether a part of a command runs a check that leaves the files as they are. */
export const isCheck = (segment: string): boolean =>
  kindOf(segment) !== undefined && !/\s--?(?:fix|write|w|u|update)\b/.test(segment);

const FAILED =
  /^\s*(?:(?:-{3} )?FAIL\b|not ok\b|panic:|error(?:\[\w+\])?:|npm (?:ERR!|error)|make.*\*\*\* )|\[\S+\] ERROR|(?<![\w.])[1-9]\d* (?:failed|failing|failures?|errors?|issues|problems)\b|\b(?:failed: *|(?:failures|errors)(?:: *|=))[1-9]/im;
const PASSED =
  /^ok\s|\bPASS(?:ED)?\b|(?<!\d)0 (?:issues|errors|problems|failed|failures)\b|\d+ (?:passed|passing)\b|\bFailures: 0, Errors: 0\b|\bBUILD SUCCESS/im;
/** The command itself could not start: it says nothing about the code. */
const NOT_STARTED =
  /command not found|No such file or directory|cannot find main module|not in a Go module|Missing script|no such task|unknown (?:command|flag|option)/i;
/** A test or a package came to a result, so the command did start. */
const HAS_RESULT =
  /^[ \t]*(?:-{3} (?:FAIL|PASS|SKIP)\b|=== RUN|FAIL\b|ok\s|not ok\b)|(?<![\w.])\d+ (?:failed|failing|failures?|passed|passing|tests?)\b/im;
const MISSING_PROGRAM = /(?:^|[\s:])(?:command not found: (\S+)|(\S+): (?:command )?not found(?!:))/gm;

/** Whether the shell did not find a program that the command itself names. */
const isProgramMissing = (command: string, output: string): boolean => {
  const programs = segmentsOf(command).map((segment) => segment.split(/\s/, 1)[0]);
  return [...output.matchAll(MISSING_PROGRAM)].some(([, after, before]) =>
    programs.includes(after ?? before),
  );
};

/** A panic first, then a place in a file, then any error; what only says that a task failed is left out. */
const NAMES_FAILURE: readonly RegExp[] = [
  /^thread '.*' (?:\(\d+\) )?panicked at .*(?:(?<=:)\n.+)?$/m,
  /^\s*assertion\b.* failed\b.*$|^\s*assertion failed: .*$/m,
  /^\s*(?:\[[\w:.-]{2,40}\]\s+)?[\w./\\@-]+\.\w{1,5}[:(]\d+(?:[:,]\d+)?\)?:?\s+\S.*$/m,
  /^\s*(?:\[[\w:.-]{2,40}\]\s+)?(?:(?:[\w$]+\.)*\w*(?:Error|Exception)|panic|error(?:\[\w+\])?|npm ERR!|npm error|fatal|ERROR)\b(?! task failed).*$/m,
];

const FAILED_TESTS =
  /^[ \t]*(?:-{3} FAIL|FAIL\b|not ok\b|[✗✘×●✕]|FAILED )[ \t]*\S.*$|(?<=^_{3,} )\S+(?= _{3,}$)|^\d{1,3}\) [\w\\]+::\w+.*$/gm;
const MAX_NAMES = 3;
/** What the runner says next about the cause. */
const CAUSE =
  /^[ \t]*(?:panic: |E\s{2,}|→ |Failed asserting |(?:[\w$]+\.)*\w*(?:Error|Exception)\b:?)\s*\S.*$/m;
const MAX_CAUSE_DISTANCE = 1_500;
const COUNT = /(?<![\w.])[1-9]\d* (?:issues|errors|problems|warnings|offenses|violations)\b/g;

/** The line with which a runner ends. */
const SUMMARY = /^.*(?<![\w.])[1-9]\d* (?:failed|failing|failures?)(?!\w).*$/m;

/** The first failed tests by name; those of the packages that contain them say nothing more. */
function failedTests(shown: string): string | undefined {
  const all = [...shown.matchAll(FAILED_TESTS)];
  const single = all.filter(([line]) => /^\s*--- FAIL/.test(line));
  const found = single.length > 0 ? single : all;
  const [first] = found;
  if (first === undefined) return undefined;
  const names = [...new Set(found.map(([line]) => line.trim()))];
  const more = names.length > MAX_NAMES ? ` (and ${names.length - MAX_NAMES} more)` : '';
  const cause = CAUSE.exec(
    shown.slice(first.index + first[0].length).slice(0, MAX_CAUSE_DISTANCE),
  )?.[0].trim();
  const isNew = cause !== undefined && !names.slice(0, MAX_NAMES).includes(cause);
  return [`${names.slice(0, MAX_NAMES).join('; ')}${more}`, ...(isNew ? [cause] : [])].join(' — ');
}

/** The lines of a failed run that name tests, or a place and how many there are; undefined if none does. */
export function failureIn(output: string): string | undefined {
  const shown = plain(output.slice(-MAX_OUTPUT));
  const tests = failedTests(shown);
  if (tests !== undefined) return tests;
  const found = NAMES_FAILURE.map((shape) => shape.exec(shown)?.[0].trim()).find(
    (line) => line !== undefined,
  );
  const count = [...shown.matchAll(COUNT)].at(-1)?.[0];
  if (found === undefined) return SUMMARY.exec(shown)?.[0].trim();
  return count === undefined || found.includes(count) ? found : `${found} (${count})`;
}

/** The usual commands that run all tests of a project. */
const RUNS_ALL =
  /^(?:(?:npm|pnpm|yarn|bun)(?: run)? (?:test|t)|(?:npx |pnpm |yarn |bunx )?(?:vitest(?: run)?|jest|mocha)|go test \.\/\.\.\.|cargo (?:nextest run|test)|(?:python3? -m |uv run |poetry run )?pytest|(?:mise run|mise|just|task|make|rake|mix|deno|dotnet|swift|composer|rails|bazel|nx|turbo)(?: run)? (?:test(?::ci|-ci|:all|-all)?|check|ci)|(?:\.\/)?(?:mvnw?|gradlew?)(?: -\S+)* (?:test|verify|check|build)|tox|nox|ctest|rspec|phpunit)((?: -{1,2}[\w-]+(?:=\S*)?)*)$/;
/** These take a value that narrows the run. */
const NARROWING =
  /(?:^|\s)--?(?:run|k|t|m|p|grep|filter|testNamePattern|test-name-pattern|tests|only|package|project|tag|tags)(?:=|\s|$)/;

/** Whether a command runs all tests of the project, as far as its words tell. What it does beside that does not count. */
export const isWholeRun = (command: string): boolean =>
  !/(?:^|&&)\s*cd (?!["']?\/)/.test(command) &&
  segmentsOf(command).some((segment) => {
    const found = RUNS_ALL.exec(segment.trim());
    return found !== null && !NARROWING.test(found[1] ?? '');
  });

const HIDES_STATUS = /[^|]\|[^|]|\|\||;|\n/;
const MAX_OUTPUT = 20_000;

/** By the exit status; if the command hides it, by what was printed; null if neither tells. */
export function hasPassed(command: string, output: string, isError: boolean): boolean | null {
  const shown = output.length <= MAX_OUTPUT ? output : output.slice(-MAX_OUTPUT);
  if (isError) {
    const isStarted = HAS_RESULT.test(shown) && !isProgramMissing(command, shown);
    return NOT_STARTED.test(shown) && !isStarted ? null : false;
  }
  if (!HIDES_STATUS.test(command.trim())) return true;
  if (FAILED.test(shown)) return false;
  return PASSED.test(shown) ? true : null;
}
