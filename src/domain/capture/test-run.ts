import { clipLine, plain } from './clip.ts';
import { hidesExitCode, segmentsOf } from './command.ts';

export interface TestRun {
  readonly runner: string;
  /** All tests ran: no file or test name was given. */
  readonly isWhole: boolean;
}

export interface TestOutcome {
  readonly ended: 'passed' | 'failed' | 'unknown';
  readonly passed: number | null;
  readonly failed: number | null;
  readonly failing: readonly string[];
}

const SCRIPT =
  /^(?:npm|pnpm|yarn|bun)(?: run)?(?: (?:-w|--workspace|--prefix|-C)[ =]\S+)* (?:test|t|tst)(?::\S+)?(?=\s|$)/;
/** Recognized by the start of a command. Results are comparable within a family. */
const RUNNERS: readonly (readonly [family: string, runner: RegExp])[] = [
  ['js', SCRIPT],
  [
    'js',
    /^(?:vitest|jest|mocha|ava|jasmine|karma|tap|react-scripts test|ng test|nx test|turbo (?:run )?test)(?=\s|$)/,
  ],
  ['js', /^node (?:\S+ )*--test(?=\s|$)/],
  ['e2e', /^(?:playwright test|cypress run|wdio|detox test)(?=\s|$)/],
  ['deno', /^deno test(?=\s|$)/],
  [
    'python',
    /^(?:pytest|py\.test|unittest|tox|nox|nose2|(?:\S+\/)?manage\.py test|python3? (?:\S+\/)?manage\.py test)(?=\s|$)/,
  ],
  ['go', /^go test(?=\s|$)/],
  ['rust', /^cargo (?:\+\S+ )?(?:test|nextest)(?=\s|$)/],
  ['jvm', /^(?:mvn|\.\/mvnw)(?: \S+)* (?:test|verify|integration-test)(?=\s|$)/],
  ['jvm', /^(?:gradle|\.\/gradlew|gradlew(?:\.bat)?)(?: \S+)* (?:\S*:)?(?:test|check|\w+Test)(?=\s|$)/],
  ['jvm', /^(?:sbt|lein)(?: \S+)* "?test/],
  ['ruby', /^(?:rspec|rails test|rake test|rake spec|bin\/rails test|bin\/rspec|minitest)(?=\s|$)/],
  ['php', /^(?:(?:\.\/)?vendor\/bin\/)?(?:phpunit|pest)(?=\s|$)/],
  ['dotnet', /^dotnet test(?=\s|$)/],
  ['elixir', /^mix test(?=\s|$)/],
  ['swift', /^(?:swift test|xcodebuild(?: \S+)* test)(?=\s|$)/],
  ['dart', /^(?:flutter|dart) test(?=\s|$)/],
  ['c', /^(?:ctest|make (?:check|test)|meson test|bazel test)(?=\s|$)/],
  ['shell', /^(?:bats|shellspec)(?=\s|$)/],
];

const STASHING = /^git stash(?: (?:push|save|pop|apply|-\S+)|$)/;

export function findTestRun(command: string): TestRun | undefined {
  for (const segment of segmentsOf(command)) {
    for (const [runner, pattern] of RUNNERS) {
      const match = pattern.exec(segment);
      if (match === null) continue;
      const rest = segment.slice(match[0].length).replace(/^\s+run(?=\s|$)/, '');
      return { runner, isWhole: !/(?:^|\s)[^\s-]/.test(rest.replace(/\s\.\/\.\.\.|\s--?\S+/g, '')) };
    }
  }
  return undefined;
}

/** Runs the tests without the changes: `git stash && npm test; git stash pop`. */
export function runsWithoutChanges(command: string): boolean {
  const segments = segmentsOf(command);
  const at = segments.findIndex((segment) => RUNNERS.some(([, runner]) => runner.test(segment)));
  const stashing = segments.slice(0, Math.max(at, 0)).findLast((segment) => STASHING.test(segment));
  return stashing !== undefined && !/^git stash (?:pop|apply)/.test(stashing);
}

interface Counts {
  readonly passed: number | null;
  readonly failed: number | null;
}

const lastMatch = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].at(-1);

const countOf = (text: string, pattern: RegExp): number | undefined => {
  const match = lastMatch(text, pattern);
  return match && Number(match[1]);
};

function countBoth(text: string, passing: RegExp, failing: RegExp): Counts | undefined {
  const passed = countOf(text, passing);
  const failed = countOf(text, failing);
  if (passed === undefined && failed === undefined) return undefined;
  return { passed: passed ?? null, failed: failed ?? 0 };
}

/** For runners that print one line per binary or project. */
function sumGroups(text: string, pattern: RegExp, passed: number, failed: number): Counts | undefined {
  const all = [...text.matchAll(pattern)];
  const sum = (group: number) => all.reduce((total, match) => total + Number(match[group] ?? 0), 0);
  return all.length === 0 ? undefined : { passed: sum(passed), failed: sum(failed) };
}

