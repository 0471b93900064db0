import type { Edit, Node } from 'jsonc-parser';
import type { SettingsText } from './settings-text.ts';
import { childrenOf, endOf, findComma, isComment, LINE_COMMENT, tokensAfter } from './tree.ts';

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
export function isBareWithout({ text }: SettingsText, container: Node, items: readonly Node[]): boolean {
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
  if (isBareWithout(settings, container, items)) return [cut(container.offset + 1, endOf(container) - 1)];
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
