import { clipLine, plain } from './clip.ts';
import { hidesExitCode, segmentsOf } from './command.ts';

export interface TestRun {
  readonly runner: string;
  /** No file or name was given: it ran all there is. */
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
/** By what stands at the beginning of a command; the family says whose results can be compared. */
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

/** Tries how things were without the changes: `git stash && npm test; git stash pop`. */
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

const number = (text: string | undefined) => (text === undefined ? null : Number(text));
const last = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].at(-1);

const sumUp = (matches: readonly RegExpMatchArray[], group: number) =>
  matches.reduce((sum, match) => sum + Number(match[group] ?? 0), 0);

const one = (text: string, passed: RegExp, failed: RegExp): Counts | undefined => {
  const good = last(text, passed);
  const bad = last(text, failed);
  if (good === undefined && bad === undefined) return undefined;
  return { passed: number(good?.[1]), failed: number(bad?.[1]) ?? 0 };
};

/** One per way of counting, the most telling first. */
const COUNTERS: readonly ((text: string) => Counts | undefined)[] = [
  // vitest, jest: "Tests  2 failed | 41 passed (43)", "Tests:  1 failed, 12 passed, 13 total"
  (text) => {
    const line = last(text, /^[ \t]*Tests:?[ \t]+((?:\d+ \w+[,| \t]*)+)/gm)?.[1];
    return line === undefined ? undefined : one(line, /(\d+) passed/g, /(\d+) failed/g);
  },
  // cargo, one line per binary
  (text) => {
    const all = [...text.matchAll(/test result: \w+\. (\d+) passed; (\d+) failed/g)];
    return all.length === 0 ? undefined : { passed: sumUp(all, 1), failed: sumUp(all, 2) };
  },
  // dotnet
  (text) => {
    const all = [...text.matchAll(/Failed:\s+(\d+), Passed:\s+(\d+)/g)];
    return all.length === 0 ? undefined : { passed: sumUp(all, 2), failed: sumUp(all, 1) };
  },
  // maven: the last line counts all
  (text) => {
    const match = last(text, /Tests run: (\d+), Failures: (\d+), Errors: (\d+)(?:, Skipped: (\d+))?/g);
    if (match === undefined) return undefined;
    const failed = Number(match[2]) + Number(match[3]);
    return { failed, passed: Number(match[1]) - failed - Number(match[4] ?? 0) };
  },
  // rspec, mix, minitest: "34 examples, 1 failure", "10 tests, 1 failure"; gradle: "10 tests completed, 1 failed"
  (text) => {
    const match = last(
      text,
      /(?<!\d)(\d{1,9}) (?:examples?|tests?|runs?)(?: completed)?,(?:[^,\n]{1,40},)? (\d{1,9}) fail(?:ures?|ed)/g,
    );
    return match === undefined
      ? undefined
      : { failed: Number(match[2]), passed: Number(match[1]) - Number(match[2]) };
  },
  // node --test
  (text) => one(text, /^(?:#|ℹ) pass (\d+)/gm, /^(?:#|ℹ) fail (\d+)/gm),
  // mocha, cypress
  (text) => one(text, /^[ \t]*(\d+) passing/gm, /^[ \t]*(\d+) failing/gm),
  // phpunit, unittest
  (text) => {
    const match = last(text, /^OK \((\d+) tests?/gm);
    return match === undefined ? undefined : { passed: number(match[1]), failed: 0 };
  },
  (text) => {
    const match = last(text, /^FAILED \((?:failures=(\d+))?(?:, )?(?:errors=(\d+))?/gm);
    return match === undefined
      ? undefined
      : { passed: null, failed: Number(match[1] ?? 0) + Number(match[2] ?? 0) };
  },
  // pytest, playwright, bun, deno: "1 failed, 12 passed in 3.2s"
  (text) => one(text, /(?<![\w.])(\d+) pass(?:ed)?\b/g, /(?<![\w.])(\d+) fail(?:ed)?\b/g),
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

/** How a run of tests ended, by what it printed; by its exit code where it printed nothing one can count. */
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
