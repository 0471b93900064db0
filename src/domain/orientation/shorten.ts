/** No character before it joins the previous one. Creating the pattern takes longer than most texts are shortened. */
const FIRST_MARK = '\u0300';
const joinsPrevious = (character: string): boolean =>
  character >= FIRST_MARK &&
  /^(?:\p{M}|\p{Emoji_Modifier}|[\u200c\u{e0020}-\u{e007f}]|\u200d)/u.test(character);
const REGIONAL = /^[\u{1f1e6}-\u{1f1ff}]/u;
const MAX_STEPS_BACK = 64;

/** The start of a text, or its start and its end, and how much is missing. */
export interface Shortened {
  readonly text: string;
  /** The text is cut inside, and its end is there. */
  readonly hasEnd?: boolean;
  /** Characters (UTF-16 units) of the whole that are not in `text`. */
  readonly omitted: number;
}

/** Shortens to at most `cap` characters, at a word where there is one, never inside a surrogate pair.
 *  `length` is that of the whole text, of which `text` may be only the beginning. */
export function shorten(text: string, length: number, cap: number): Shortened {
  if (length <= cap && text.length >= length) return { text, omitted: 0 };
  const end = Math.min(cap, text.length);
  const kept = text.slice(0, findWordEnd(text, end) ?? findClusterEnd(text, end));
  return { text: kept, omitted: Math.max(length, text.length) - kept.length };
}

const INNER_CUT = '\n[…]\n';
const OPENING_SHARE = 0.35;

/** The lines above a place that say whose words stand there: those that are not indented, and for a list also its label. */
function headsAbove(lines: readonly string[], at: number): readonly string[] {
  const line = lines[at] ?? '';
  if (!/^(?: {2}|- )/.test(line)) return [];
  const head = lines.findLastIndex(
    (one, place) => place < at && (line.startsWith('- ') ? /^\S(?! )/ : /^\S/).test(one),
  );
  return head < 0 ? [] : [...headsAbove(lines, head), lines[head] ?? ''];
}

/** Keeps the start and the end of quotations that say at their end where things stand. Neither begins or ends inside a line. */
export function shortenInside(text: string, length: number, cap: number): Shortened {
  if (text.length < length || length <= cap) return shorten(text, length, cap);
  const lines = text.split('\n');
  let left = Math.floor(cap * OPENING_SHARE);
  const opened = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  const opening = lines.slice(0, opened).join('\n');
  const room = cap - opening.length - INNER_CUT.length;
  let used = -1;
  let ended = lines.length;
  for (let at = lines.length - 1; at > opened; at--) {
    used += (lines[at] ?? '').length + 1;
    if (used > room) break;
    const heads = headsAbove(lines, at);
    if (heads.reduce((sum, head) => sum + head.length + 1, used) <= room) ended = at;
  }
  const ending = [...headsAbove(lines, ended), ...lines.slice(ended)].join('\n');
  if (opening === '' || ending === '') return shorten(text, length, cap);
  return {
    text: `${opening}${INNER_CUT}${ending}`,
    omitted: length - opening.length - ending.length,
    hasEnd: true,
  };
}

function findWordEnd(text: string, end: number): number | undefined {
  const earliest = Math.floor(end * 0.6);
  for (let at = end; at > earliest; at--) {
    if (!/\s/.test(text.charAt(at))) continue;
    const trimmed = text.slice(0, at).trimEnd().length;
    return trimmed > 0 ? trimmed : undefined;
  }
  return undefined;
}

function findClusterEnd(text: string, end: number): number {
  const earliest = Math.max(1, end - MAX_STEPS_BACK);
  for (let at = end; at >= earliest; at--) if (!splitsCluster(text, at)) return at;
  return splitsPair(text, end) ? end - 1 : end;
}

/** What comes after `at` may be unknown, so a text must not end in half a pair either. */
const splitsPair = (text: string, at: number) => /[\ud800-\udbff]/.test(text.charAt(at - 1));

function splitsCluster(text: string, at: number): boolean {
  if (splitsPair(text, at)) return true;
  const before = text.charAt(at - 1);
  const after = String.fromCodePoint(text.codePointAt(at) ?? 0x20);
  if (before === '\u200d' || (before === '\r' && after === '\n') || joinsPrevious(after)) return true;
  return REGIONAL.test(after) && countRegionalBefore(text, at) % 2 === 1;
}

function countRegionalBefore(text: string, at: number): number {
  let count = 0;
  while (at - 2 * (count + 1) >= 0 && REGIONAL.test(text.slice(at - 2 * (count + 1), at - 2 * count)))
    count++;
  return count;
}
