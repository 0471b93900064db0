interface Item {
  readonly min: number;
  readonly max: number;
  readonly canBeEmpty: boolean;
  /** The characters it can start with: one bit for each sample. */
  readonly first: bigint;
  readonly branches?: Branches;
}

type Branches = readonly (readonly Item[])[];
type Atom = Pick<Item, 'canBeEmpty' | 'first' | 'branches'>;

const GROUP = /\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?/y;
const CLASS = /\[(?:[^\]\\]|\\[\s\S])*\]/y;
const ESCAPE = /\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|c[a-z]|k<[^>]*>|\d+|[\s\S])/iy;
const UNICODE_ESCAPE = /\\(?:u\{[0-9a-f]+\}|u[0-9a-f]{4}\\u[0-9a-f]{4}|p\{[^}]*\})/iy;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;
const BACK_REFERENCE = /^\\(?:[1-9]|k<)/;
const ZERO_WIDTH = /^(?:[$^]|\\[bB])$/;
const ANYTHING = /^[\s\S]/;
const MAX_DEPTH = 100;

class Parser {
  readonly #source: string;
  readonly #flags: string;
  readonly #samples: readonly string[];
  readonly #known = new Map<string, bigint>();
  #at = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags.replace('g', '');
    this.#samples = samplesFor(source);
  }

  /** The branches of a valid pattern; undefined if it is nested too deep. */
  readBranches(depth = 0): Branches | undefined {
    if (depth > MAX_DEPTH) return undefined;
    const branches: Item[][] = [[]];
    while (this.#at < this.#source.length && this.#source[this.#at] !== ')') {
      if (this.#source[this.#at] === '|') {
        branches.push([]);
        this.#at++;
        continue;
      }
      const atom = this.#source[this.#at] === '(' ? this.#readGroup(depth) : this.#readCharacter();
      if (atom === undefined) return undefined;
      branches.at(-1)?.push(this.#quantified(atom));
    }
    return branches;
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source);
    if (found !== null) this.#at += found[0].length;
    return found;
  }

  #readGroup(depth: number): Atom | undefined {
    const opening = this.#take(GROUP)?.[0] ?? '';
    const branches = this.readBranches(depth + 1);
    if (branches === undefined) return undefined;
    this.#at++;
    if (/[=!]$/.test(opening)) return { canBeEmpty: true, first: 0n, branches };
    const first = branches.reduce((set, items) => set | firstOf(items), 0n);
    const canBeEmpty = branches.some((items) => items.every((item) => item.canBeEmpty));
    return { canBeEmpty, first, branches };
  }

  #readCharacter(): Atom {
    const isUnicode = this.#flags.includes('u');
    const found = this.#take(CLASS) ?? (isUnicode ? this.#take(UNICODE_ESCAPE) : null) ?? this.#take(ESCAPE);
    const text = found?.[0] ?? String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0);
    if (found === null) this.#at += text.length;
    return ZERO_WIDTH.test(text)
      ? { canBeEmpty: true, first: 0n }
      : { canBeEmpty: BACK_REFERENCE.test(text), first: this.#charactersOf(text) };
  }

  /** The engine itself tests which samples the part matches. A part that does not compile alone may match anything. */
  #charactersOf(part: string): bigint {
    const known = this.#known.get(part);
    if (known !== undefined) return known;
    let set = 0n;
    const pattern = BACK_REFERENCE.test(part) ? ANYTHING : this.#compile(part);
    this.#samples.forEach((sample, nth) => {
      if (pattern.test(sample)) set |= 1n << BigInt(nth);
    });
    this.#known.set(part, set);
    return set;
  }

  #compile(part: string): RegExp {
    try {
      return new RegExp(`^(?:${part})`, this.#flags);
    } catch {
      return ANYTHING;
    }
  }

  #quantified(atom: Atom): Item {
    const found = this.#take(QUANTIFIER);
    if (found === null) return { ...atom, min: 1, max: 1 };
    const [, sign, lower, comma, upper] = found;
    const min = sign === undefined ? Number(lower) : sign === '+' ? 1 : 0;
    const max =
      sign === '?'
        ? 1
        : sign !== undefined || (comma && !upper)
          ? Number.POSITIVE_INFINITY
          : Number(upper ?? lower);
    return { ...atom, min, max, canBeEmpty: atom.canBeEmpty || min === 0 };
  }
}

function samplesFor(source: string): string[] {
  const named = Array.from(
    source.matchAll(/\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2}))/gi),
    (match) => Number.parseInt(match[1] ?? match[2] ?? match[3] ?? '0', 16),
  ).filter((code) => code <= 0x10ffff);
  return [
    ...new Set([
      ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
      ...'\u00a0éßЖ中\u2028👍',
      ...source,
      ...named.map((code) => String.fromCodePoint(code)),
    ]),
  ];
}

type Repeat = 'once' | 'often' | 'endless';

// From this count on a limited repeat is as bad as an unlimited one if it can be divided in many ways.
const MANY_REPEATS = 10;

/**
 * Why a pattern may take extremely long; undefined if no reason is found. Inside a repeat it looks for another
 * unlimited repeat (`(a+)+`), for branches that start with the same character (`(a|a)*`), and for a part of varying
 * length that the next round can continue (`(a{1,9})+`, `(aa?)*`). Adjacent repeats (`a*a*b`) are not checked.
 */
export function slowness(source: string, flags: string): string | undefined {
  const branches = new Parser(source, flags).readBranches();
  return branches === undefined ? 'is nested too deep' : problemIn(branches, 'once', 0n);
}

/** `follow`: the characters that can come next when a branch ends and the repeat around it starts again. */
function problemIn(branches: Branches, repeat: Repeat, follow: bigint) {
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
  return problemIn(item.branches, repeatInside(item, repeat), next);
}

function repeatInside(item: Item, repeat: Repeat): Repeat {
  if (item.max === Number.POSITIVE_INFINITY) return 'endless';
  return repeat === 'once' && item.max >= MANY_REPEATS ? 'often' : repeat;
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
