import { seededRandom } from './faults-random.ts';

/** Everything that some reader, terminal or programming language takes for the end of a line. */
const BREAKS = ['\n', '\r\n', '\r', '\v', '\f', '\u001c', '\u001d', '\u001e', '\u0085', '\u2028', '\u2029'];
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, to split with
const BREAK = /\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal controls, separators and bidirectional overrides
const UNUSUAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]|\r(?!\n)/;

/** Beginnings of our own lines. None has a quotation mark or a word without "zq", so that the check sees where it starts. */
const OPENINGS = [
  '## zqConstraints ',
  '- [zqcritical] ',
  'zqthroughline: ',
  '# zqOrientation: ',
  '  ',
  '* ',
  '- ',
  '#',
  '',
];
const CONTROLS = ['\u001b[2J', '\u0007', '\b', '\u009b31m', '\u202e', '\u2066'];

export interface Hostile {
  /** Every text that was made, by the field it was made for. */
  readonly made: ReadonlyMap<string, string>;
  /** Text that tries to start a line of its own in every way, at most `max` characters long. */
  text(field: string, max?: number): string;
}

/** The same seed gives the same texts. Each one has a marker of its own. On one line, only its beginning is hostile. */
export function hostileTexts(seed: number, isOneLine: boolean): Hostile {
  const random = seededRandom(seed);
  const made = new Map<string, string>();
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  // Ordinary words alone may start an item of a list, as a name does.
  const openings = isOneLine ? OPENINGS.filter((opening) => opening.trim() !== '') : OPENINGS;
  const separators = (): readonly string[] => {
    if (isOneLine) return [' '];
    const shuffled = BREAKS.map((one) => ({ one, at: random() })).toSorted((a, b) => a.at - b.at);
    // The newline comes first: a text that is cut short must have it.
    return ['\n', ...shuffled.map(({ one }) => one), ...CONTROLS];
  };
  return {
    made,
    text(field, max = 180) {
      const marker = `zq${made.size}q`;
      let text = `${pick(openings)}${marker}`;
      for (const separator of separators()) {
        const longer = `${text}${separator}${pick(openings)}${marker}`;
        if (longer.length <= max) text = longer;
      }
      made.set(field, text);
      return text;
    },
  };
}

/** What is before the first hostile word of a line: a word of ours or a quotation mark, or the line is hostile. */
const OURS = /[\p{L}\p{N}">“`]/u;

/** An item of a list of single words, such as those a search matched: one plain word imitates nothing. */
const IS_WORD_OF_LIST = /^ *- [\p{L}\p{N}]+$/u;

const isHostileLine = (line: string): boolean => {
  const at = line.search(/zq/i);
  return at !== -1 && !OURS.test(line.slice(0, at)) && !IS_WORD_OF_LIST.test(line);
};

/** Lines of a text that stored text starts, and lines with characters that must not get through. */
export const violationsIn = (text: string): readonly string[] => [
  ...text.split(BREAK).filter(isHostileLine),
  ...text.split('\n').filter((line) => UNUSUAL.test(`${line}\n`)),
];

/** Every string and every key in a value. */
export function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...stringsIn(item)]);
}
