import type { AddedText, SettingsPart, Start } from '../../../app/ports/client-settings.ts';
import { invalid } from '../../../domain/error.ts';
import { keptArguments } from '../json-entries.ts';
import { placeOf } from '../jsonc/settings-text.ts';
import { foreignServer, isOwnServer } from '../own-entries.ts';
import type { SettingsFile } from '../settings-parts.ts';
import { SERVER_NAME } from '../snippet.ts';
import { parseToml, type TomlLine, type TomlText, valueAt } from './parse-toml.ts';
import { isTable, type TomlMember, type TomlValue } from './read-value.ts';

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

const startsWith = (keys: readonly string[], top: readonly string[]) =>
  top.every((key, index) => keys[index] === key);

const isSame = (keys: readonly string[], others: readonly string[]) =>
  keys.length === others.length && startsWith(keys, others);

/** The entry as a client's settings in JSON would have it; undefined where there is none. */
export function readServerTable(toml: Pick<TomlText, 'lines'>, table: string): unknown {
  const entry = valueAt(toml, [table, SERVER_NAME]);
  const plain = (value: unknown): unknown =>
    isTable(value) ? Object.fromEntries([...value].map(([key, inner]) => [key, plain(inner)])) : value;
  return plain(entry);
}

/** The settings with our entry only, as a client's settings in JSON would have it. */
export const parseServers = (text: string): unknown => ({
  mcp_servers: { [SERVER_NAME]: readServerTable(parseToml('', text), 'mcp_servers') },
});

/** The inline table that holds our entry, and the entry in it: `mcp_servers = { throughline = { … } }`. */
interface InlineEntry {
  readonly holder: TomlValue;
  readonly member: TomlMember | undefined;
}

function findInline({ lines }: TomlText, table: string): InlineEntry | undefined {
  const holder = lines.find(({ keys }) => isSame(keys, [table]))?.value;
  if (holder?.members === undefined) return undefined;
  return { holder, member: holder.members.find(({ keys }) => keys[0] === SERVER_NAME) };
}

/** The lines of the entry: its table and those below it, or its keys in a table above it. */
const linesOf = ({ lines }: TomlText, table: string): readonly TomlLine[] =>
  lines.filter(({ keys }) => startsWith(keys, [table, SERVER_NAME]));

function wrongType({ path, text, lines }: TomlText, table: string) {
  const at = lines.find(({ keys }) => isSame(keys, [table]))?.start ?? 0;
  return invalid(
    'settings_wrong_type',
    `${path}: ${table} must be a table, at ${placeOf(text, at)}.`,
    'Correct it there and run it again. Nothing was changed.',
  );
}

const renderEntry = ({ command, args }: Start): readonly string[] => [
  `command = ${renderString(command)}`,
  `args = ${renderList(args)}`,
];

function addEntry(toml: TomlText, table: string, start: Start): readonly TextEdit[] {
  const inline = findInline(toml, table);
  const entry = renderEntry(start);
  if (inline !== undefined)
    return [addMember(toml, inline.holder, `${SERVER_NAME} = { ${entry.join(', ')} }`)];
  const isWrong = toml.lines.some(({ kind, keys }) => isSame(keys, [table]) && kind !== 'table');
  if (isWrong) throw wrongType(toml, table);
  return [appendLines(toml, [`[${table}.${SERVER_NAME}]`, ...entry])];
}

/** Where the value of a key of the entry stands, in whichever way the entry is written. */
function findValue(toml: TomlText, table: string, key: string): TomlValue | undefined {
  const path = [table, SERVER_NAME, key];
  for (const { keys, value } of toml.lines) {
    if (value === undefined || !startsWith(path, keys)) continue;
    const found = valueIn(value, path.slice(keys.length));
    if (found !== undefined) return found;
  }
  return undefined;
}

function valueIn(value: TomlValue, rest: readonly string[]): TomlValue | undefined {
  if (rest.length === 0) return value;
  const member = value.members?.find(({ keys }) => startsWith(rest, keys));
  return member && valueIn(member.value, rest.slice(member.keys.length));
}

/** Another path or place; environment, time limits and further flags stay. */
function updateEntry(toml: TomlText, table: string, entry: unknown, start: Start): readonly TextEdit[] {
  const args = [...start.args, ...keptArguments(entry)];
  const [command, list] = ['command', 'args'].map((key) => findValue(toml, table, key));
  const line = toml.lines.find(({ value }) => value !== undefined && value === command);
  const edits: TextEdit[] = [];
  if (command !== undefined && command.value !== start.command)
    edits.push(replaceValue(command, renderString(start.command)));
  if (list !== undefined && JSON.stringify(list.value) !== JSON.stringify(args))
    edits.push(replaceValue(list, renderList(args)));
  if (list === undefined && line !== undefined)
    edits.push(insertAfter(toml, line, `args = ${renderList(args)}`));
  return edits;
}

function addServerTable(path: string, text: string, table: string, start: Start): AddedText {
  const toml = parseToml(path, text);
  const entry = readServerTable(toml, table);
  const done = (edits: readonly TextEdit[], notice: string | null = null): AddedText => ({
    text: applyEdits(toml, edits),
    made: [],
    notice,
  });
  if (entry === undefined) return done(addEntry(toml, table, start));
  if (isOwnServer(entry)) return done(updateEntry(toml, table, entry, start));
  return done([], foreignServer(`${table}.${SERVER_NAME}`, path));
}

/** Neighboring lines go together, so that comments between them and the empty line before them go too. */
function cutEntry(toml: TomlText, table: string): readonly TextEdit[] {
  const own = linesOf(toml, table);
  const runs: TomlLine[][] = [];
  for (const line of own) {
    const last = runs.at(-1)?.at(-1);
    const isNext = last !== undefined && toml.lines.indexOf(line) === toml.lines.indexOf(last) + 1;
    if (isNext) runs.at(-1)?.push(line);
    else runs.push([line]);
  }
  return runs.map((run) => cutLines(toml, run[0]?.start ?? 0, run.at(-1)?.end ?? 0));
}

function removeServerTable(path: string, text: string, table: string): string {
  const toml = parseToml(path, text);
  if (!isOwnServer(readServerTable(toml, table))) return text;
  const inline = findInline(toml, table);
  return applyEdits(
    toml,
    inline?.member === undefined ? cutEntry(toml, table) : [cutMember(toml, inline.holder, inline.member)],
  );
}

/** Our server in a TOML file, as the table `[<table>.throughline]`. Comments, order and all other bytes stay. */
export const tomlServerPart = (file: SettingsFile, table: string, start: Start): SettingsPart => ({
  path: file.path,
  isShared: file.isShared,
  isLocked: file.isLocked ?? false,
  what: 'MCP server',
  add: (text) => addServerTable(file.path, text, table, start),
  remove: (text) => removeServerTable(file.path, text, table),
});
