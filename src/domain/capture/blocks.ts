import { sentencesOf, statementsOf } from './question.ts';

interface Heading {
  readonly level: number;
  readonly text: string;
}

/** A paragraph, list, table or piece of code, with the lines that it depends on. */
export interface Block {
  readonly kind: 'text' | 'list' | 'table' | 'code';
  /** The outermost first. */
  readonly headings: readonly Heading[];
  /** The line that introduces it, and the header of a table. */
  readonly lead: readonly string[];
  /** Sentences, list items with what is nested in them, rows, or the code. */
  readonly items: readonly string[];
  /** It goes on in the line of the block before it. */
  readonly continues?: true;
}

const HEADING = /^\s{0,3}(#{1,6})\s+\S/;
const BOLD_LINE = /^\s*(?:\*\*|__)[^*]+(?:\*\*|__):?\s*$/;
const BOLD_LEVEL = 7;
const NUMBERED = /^[\s#*_]*\d/;
const FENCE = /^\s*(?:```|~~~)/;
const LIST_ITEM = /^\s*(?:[-*•+]|\d{1,3}[.)])\s/;
const TABLE_ROW = /^\s*\|/;
const TABLE_RULE = /^\s*\|[\s|:-]*$/;
const RULE = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/;
const CODE_LEFT_OUT = /^\s*\[code: \d+ lines\]\s*$/;
/** The mark of an earlier cut. */
const MORE_ITEMS = /^\s*\[… \d+ more …\]\s*$/;
const INTRODUCES = /[:：][*_]*\s*$/;

const indentOf = (line: string): number => line.search(/\S/);
const startsBody = (line: string): boolean =>
  [FENCE, LIST_ITEM, TABLE_ROW, CODE_LEFT_OUT].some((shape) => shape.test(line));

/** How many lines from the first belong together. */
function extent(lines: readonly string[], belongs: (line: string) => boolean): number {
  const end = lines.findIndex((line, at) => at > 0 && !belongs(line));
  return end < 0 ? lines.length : end;
}

function listItems(lines: readonly string[]): string[] {
  const base = indentOf(lines[0] ?? '');
  const items: string[] = [];
  for (const line of lines) {
    if (items.length === 0 || indentOf(line) <= base) items.push(line);
    else items[items.length - 1] += `\n${line}`;
  }
  return items;
}

type Body = Pick<Block, 'kind' | 'lead' | 'items'> & { readonly length: number };

/** The block at the beginning of the lines. */
function bodyOf(lines: readonly string[]): Body {
  const first = lines[0] ?? '';
  if (first === '' || CODE_LEFT_OUT.test(first)) return { kind: 'code', lead: [], items: [], length: 1 };
  if (FENCE.test(first)) {
    const end = lines.findIndex((line, at) => at > 0 && FENCE.test(line));
    const length = end < 0 ? lines.length : end + 1;
    return { kind: 'code', lead: [], items: [lines.slice(0, length).join('\n')], length };
  }
  if (TABLE_ROW.test(first)) {
    const length = extent(lines, (line) => TABLE_ROW.test(line));
    const header = TABLE_RULE.test(lines[1] ?? '') ? 2 : 1;
    return { kind: 'table', lead: lines.slice(0, header), items: lines.slice(header, length), length };
  }
  if (LIST_ITEM.test(first)) {
    const base = indentOf(first);
    const length = extent(
      lines,
      (line) =>
        indentOf(line) > base || ((LIST_ITEM.test(line) || MORE_ITEMS.test(line)) && indentOf(line) === base),
    );
    return { kind: 'list', lead: [], items: listItems(lines.slice(0, length)), length };
  }
  return { kind: 'text', lead: [], items: statementsOf(first.trimEnd()), length: 1 };
}

const headingOf = (line: string): Heading | undefined => {
  const level = HEADING.exec(line)?.[1]?.length ?? (BOLD_LINE.test(line) ? BOLD_LEVEL : undefined);
  return level === undefined ? undefined : { level, text: line };
};

/** Whether a line says nothing without the one after it. */
const isLead = (line: string, next: string): boolean =>
  !startsBody(line) && headingOf(next) === undefined && (startsBody(next) || INTRODUCES.test(line));

const announcesCode = (line: string, next = ''): boolean =>
  INTRODUCES.test(line) && [FENCE, CODE_LEFT_OUT].some((shape) => shape.test(next));

/** An announcement at the end announces nothing. */
const isEmptyLead = (line: string): boolean => !startsBody(line) && INTRODUCES.test(line);

/** A second line that introduces what follows. */
const furtherLeads = ([line = '', next = '']: readonly string[]): readonly string[] =>
  isEmptyLead(line) && headingOf(line) === undefined && startsBody(next) ? [line] : [];

/** What an introduction says besides announcing what is not there. */
const saidBefore = (lead: string): readonly string[] =>
  INTRODUCES.test(lead) ? statementsOf(lead).slice(0, -1) : sentencesOf(lead);

/** The blocks of a message. Headings and introductions that nothing follows are left out; a numbered heading is a point by itself. */
export function blocksOf(text: string): readonly Block[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !RULE.test(line));
  const blocks: Block[] = [];
  let headings: readonly Heading[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const next = lines[at + 1];
    const heading = BOLD_LINE.test(line) && announcesCode(line, next) ? undefined : headingOf(line);
    if (heading !== undefined) {
      const above = headings.filter(({ level }) => level < heading.level);
      headings = [...above, heading];
      const below = next === undefined ? undefined : headingOf(next);
      const isBare = next === undefined || (below !== undefined && below.level <= heading.level);
      if (isBare && NUMBERED.test(line))
        blocks.push({ kind: 'text', headings: above, lead: [], items: [line] });
      at += 1;
      continue;
    }
    const isIntroduced = next === undefined ? isEmptyLead(line) : isLead(line, next);
    const leads = isIntroduced ? [line, ...furtherLeads(lines.slice(at + 1, at + 3))] : [];
    const from = at + leads.length;
    const body = bodyOf(lines.slice(from));
    const before = blocks.at(-1);
    // What follows a list is not below the bold line above that list.
    if (body.kind === 'text' && before?.headings === headings && before.kind !== 'text')
      headings = headings.filter(({ level }) => level < BOLD_LEVEL);
    const lead = [...leads, ...body.lead];
    blocks.push(...withBody({ kind: body.kind, headings, lead, items: body.items }));
    at = from + body.length;
  }
  return withoutDoublePoints(blocks);
}

/** A block without items leaves what its introduction says otherwise; above code a numbered heading is a point by itself. */
function withBody(block: Block): readonly Block[] {
  const { kind, headings, lead, items } = block;
  if (items.length > 0) return [block];
  const said = lead.filter((line) => !TABLE_ROW.test(line)).flatMap(saidBefore);
  if (said.length > 0) return [{ kind: 'text', headings, lead: [], items: said }];
  const point = headings.at(-1);
  return kind === 'code' && point !== undefined && NUMBERED.test(point.text)
    ? [{ kind: 'text', headings: headings.slice(0, -1), lead: [], items: [point.text] }]
    : [];
}

/** A numbered heading stands by itself only if nothing is left below it. */
const withoutDoublePoints = (blocks: readonly Block[]): readonly Block[] => {
  const used = new Set(blocks.flatMap(({ headings }) => headings.map(({ text }) => text)));
  return blocks.filter(
    ({ items }, at) =>
      !used.has(items[0] ?? '') && (!NUMBERED.test(items[0] ?? '') || items[0] !== blocks[at - 1]?.items[0]),
  );
};

/** Blocks with other contents; those that have lost all of it leave as if they had never been introduced. */
export const changeBlocks = (
  blocks: readonly Block[],
  change: (block: Block) => Pick<Block, 'lead' | 'items'>,
): readonly Block[] =>
  withoutDoublePoints(blocks.flatMap((block) => withBody({ ...block, ...change(block) })));

export const isIntroduction = (line: string): boolean => INTRODUCES.test(line);

const bodyText = ({ kind, lead, items }: Block): string =>
  [...lead, ...(kind === 'text' ? [items.join('').trimEnd()] : items)].join('\n');

/** Blocks as text, each under its headings. */
export function renderBlocks(blocks: readonly Block[]): string {
  let text = '';
  let shown: readonly Heading[] = [];
  for (const block of blocks) {
    const added = block.headings.filter((heading) => !shown.includes(heading));
    const before = text === '' ? '' : block.continues ? ' ' : '\n';
    text += before + [...added.map((heading) => heading.text), bodyText(block)].join('\n');
    shown = block.headings;
  }
  return text;
}
