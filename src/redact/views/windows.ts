import type { Edit } from './view.ts';

/** A part of the text, and the edits in it, counted from its start. */
export interface Window {
  readonly start: number;
  readonly text: string;
  readonly edits: readonly Edit[];
}

const LINES_AROUND = 2;

/** The lines with edits and those around them: of a long text with few edits, only these have to be read again. */
export function windowsAround(text: string, edits: readonly Edit[]): Window[] {
  const windows: Window[] = [];
  let [start, end, first] = [0, -1, 0];
  const close = (to: number) => {
    if (end >= 0) windows.push(windowOf(text, start, end, edits.slice(first, to)));
    first = to;
  };
  // Of several edits in one line only the first looks for the line's ends, or one long line would take time squared.
  let lineEnd = -1;
  edits.forEach(({ from, to }, nth) => {
    if (to <= lineEnd) return;
    const opens = linesBack(text, from);
    if (opens > end) {
      close(nth);
      start = opens;
    }
    lineEnd = endOfLine(text, to);
    end = linesOn(text, lineEnd);
  });
  close(edits.length);
  return windows;
}

const windowOf = (text: string, start: number, end: number, edits: readonly Edit[]): Window => ({
  start,
  text: text.slice(start, end),
  edits: edits.map((edit) => ({ ...edit, from: edit.from - start, to: edit.to - start })),
});

const endOfLine = (text: string, at: number) => {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
};

function linesOn(text: string, lineEnd: number): number {
  let end = lineEnd;
  for (let nth = 0; nth < LINES_AROUND && end < text.length; nth++) end = endOfLine(text, end + 1);
  return end;
}

function linesBack(text: string, at: number): number {
  let start = at;
  for (let nth = 0; nth <= LINES_AROUND && start > 0; nth++) start = text.lastIndexOf('\n', start - 1);
  return start <= 0 ? 0 : start + 1;
}
