import { isInspection, segmentsOf, segmentsWithEnvironment } from './command.ts';

/** `check`: a task that is named so; it may run tests, a linter, or something of its own. */
export type CheckKind = 'test' | 'lint' | 'build' | 'check';

const RUNNER =
  /^(?:npm|pnpm|yarn|bun|deno|mise|just|task|make|nx|turbo|go|cargo|bazel|dotnet|swift|mix|rake|(?:bin\/)?rails|composer|zig|west|artisan|manage\.py)((?: (?:(?:--filter|-F|--prefix|-C|--dir|--cwd|workspace) \S+|run|exec|-\S+))* [\w:.-]+)/;
/** These take any number of tasks. */
const RUNNER_OF_MANY = /^(?:(?:\.\/)?gradlew?|(?:\.\/)?mvnw?|make)((?: -C \S+| -\S+| [\w:.-]+(?![\w:.=-]))+)/;
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
  ['test', /^xcodebuild (?:.* )?test(?:-without-building)?(?=\s|$)/],
  ['build', /^(?:tsc(?![\w-])|xcodebuild (?:.* )?build(?=\s|$))/],
];
const TASKS: readonly (readonly [CheckKind, RegExp])[] = [
  [
    'test',
    /(?:^|[ :._-])(?:tests?|t|nextest|spec)(?=[:._-]|$)|[a-z](?:Tests?|Spec)$|[ :]test(?!Classes|Fixtures)[A-Z]\w*$/,
  ],
  ['lint', /(?:^|[ :._-])(?:lint|vet|clippy|typecheck|type-check)(?=[:._-]|$)/],
  ['build', /(?:^|[ :._-])(?:build|compile)(?=[:._-]|$)/],
  // What runs against the whole system says nothing about the other tests.
  ['check', /(?:^|[ :._-])(?:check|e2e)(?=[:._-]|$)/],
];
const TYPE_CHECK = /^(?:cargo|deno) check(?!\S)/;

/** The tasks that a runner is given, each after a space. */
function tasksOf(segment: string): readonly string[] {
  const many = RUNNER_OF_MANY.exec(segment)?.[1];
  if (many !== undefined) return many.replace(/ -C \S+/g, '').match(/ (?!-)\S+/g) ?? [];
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
  /^(?:echo|printf|true|exit|export|set|source|\.|time|tail|head|grep|rg|tee|sed -n|awk|cat|wc|sort|uniq)(?!\S)/;

/** Of the steps of a stash only the one that puts changes away. */
const LEAVES_STATE = /^git (?:stash(?=\s*$|\s+(?:-|push\b|save\b))|checkout\b|worktree\b)/;

/** What a command checks; undefined if nothing, or another state than the one that stays. */
export function checkIn(command: string): CheckCommand | undefined {
  const segments = segmentsWithEnvironment(command);
  if (segments.some(({ text }) => LEAVES_STATE.test(text))) return undefined;
  const checks = new Map<CheckKind, string>();
  for (const { text, environment } of segments) {
    const kind = kindOf(text);
    if (kind !== undefined && !checks.has(kind)) checks.set(kind, environment + text);
  }
  if (checks.size === 0) return undefined;
  const isOnlyChecks = segments.every(({ text }) => kindOf(text) !== undefined || INERT.test(text));
  return { kinds: [...checks.keys()], text: asRun(command, [...checks.values()], isOnlyChecks) };
}

export const isTest = (kind: CheckKind | undefined): boolean => kind === 'test' || kind === 'check';

/** What the parts of a command check, in their order. */
export const kindsIn = (command: string): readonly CheckKind[] =>
  segmentsOf(command).flatMap((segment) => kindOf(segment) ?? []);

/** Whether a command runs tests, in whatever state of the files. */
export const runsTests = (command: string): boolean => kindsIn(command).some(isTest);

/** Whether a part of a command runs a check that leaves the files as they are. */
export const isCheck = (segment: string): boolean =>
  kindOf(segment) !== undefined && !/\s--?(?:fix|write|w|u|update)\b/.test(segment);

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

/** A test by its name or file, a package, a label. */
const NAMES_PART =
  /(?:\s-run[=\s]|\bpytest\b[^|;&]*\s-[km][=\s]|\b(?:jest|vitest|npm|pnpm|yarn|npx|bun)\b[^|;&]*\s-t[=\s]|--(?:grep|filter|testNamePattern|test-name-pattern|only|tests|testPathIgnorePatterns|ignore|exclude|deselect)[=\s]+(?!-)|\s\S*(?:[._](?:test|spec)\.\w+|_test\.\w+|(?:^|\/)test_\w+\.py|::\w+|#\w+)(?=\s|["']|$)|\bgo test (?:-\S+ )*\.\/\S*[^.\s/]\/?(?=\s|$))/;

/** Whether a command runs tests, and its words name a part of them. */
export const isPartialRun = (command: string): boolean =>
  runsTests(command) && !isWholeRun(command) && segmentsOf(command).some((one) => NAMES_PART.test(one));

const PIPE = /[^|]\|[^|]/;
const NEVER_FAILS = /^(?:echo|printf|true|exit|cat|tail|head|tee|wc)(?!\S)/;

/** Whether parts of a command beside its checks may have printed an error, and whether the exit status may be theirs. */
export function failuresBeside(command: string) {
  const segments = segmentsOf(command);
  const last = segments.findLastIndex((segment) => kindOf(segment) !== undefined);
  const isWork = (segment: string) =>
    kindOf(segment) === undefined && !INERT.test(segment) && !isInspection(segment);
  const after = segments.slice(last + 1);
  const hasError = after.some(isWork) || segments.some((one) => /^(?:git|gh)\s/.test(one) && isWork(one));
  const isPiped = PIPE.test(command) && !command.includes('pipefail');
  return { hasError, hasStatus: hasError || isPiped || !after.every((one) => NEVER_FAILS.test(one)) };
}
