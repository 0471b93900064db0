import type { Edit, Node } from 'jsonc-parser';
import type { SettingsText } from './settings-text.ts';
import {
  childrenOf,
  endOf,
  findComma,
  indentAt,
  isComment,
  isOneLine,
  type Layout,
  LINE_COMMENT,
  renderInline,
  renderLines,
  tokensAfter,
} from './settings-text.ts';

/** A member of an object, or with no key an item of a list. */
interface Item {
  readonly key?: string;
  readonly value: unknown;
}

const keyPrefix = ({ key }: Item, gap: string) => (key === undefined ? '' : `${JSON.stringify(key)}:${gap}`);
const inline = (item: Item, layout: Layout) => keyPrefix(item, layout.gap) + renderInline(item.value, layout);
const onLine = (item: Item, indent: string, layout: Layout) =>
  layout.newline + indent + keyPrefix(item, ' ') + renderLines(item.value, indent, layout);

function childIndent(text: string, container: Node, { step }: Layout): string {
  const [first] = childrenOf(container);
  const own = first && indentAt(text, first.offset);
  const isAtStart = first && own !== undefined && text.slice(0, first.offset).endsWith(`\n${own}`);
  return isAtStart ? own : indentAt(text, container.offset) + step;
}

/** Behind the comments that follow in the same line: they belong to what stands before them. */
function endOfLine(text: string, offset: number): number {
  let end = offset;
  for (const token of tokensAfter(text, offset)) {
    if (/[\r\n]/.test(text.slice(token.offset, token.end))) break;
    if (isComment(token)) end = token.end;
  }
  return end;
}

function intoEmpty(text: string, container: Node, items: readonly Item[], layout: Layout): Edit {
  const inner = text.slice(container.offset + 1, endOf(container) - 1);
  const kept = inner.trimEnd();
  const rest = inner.slice(kept.length);
  const offset = container.offset + 1 + kept.length;
  if (kept === '' && isOneLine(text, container)) {
    const pad = container.type === 'object' ? layout.gap : '';
    const content = items.map((item) => inline(item, layout)).join(`,${layout.gap}`);
    return { offset, length: rest.length, content: `${pad}${content}${pad}` };
  }
  const indent = indentAt(text, container.offset);
  const content = items.map((item) => onLine(item, indent + layout.step, layout)).join(',');
  return rest.includes('\n')
    ? { offset, length: 0, content }
    : { offset, length: rest.length, content: `${content}${layout.newline}${indent}` };
}

/** Adds at the end. Only what is added and the comma before it change; nothing else is reformatted. */
export function insertItems(
  { text, layout }: SettingsText,
  container: Node,
  items: readonly Item[],
): readonly Edit[] {
  if (items.length === 0) return [];
  const last = childrenOf(container).at(-1);
  if (last === undefined) return [intoEmpty(text, container, items, layout)];
  const comma = findComma(text, last);
  const offset = comma === undefined ? endOf(last) : comma + 1;
  if (isOneLine(text, container)) {
    const texts = items.map((item) => inline(item, layout));
    const content = texts.map((one) =>
      comma === undefined ? `,${layout.gap}${one}` : `${layout.gap}${one},`,
    );
    return [{ offset, length: 0, content: content.join('') }];
  }
  const indent = childIndent(text, container, layout);
  const lines = items.map((item) => onLine(item, indent, layout));
  const end = endOfLine(text, offset);
  if (comma !== undefined)
    return [{ offset: end, length: 0, content: lines.map((line) => `${line},`).join('') }];
  if (end === offset) return [{ offset, length: 0, content: `,${lines.join(',')}` }];
  return [
    { offset, length: 0, content: ',' },
    { offset: end, length: 0, content: lines.join(',') },
  ];
}

/** The object itself, where there is none yet: behind whatever space and comments there are. */
export function insertRoot({ text, layout }: SettingsText, members: object): readonly Edit[] {
  const isOpen = text !== '' && !text.endsWith('\n');
  const content = `${isOpen ? layout.newline : ''}${renderLines(members, '', layout)}${layout.newline}`;
  return [{ offset: text.length, length: 0, content }];
}

export function replaceValue({ text, layout }: SettingsText, node: Node, value: unknown): Edit {
  const isLong = text.slice(node.offset, endOf(node)).includes('\n');
  const content = isLong
    ? renderLines(value, indentAt(text, node.offset), layout)
    : renderInline(value, layout);
  return { offset: node.offset, length: node.length, content };
}

const cut = (from: number, to: number): Edit => ({ offset: from, length: to - from, content: '' });
const isBlank = (text: string) => text.trim() === '';

/** Where the space before an item begins. */
const spaceBefore = (text: string, item: Node): number => text.slice(0, item.offset).trimEnd().length;

/** What follows would end up in a comment that needs its line to end. */
function wouldJoinComment(text: string, container: Node, item: Node, end: number): boolean {
  if (/^[ \t]*\r?\n/.test(text.slice(end))) return false;
  const siblings = childrenOf(container);
  const previous = siblings[siblings.indexOf(item) - 1];
  const comma = previous && findComma(text, previous);
  const from = comma === undefined ? container.offset + 1 : comma + 1;
  return tokensAfter(text, from).some(
    ({ kind, end: at }) => kind === LINE_COMMENT && at === spaceBefore(text, item),
  );
}

function cutItem(text: string, container: Node, item: Node): readonly Edit[] {
  const end = endOf(item);
  const comma = findComma(text, item);
  const isTight = comma !== undefined && isBlank(text.slice(end, comma));
  const last = isTight ? comma + 1 : end;
  const from = wouldJoinComment(text, container, item, last) ? item.offset : spaceBefore(text, item);
  return [cut(from, last), ...(comma === undefined || isTight ? [] : [cut(comma, comma + 1)])];
}

/** Whether nothing would be left but space. */
export function isEmptyWithout({ text }: SettingsText, container: Node, items: readonly Node[]): boolean {
  const children = childrenOf(container);
  if (children.some((child) => !items.includes(child))) return false;
  const starts = [
    container.offset + 1,
    ...children.map((child) => (findComma(text, child) ?? endOf(child) - 1) + 1),
  ];
  const hasComment = [...starts, ...children.map(endOf)].some((start) =>
    tokensAfter(text, start).some(isComment),
  );
  return !hasComment;
}

/** Takes these out, with their commas and the space before them, and leaves every other byte. */
export function removeItems(
  settings: SettingsText,
  container: Node,
  items: readonly Node[],
): readonly Edit[] {
  if (items.length === 0) return [];
  const { text } = settings;
  if (isEmptyWithout(settings, container, items)) return [cut(container.offset + 1, endOf(container) - 1)];
  const children = childrenOf(container);
  const last = children.at(-1);
  const kept = children.findLast((child) => !items.includes(child));
  const isLastGone = last !== undefined && items.includes(last) && findComma(text, last) === undefined;
  const comma = isLastGone && kept ? findComma(text, kept) : undefined;
  return [
    ...items.flatMap((item) => cutItem(text, container, item)),
    ...(comma === undefined ? [] : [cut(comma, comma + 1)]),
  ];
}

/** The object itself, with the end of its line. */
export function removeRoot({ text, root }: SettingsText): readonly Edit[] {
  if (root === undefined) return [];
  const newline = /^\r?\n/.exec(text.slice(endOf(root)))?.[0] ?? '';
  return [cut(root.offset, endOf(root) + newline.length)];
}
