import { type Item, parsePattern } from './pattern-parts.ts';

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
    return 'repeats alternatives that begin with the same character, which can take for ever';
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
    return 'has an endless repeat inside an endless repeat, which can take for ever';
  if (repeat !== 'once' && item.max > item.min && (item.first & after) !== 0n)
    return 'repeats a part that can be divided in many ways, which can take for ever';
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