/** One per way of counting, the most specific first. */
const COUNTERS: readonly ((text: string) => Counts | undefined)[] = [
  // vitest, jest: "Tests  2 failed | 41 passed (43)", "Tests:  1 failed, 12 passed, 13 total"
  (text) => {
    const line = lastMatch(text, /^[ \t]*Tests:?[ \t]+((?:\d+ \w+[,| \t]*)+)/gm)?.[1];
    return line === undefined ? undefined : countBoth(line, /(\d+) passed/g, /(\d+) failed/g);
  },
  // cargo
  (text) => sumGroups(text, /test result: \w+\. (\d+) passed; (\d+) failed/g, 1, 2),
  // dotnet
  (text) => sumGroups(text, /Failed:\s+(\d+), Passed:\s+(\d+)/g, 2, 1),
  // maven: the last line counts all
  (text) => {
    const match = lastMatch(text, /Tests run: (\d+), Failures: (\d+), Errors: (\d+)(?:, Skipped: (\d+))?/g);
    if (match === undefined) return undefined;
    const failed = Number(match[2]) + Number(match[3]);
    return { failed, passed: Number(match[1]) - failed - Number(match[4] ?? 0) };
  },
  // rspec, mix, minitest: "34 examples, 1 failure", "10 tests, 1 failure"; gradle: "10 tests completed, 1 failed"
  (text) => {
    const match = lastMatch(
      text,
      /(?<!\d)(\d{1,9}) (?:examples?|tests?|runs?)(?: completed)?,(?:[^,\n]{1,40},)? (\d{1,9}) fail(?:ures?|ed)/g,
    );
    return match && { failed: Number(match[2]), passed: Number(match[1]) - Number(match[2]) };
  },
  // node --test
  (text) => countBoth(text, /^(?:#|ℹ) pass (\d+)/gm, /^(?:#|ℹ) fail (\d+)/gm),
  // mocha, cypress
  (text) => countBoth(text, /^[ \t]*(\d+) passing/gm, /^[ \t]*(\d+) failing/gm),
  // phpunit, unittest
  (text) => {
    const passed = countOf(text, /^OK \((\d+) tests?/gm);
    return passed === undefined ? undefined : { passed, failed: 0 };
  },
  (text) => {
    const match = lastMatch(text, /^FAILED \((?:failures=(\d+))?(?:, )?(?:errors=(\d+))?/gm);
    return match && { passed: null, failed: Number(match[1] ?? 0) + Number(match[2] ?? 0) };
  },
  // pytest, playwright, bun, deno: "1 failed, 12 passed in 3.2s"
  (text) => countBoth(text, /(?<![\w.])(\d+) pass(?:ed)?\b/g, /(?<![\w.])(\d+) fail(?:ed)?\b/g),
];

const FAILING: readonly RegExp[] = [
  /^FAILED (\S+::\S+)/gm,
  /^[ \t]*FAIL\s+(\S+ > .+)$/gm,
  /^[ \t]*● (.+ › .+)$/gm,
  /^[ \t]*--- FAIL: (\S+)/gm,
  /^test (\S+) \.\.\. FAILED/gm,
  /^rspec \S+ # (.+)$/gm,
  /^[ \t]*(?:×|✗|✖|✘) (.+?)(?: \d+m?s)?$/gm,
  /^[ \t]*not ok \d+ -? ?(.+)$/gm,
  /^[ \t]*FAIL\s+(\S+)$/gm,
];
const MAX_FAILING = 4;
const MAX_OUTPUT = 200_000;
const BAD_END = /^(?:FAIL|FAILED|BUILD FAILED|\[ERROR\] BUILD FAILURE|FAILED \(.*\))(?:\s|$)/m;
const GOOD_END = /^(?:ok\s+\S+|PASS|OK|BUILD SUCCESSFUL)(?:\s|$)/m;

const failingIn = (text: string): string[] => {
  const names = FAILING.map((pattern) =>
    [...text.matchAll(pattern)].map(([, name = '']) => clipLine(name, 100)),
  );
  const found = names.find((list) => list.length > 0) ?? [];
  return [...new Set(found)].slice(0, MAX_FAILING);
};

/** The outcome by the printed counts, or by the exit code if nothing countable was printed. */
export function readOutcome(command: string, output: string, isError: boolean): TestOutcome {
  const text = plain(output.slice(-MAX_OUTPUT));
  const counts = COUNTERS.map((count) => count(text)).find((found) => found !== undefined);
  const failed = counts?.failed ?? null;
  const failing = failingIn(text);
  const hasFailed = isError || (failed ?? 0) > 0 || (counts === undefined && BAD_END.test(text));
  const isKnown = counts !== undefined || GOOD_END.test(text) || !hidesExitCode(command);
  return {
    ended: hasFailed ? 'failed' : isKnown ? 'passed' : 'unknown',
    passed: counts?.passed ?? null,
    failed: hasFailed && failed === 0 ? null : failed,
    failing: hasFailed ? failing : [],
  };
}
