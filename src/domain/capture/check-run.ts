import { segmentsOf } from './command.ts';

export type CheckKind = 'test' | 'lint' | 'build';

const RUNNER =
  /^(?:npm|pnpm|yarn|bun|deno|mise|just|task|make|nx|turbo|go|cargo|gradle|\.\/gradlew|mvn|\.\/mvnw|bazel|dotnet|swift|mix|rake|composer|zig)((?: (?:run|exec|-\S+))* [\w:.-]+)/;
const PREFIX = /^(?:(?:npx|bunx|uvx|uv run|poetry run|bundle exec|pnpm exec|python3? -m)\s+(?:--?\S+\s+)*)+/;
const TOOLS: readonly (readonly [CheckKind, RegExp])[] = [
  ['test', /^(?:vitest|jest|pytest|unittest|rspec|phpunit|ctest|tox|nox|mocha|playwright test)(?![\w-])/],
  [
    'lint',
    /^(?:eslint|biome|golangci-lint|ruff|flake8|mypy|pyright|rubocop|shellcheck|tsc --noEmit)(?![\w-])/,
  ],
  ['build', /^tsc(?![\w-])/],
];
const TASKS: readonly (readonly [CheckKind, RegExp])[] = [
  ['test', /(?:^|[ :._-])(?:tests?|t|nextest|spec)(?=[:._-]|$)/],
  ['lint', /(?:^|[ :._-])(?:lint|vet|clippy|check|typecheck)(?=[:._-]|$)/],
  ['build', /(?:^|[ :._-])(?:build|compile)(?=[:._-]|$)/],
];

function kindOf(segment: string): CheckKind | undefined {
  const task = RUNNER.exec(segment)?.[1];
  const named = segment.replace(PREFIX, '');
  return (
    TASKS.find(([, shape]) => task !== undefined && shape.test(task))?.[0] ??
    TOOLS.find(([, shape]) => shape.test(named))?.[0]
  );
}

/** A command that runs tests, a linter or a build. */
export interface CheckCommand {
  readonly kinds: readonly CheckKind[];
  /** Its first part of each kind. */
  readonly text: string;
}

/** What a command checks; undefined if nothing, or another state than the one that stays. */
export function checkIn(command: string): CheckCommand | undefined {
  const segments = segmentsOf(command);
  if (segments.some((segment) => /^git (?:stash|checkout|worktree)\b/.test(segment))) return undefined;
  const checks = new Map<CheckKind, string>();
  for (const segment of segments) {
    const kind = kindOf(segment);
    if (kind !== undefined && !checks.has(kind)) checks.set(kind, segment);
  }
  return checks.size === 0
    ? undefined
    : { kinds: [...checks.keys()], text: [...checks.values()].join(' && ') };
}

const FAILED =
  /^\s*(?:(?:-{3} )?FAIL\b|not ok\b|panic:|error(?:\[\w+\])?:|npm (?:ERR!|error)|make.*\*\*\* )|\[\S+\] ERROR|(?<![\w.])[1-9]\d* (?:failed|failing|failures?|errors?|issues|problems)\b/im;
const PASSED =
  /^ok\s|\bPASS(?:ED)?\b|(?<!\d)0 (?:issues|errors|problems|failed|failures)\b|\d+ (?:passed|passing)\b/im;
/** The command itself could not start: it says nothing about the code. */
const NOT_STARTED =
  /command not found|No such file or directory|cannot find main module|not in a Go module|Missing script|no such task|unknown (?:command|flag|option)/i;
const HIDES_STATUS = /[^|]\|[^|]|\|\||;|\n/;
const MAX_OUTPUT = 20_000;

/** By the exit status; if the command hides it, by what was printed; null if neither tells. */
export function hasPassed(command: string, output: string, isError: boolean): boolean | null {
  const shown = output.length <= MAX_OUTPUT ? output : output.slice(-MAX_OUTPUT);
  if (isError) return NOT_STARTED.test(shown) ? null : false;
  if (!HIDES_STATUS.test(command.trim())) return true;
  if (FAILED.test(shown)) return false;
  return PASSED.test(shown) ? true : null;
}
