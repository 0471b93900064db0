import { invalid } from '../domain/error.ts';
import { type Item, parsePattern } from './pattern-parts.ts';
import type { Redactor } from './redactor.ts';
import type { Report, Rule } from './rule.ts';
import { makeRules } from './rules.ts';
import { TextRedactor } from './text-redactor.ts';

type Repeat = 'once' | 'often' | 'endless';

// From here on a limited repeat is as bad as an endless one when it can be divided in many ways.
const OFTEN = 10;

/**
 * Why a pattern may need more time than anyone has; undefined when nothing speaks for it. It looks at what stands under
 * a repeat: another endless repeat (`(a+)+`), branches that begin alike (`(a|a)*`), and a part of varying length that
 * the next round can continue (`(a{1,9})+`, `(aa?)*`). Repeats side by side (`a*a*b`) are not looked at.
 */
export function slowness(source: string, flags: string): string | undefined {
  const branches = parsePattern(source, flags);
  return branches === undefined ? 'is nested too deep' : problemIn(branches, 'once', 0n);
}

/** `follow`: the characters that can come next when a branch ends and the repeat around it begins again. */
function problemIn(
  branches: readonly (readonly Item[])[],
  repeat: Repeat,
  follow: bigint,
): string | undefined {
  if (repeat !== 'once' && overlap(branches.map(firstOf)))
    return 'repeats alternatives that begin with the same character, which may never finish';
  for (const items of branches) {
    let after = follow;
    for (const item of items.toReversed()) {
      const problem = problemAt(item, repeat, after);
      if (problem !== undefined) return problem;
      after = item.first | (item.canBeEmpty ? after : 0n);
    }
  }
  return undefined;
}

function problemAt(item: Item, repeat: Repeat, after: bigint): string | undefined {
  if (repeat === 'endless' && item.max === Number.POSITIVE_INFINITY)
    return 'has an endless repeat inside an endless repeat, which may never finish';
  if (repeat !== 'once' && item.max > item.min && (item.first & after) !== 0n)
    return 'repeats a part that can be divided in many ways, which may never finish';
  if (item.branches === undefined) return undefined;
  const next = (item.max > 1 ? item.first : 0n) | (repeat === 'once' ? 0n : after);
  return problemIn(item.branches, inside(item, repeat), next);
}

function inside(item: Item, repeat: Repeat): Repeat {
  if (item.max === Number.POSITIVE_INFINITY) return 'endless';
  return repeat === 'once' && item.max >= OFTEN ? 'often' : repeat;
}

function firstOf(items: readonly Item[]): bigint {
  let first = 0n;
  for (const item of items) {
    first |= item.first;
    if (!item.canBeEmpty) break;
  }
  return first;
}

function overlap(sets: readonly bigint[]): boolean {
  let seen = 0n;
  for (const set of sets) {
    if ((seen & set) !== 0n) return true;
    seen |= set;
  }
  return false;
}

const KIND = 'custom';
const PROBES = ['', 'a', 'a b', '1', '\n', '-'];

/** What the user wants out: each pattern replaces all it matches. A leading `(?i)` ignores case. */
function customPatterns(sources: readonly string[]): Rule {
  const patterns = sources.map(compile);
  const find = (text: string, report: Report) => {
    for (const pattern of patterns) {
      for (const match of text.matchAll(pattern)) {
        if (match[0] !== '') report(match.index, match.index + match[0].length, KIND);
      }
    }
  };
  return { kinds: [KIND], hints: [], find };
}

function compile(source: string, index: number): RegExp {
  const ignoresCase = source.startsWith('(?i)');
  const body = ignoresCase ? source.slice(4) : source;
  const flags = ignoresCase ? 'gi' : 'g';
  const pattern = tryCompile(body, `${flags}u`) ?? tryCompile(body, flags);
  if (pattern === undefined) throw refused(source, index, 'is not a regular expression');
  const problem = slowness(body, pattern.flags);
  if (problem !== undefined) throw refused(source, index, problem, SLOW_HINT);
  if (PROBES.some((probe) => probe.match(pattern)?.includes('') === true)) {
    throw refused(source, index, 'matches the empty text, so it would match everywhere');
  }
  return pattern;
}

// Unicode mode first, so that `.` is a whole character; it refuses some harmless escapes that people do write.
function tryCompile(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

const HINT =
  'Correct the pattern or take it out: it is a JavaScript regular expression, without slashes around it.';
const SLOW_HINT =
  'Write it without a repeat inside a repeat, and with alternatives that begin differently: `a+` finds all that `(a+)+` or `(a|aa)+` finds.';

const refused = (source: string, index: number, problem: string, hint = HINT) =>
  invalid('redaction_pattern_invalid', `The redaction pattern ${JSON.stringify(source)} ${problem}.`, hint, {
    fields: [{ field: `patterns[${index}]`, problem }],
  });

interface RedactorOptions {
  /** The user's own regular expressions, as source text. */
  readonly patterns?: readonly string[];
}

/** A word too short for any secret, or an id that is none: the rules cost more than such a text is worth. */
const PLAIN = /^(?:[a-z][a-z0-9/_.-]{0,11}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const unchanged = (text: string) => ({ text, found: {} });

/** For the lines of a log, which cannot wait: the rules are loaded with the first one. */
export function createLineRedactor({ patterns = [] }: RedactorOptions = {}): (line: string) => string {
  let redactor: TextRedactor | undefined;
  return (line) => {
    redactor ??= new TextRedactor([...makeRules(), customPatterns(patterns)]);
    return redactor.redact(line).text;
  };
}

export function createRedactor({ patterns = [] }: RedactorOptions = {}): Redactor {
  const custom = customPatterns(patterns);
  let redactor: TextRedactor | undefined;
  return {
    async redact(texts) {
      if (patterns.length === 0 && texts.every((text) => PLAIN.test(text))) return texts.map(unchanged);
      redactor ??= new TextRedactor([...makeRules(), custom]);
      const own = redactor;
      return texts.map((text) => own.redact(text));
    },
  };
}
