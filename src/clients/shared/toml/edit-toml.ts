import type { TomlLine, TomlText } from './parse-toml.ts';
import type { TomlMember, TomlValue } from './read-value.ts';

/** Replaces the characters from `start` to `end`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export const applyEdits = ({ byteOrderMark, text }: TomlText, edits: readonly TextEdit[]): string => {
  const ordered = edits.toSorted((one, other) => other.start - one.start);
  return (
    byteOrderMark +
    ordered.reduce((done, { start, end, text: put }) => done.slice(0, start) + put + done.slice(end), text)
  );
};

/** Strings of TOML are written like those of JSON, but for one character. */
export const renderString = (value: string): string =>
  JSON.stringify(value.toWellFormed()).replaceAll('\u007f', String.raw`\u007f`);

export const renderList = (values: readonly string[]): string => `[${values.map(renderString).join(', ')}]`;

const NEWLINE = /\r?\n/y;
const BLANK_LINE_BEFORE = /(?:^|\n)(\r?\n)$/;

/** Behind everything, with an empty line before it. A file that ends without a newline still does. */
export function appendLines({ text, newline }: TomlText, lines: readonly string[]): TextEdit {
  const block = lines.join(newline);
  const at = { start: text.length, end: text.length };
  if (text === '') return { ...at, text: block + newline };
  return { ...at, text: text.endsWith('\n') ? newline + block + newline : newline + newline + block };
}

/** Cuts lines out, with the empty line before them, so that what `appendLines` added is gone to the byte. */
export function cutLines({ text }: TomlText, from: number, to: number): TextEdit {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const blank = BLANK_LINE_BEFORE.exec(text.slice(0, start))?.[1]?.length ?? 0;
  const end = skipRestOfLine(text, to);
  NEWLINE.lastIndex = end;
  const hasNewline = NEWLINE.test(text);
  const before = hasNewline ? 0 : (/(?:\r?\n)?$/.exec(text.slice(0, start - blank))?.[0].length ?? 0);
  return { start: start - blank - before, end: hasNewline ? NEWLINE.lastIndex : end, text: '' };
}

const REST = /[^\r\n]*/y;
const skipRestOfLine = (text: string, from: number): number => {
  REST.lastIndex = from;
  REST.test(text);
  return REST.lastIndex;
};

/** At the end of an inline table. */
export function addMember({ text }: TomlText, table: TomlValue, member: string): TextEdit {
  const last = table.members?.at(-1);
  const at = last?.value.end ?? table.start + 1;
  const hasComma = last !== undefined && /^\s*,/.test(text.slice(at));
  const start = hasComma ? text.indexOf(',', at) + 1 : at;
  const lead = last === undefined ? '' : hasComma ? ' ' : ', ';
  return { start, end: start, text: `${lead}${member}${hasComma ? ',' : ''}` };
}

/** With the comma before it, or behind it if it is the first. */
export function cutMember({ text }: TomlText, table: TomlValue, member: TomlMember): TextEdit {
  const members = table.members ?? [];
  const previous = members[members.indexOf(member) - 1];
  const hasCommaAfter = /^\s*,/.test(text.slice(member.value.end));
  const end = hasCommaAfter ? text.indexOf(',', member.value.end) + 1 : member.value.end;
  if (previous === undefined) {
    const rest = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
    return { start: member.start, end: hasCommaAfter && members.length > 1 ? end + rest : end, text: '' };
  }
  const comma = text.indexOf(',', previous.value.end);
  return hasCommaAfter ? { start: comma + 1, end, text: '' } : { start: previous.value.end, end, text: '' };
}

export const replaceValue = ({ start, end }: TomlValue, text: string): TextEdit => ({ start, end, text });

/** A line of its own behind this one, in its indentation. */
export function insertAfter({ text, newline }: TomlText, line: TomlLine, added: string): TextEdit {
  const start = text.lastIndexOf('\n', line.start - 1) + 1;
  const at = skipRestOfLine(text, line.end);
  return { start: at, end: at, text: newline + text.slice(start, line.start) + added };
}
