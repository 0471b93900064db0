import { structuredPatch } from 'diff';
import type { Diff, DiffLine } from '../../app/ports/client-settings.ts';

const CONTEXT_LINES = 3;
const MAX_LINE_CHARS = 200;
/** Characters shown around what differs in a line that is cut. */
const CONTEXT_CHARS = 40;

function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length++;
  return length;
}

function sharedEnd(a: string, b: string, start: number): number {
  let length = 0;
  const most = Math.min(a.length, b.length) - start;
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length++;
  return length;
}

/** A settings file may be one line of megabytes: the part in which it differs from its other version. */
function cut(line: string, other: string | undefined): string {
  if (line.length <= MAX_LINE_CHARS) return line;
  if (other === undefined) return `${line.slice(0, MAX_LINE_CHARS)}…`;
  const start = sharedStart(line, other);
  const end = line.length - sharedEnd(line, other, start);
  const [from, to] = [Math.max(0, start - CONTEXT_CHARS), Math.min(line.length, end + CONTEXT_CHARS)];
  return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`;
}

const KINDS: Readonly<Record<string, DiffLine['kind']>> = { '+': 'added', '-': 'removed', ' ': 'same' };

/** The first line taken out goes with the first put in, and so on. */
function linesOf(lines: readonly string[]): readonly DiffLine[] {
  const [removed, added] = ['-', '+'].map((sign) => lines.filter((line) => line.startsWith(sign)));
  const otherOf = (line: string) => {
    const [own, others] = line.startsWith('-') ? [removed, added] : [added, removed];
    return line.startsWith(' ') ? undefined : others?.[own?.indexOf(line) ?? -1]?.slice(1);
  };
  return lines.map((line) => {
    const sign = line.slice(0, 1);
    return {
      kind: KINDS[sign] ?? 'place',
      text: sign + cut(line.slice(1), otherOf(line)).replace(/\r$/, ''),
    };
  });
}

/** Of no lines the one before them is named. */
const range = (start: number, count: number) => `${count === 0 ? start - 1 : start},${count}`;

export const diffLines: Diff = (before, after) =>
  structuredPatch('', '', before, after, undefined, undefined, { context: CONTEXT_LINES }).hunks.flatMap(
    ({ oldStart, oldLines, newStart, newLines, lines }) => [
      { kind: 'place', text: `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@` },
      ...linesOf(lines),
    ],
  );
