/** What stands at the left edge of a line: its number, and the sign of a comment or a table. */
export interface Margin {
  readonly number: number | undefined;
  readonly mark: string;
  readonly length: number;
}

// Back from a token to the start of its line, no further.
const LOOK_BACK = 200;
const LONGEST = 160;
const NUMBER = /^[ \t]{0,10}(\d{1,6})(?:[:|│→\t-]|(?=[ \t]))/;
const SIGNS = /^[ \t>+]{0,40}(?:\/?\*{1,2}|#{1,6}|\/{2,3}|--|;{1,2}|(?:[|│][ \t]{0,10}){1,6})?[ \t]{0,40}/;

/** Of the line in which a token begins at `at`. */
export function marginBefore(text: string, at: number): Margin {
  const before = text.slice(Math.max(0, at - LOOK_BACK), at);
  return readMargin(before.slice(before.lastIndexOf('\n') + 1), true);
}

/** Of the line that begins at `at`, when it goes on from one with that margin. */
export function marginAfter({ number, mark }: Margin, text: string, at: number): Margin | undefined {
  const margin = readMargin(text.slice(at, at + LONGEST), number !== undefined);
  const isNext = number === undefined || margin.number === number + 1;
  return isNext && margin.mark === mark ? margin : undefined;
}

function readMargin(line: string, mayBeNumbered: boolean): Margin {
  const numbered = mayBeNumbered ? NUMBER.exec(line) : null;
  const skipped = numbered?.[0].length ?? 0;
  const signs = SIGNS.exec(line.slice(skipped))?.[0] ?? '';
  return {
    number: numbered === null ? undefined : Number(numbered[1]),
    mark: markOf(signs),
    length: skipped + signs.length,
  };
}

/** A comment that opens with a slash goes on without it, and the cells before may be empty. */
const markOf = (signs: string): string =>
  signs
    .replace(/[ \t>+]/g, '')
    .replace(/^\/?\*+$/, '*')
    .replace(/^[|│]+$/, '|');
