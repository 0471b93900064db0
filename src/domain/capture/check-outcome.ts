import { failuresBeside, isTest, kindsIn } from './check-run.ts';
import { plain } from './clip.ts';
import { segmentsOf } from './command.ts';

/** What a runner says about its tests, packages or findings. */
const FAILED: readonly RegExp[] = [
  /^[ \t]*(?:(?:-{3} )?FAIL\b(?!:? *0\b)|not ok\b|panic:|error\[\w+\]:|[#ℹ] fail [1-9])/im,
  /(?<![\w.])[1-9]\d* (?:(?:tests?|specs?|suites?|files|cases|examples) )?(?:fail|failed|failing|failures?|errors?|issues|problems)\b(?! *[:=]? *\d)/i,
  /\b(?:failed: *|(?:failures|errors)(?:: *|=))[1-9]/i,
  /^[ \t]*FAILED\b(?!:? *0\b)|\b(?:tests|BUILD|result:) FAILED\b/m,
];
/** Any program reports an error like this. */
const ERROR = /^[ \t]*(?:error:|npm (?:ERR!|error)|make.*(?:\*\*\* |\] Error [1-9]))|\[\S+\] ERROR/im;
const PASSED: readonly RegExp[] = [
  /^ok(?=\s|$)|^[ \t]*(?:[#ℹ] pass [1-9]|passed!)|\ball (?:\w+ ){0,3}passed\b|(?<!% )\btests passed\b|(?<!\d)0 (?:issues|errors|problems|failed|failures)\b/im,
  /(?<![\w.])\d+ (?:(?:tests?|specs?|suites?|files|cases|examples) )?pass(?:ed|ing)?\b|(?<!\d)100% tests passed\b/i,
  // Numbers behind their names.
  /\berrors[:= ]+0\b[^\n]*\bfailures[:= ]+0\b|\bfailures[:= ]+0\b[^\n]*\berrors[:= ]+0\b/i,
  /\bPASS(?:ED)?\b(?!=)|\bFailures: 0, Errors: 0\b|\bBUILD SUCCESS/m,
];
const isAnyIn = (shapes: readonly RegExp[], text: string): boolean =>
  shapes.some((shape) => shape.test(text));

/** A test that passed may be named after a failure. */
const PASSED_TEST =
  /^[ \t]*(?:[✓✔√](?!\s*\d+ (?:tests? )?pass)|ok\s+(?:\d+(?: -|$)|\D)|-{3} PASS\b|(?:PASS|PASSED|Passed)\s+\D)|(?:\.{3} ?ok|\bPASSED(?: +\[ *\d+%\])?|\. +Passed +[\d.]+ sec)\s*$/;
const withoutPassedTests = (shown: string): string =>
  shown
    .split('\n')
    .filter((line) => !PASSED_TEST.test(line))
    .join('\n');

/** The command itself could not start: it says nothing about the code. */
const NOT_STARTED =
  /command not found|No such file or directory|cannot find main module|not in a Go module|Missing script|no such task|unknown (?:command|flag|option)/i;
/** A test or a package came to a result, so the command did start. */
const HAS_RESULT =
  /^[ \t]*(?:-{3} (?:FAIL|PASS|SKIP)\b|=== RUN|FAIL\b|ok\s|not ok\b)|(?<![\w.])\d+ (?:fail(?:ed|ing|ures?)?|pass(?:ed|ing)?|tests?)\b/im;
const MISSING_PROGRAM = /(?:^|[\s:])(?:command not found: (\S+)|(\S+): (?:command )?not found(?!:))/gm;

/** Whether the shell did not find a program that the command itself names. */
const isProgramMissing = (command: string, output: string): boolean => {
  const programs = segmentsOf(command).map((segment) => segment.split(/\s/, 1)[0]);
  return [...output.matchAll(MISSING_PROGRAM)].some(([, after, before]) =>
    programs.includes(after ?? before),
  );
};

const PANICS: readonly RegExp[] = [
  /^thread '.*' (?:\(\d+\) )?panicked at .*(?:(?<=:)\n.+)?$/m,
  /^[ \t]*assertion\b.* failed\b.*$|^[ \t]*assertion failed: .*$/m,
];
/** A place in a file, and what is wrong there. */
const NAMES_PLACE = /^[ \t]*(?:\[[\w:.-]{2,40}\]\s+)?[\w./\\@-]+\.\w{1,5}[:(]\d+(?:[:,]\d+)?\)?:?\s+\S.*$/gm;
/** Any error; what only says that a task failed is left out. */
const NAMES_ERROR =
  /^[ \t]*(?:\[[\w:.-]{2,40}\]\s+)?(?:(?:[\w$]+\.)*\w*(?:Error|Exception)|panic|error(?:\[\w+\])?|npm ERR!|npm error|fatal|ERROR)\b(?! task failed).*$/m;

const FAILED_TESTS =
  /^[ \t]*(?:-{3} FAIL|FAIL\b|not ok\b|[✗✘×●✕]|FAILED )[ \t]*\S.*$|(?<=^_{3,} )\S+(?= _{3,}$)|^\d{1,3}\) [\w\\]+::\w+.*$/gm;
const MAX_NAMES = 3;
/** What the runner says next about the cause. */
const CAUSE =
  /^[ \t]*(?:panic: |E\s{2,}|→ |Failed asserting |(?:[\w$]+\.)*\w*(?:Error|Exception)\b:?)\s*\S.*$/m;
const MAX_CAUSE_DISTANCE = 1_500;
const COUNT = /(?<![\w.])[1-9]\d* (?:issues|errors|problems|warnings|offenses|violations)\b(?! *[:=]? *\d)/g;

/** The line with which a runner ends. */
const SUMMARY =
  /^(?:.*(?<![\w.])[1-9]\d* (?:tests? )?(?:fail|failed|failing|failures?)(?!\w)|[#ℹ] fail [1-9]).*$/m;

/** The first failed tests by name; those of the packages that contain them say nothing more. */
function failedTests(shown: string): string | undefined {
  const all = [...shown.matchAll(FAILED_TESTS)];
  const single = all.filter(([line]) => /^[ \t]*--- FAIL/.test(line));
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

/** What runners of many packages put before each line. */
const TASK_PREFIX = /^@?[\w/-]{1,60}:[a-z][\w:-]{0,30}: /gim;

const MAX_PLACES = 330;

/** The first findings, as many as fit in a line. */
function firstPlaces(shown: string): string {
  const [first = '', ...others] = [...new Set([...shown.matchAll(NAMES_PLACE)].map(([line]) => line.trim()))];
  let text = first;
  for (const other of others.slice(0, MAX_NAMES - 1)) {
    if (text.length + other.length > MAX_PLACES) break;
    text += `; ${other}`;
  }
  return text;
}

/** The lines of a failed run that name tests, or a place and how many there are; undefined if none does. */
export function failureIn(output: string): string | undefined {
  const shown = withoutPassedTests(plain(output.slice(-MAX_OUTPUT)).replace(TASK_PREFIX, ''));
  const tests = failedTests(shown);
  if (tests !== undefined) return tests;
  const places = firstPlaces(shown);
  const found =
    PANICS.map((shape) => shape.exec(shown)?.[0].trim()).find((line) => line !== undefined) ??
    (places || NAMES_ERROR.exec(shown)?.[0].trim());
  const count = [...shown.matchAll(COUNT)].at(-1)?.[0];
  if (found === undefined) return SUMMARY.exec(shown)?.[0].trim();
  return count === undefined || found.includes(count) ? found : `${found} (${count})`;
}

const HIDES_STATUS = /[^|]\|[^|]|\|\||;|\n/;
const MAX_OUTPUT = 20_000;
const endOf = (output: string): string => (output.length <= MAX_OUTPUT ? output : output.slice(-MAX_OUTPUT));

/** Whether a command that failed came to no result of its checks, because it could not start. */
export function hasNotStarted(command: string, output: string): boolean {
  const shown = endOf(output);
  return NOT_STARTED.test(shown) && !(HAS_RESULT.test(shown) && !isProgramMissing(command, shown));
}

/** Linters count warnings as problems, and pass. */
const ONLY_WARNINGS = /(?<![\w.])\d+ (?:problems?|issues?)[ \t]*\(0 errors?[^)\n]{0,60}\)/g;

/** What the output tells; null if it does not. An error may be that of another part. */
function outcomeShown(printed: string, isOtherError: boolean): boolean | null {
  const output = printed.replace(ONLY_WARNINGS, '0 problems');
  const shown = withoutPassedTests(output);
  if (isAnyIn(FAILED, shown) || (!isOtherError && ERROR.test(shown))) return false;
  return isAnyIn(PASSED, output) ? true : null;
}

/** By the exit status; if the command hides it, or `isError` is null, by what was printed; null if neither tells. */
export function hasPassed(command: string, output: string, isError: boolean | null): boolean | null {
  if (isError === true && hasNotStarted(command, output)) return null;
  if (isError === false && !HIDES_STATUS.test(command.trim())) return true;
  const { hasError, hasStatus } = failuresBeside(command);
  if (isError === true && !hasStatus) return false;
  const passed = outcomeShown(plain(endOf(output)), hasError);
  if (isError !== true || passed !== true) return passed;
  // What passed says nothing about a check after it.
  const kinds = kindsIn(command);
  return kinds.findIndex(isTest) === kinds.length - 1 ? true : null;
}
