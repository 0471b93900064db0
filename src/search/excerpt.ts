/** A text up to this long is read whole. */
const WHOLE = 1_200;
const BEFORE = 160;
const BEHIND = 260;
const PER_BEGINNING = 4;
const MOST = 12;
const OPENING = 400;

/** How the words that are looked for begin, as far as no ending changes them. */
export function beginningsOf(stems: Iterable<string>): readonly string[] {
  return [...new Set([...stems].map((stem) => stem.slice(0, Math.max(3, Math.min(stem.length - 1, 6)))))];
}

function placesIn(text: string, beginnings: readonly string[]): readonly number[] {
  const lower = text.toLowerCase();
  const places: number[] = [];
  for (const beginning of beginnings) {
    let from = lower.indexOf(beginning);
    for (let found = 0; from >= 0 && found < PER_BEGINNING; found += 1) {
      places.push(from);
      from = lower.indexOf(beginning, from + BEHIND);
    }
  }
  return places.sort((a, b) => a - b).slice(0, MOST * 2);
}

export type Window = readonly [from: number, to: number];

/** Of a long text its opening and what stands around the words looked for: reading all of every one would take too long. */
export function windowsOf(text: string, beginnings: readonly string[]): readonly Window[] {
  if (text.length <= WHOLE) return [[0, text.length]];
  const windows: [number, number][] = [[0, OPENING]];
  for (const place of placesIn(text, beginnings)) {
    const last = windows.at(-1);
    const [from, to] = [Math.max(0, place - BEFORE), place + BEHIND];
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else if (windows.length < MOST) windows.push([from, to]);
  }
  return windows;
}

export const excerptOf = (text: string, beginnings: readonly string[]): string =>
  text.length <= WHOLE
    ? text
    : windowsOf(text, beginnings)
        .map(([from, to]) => text.slice(from, to))
        .join(' … ');
