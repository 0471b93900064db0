import { invalid } from '../domain/error.ts';
import type { Report, Rule } from './rule.ts';
import { slowness } from './slow-pattern.ts';

const KIND = 'custom';
const PROBES = ['', 'a', 'a b', '1', '\n', '-'];

/** What the user wants out: each pattern replaces all it matches. A leading `(?i)` ignores case. */
export function customPatterns(sources: readonly string[]): Rule {
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
