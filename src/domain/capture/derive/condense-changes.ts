import { type Block, blocksOf, changeBlocks, isIntroduction, renderBlocks } from '../blocks.ts';
import { clip, withoutBold } from '../clip.ts';
import { isDeferred, isLeftOut, isOpenPoint, saysDeadEnd, saysUnfinished, saysWhy } from '../open-points.ts';
import { statementsOf } from '../question.ts';
import { beginsWithDeed } from './deeds.ts';
import { cellsOf } from './older-tables.ts';
import { weightOf } from './wording.ts';

const MARKER = /^\s*(?:[-*•+]|\d{1,3}[.)])\s+/;
const FILE = '`?[\\w.@/-]*[\\w-]\\.\\w{1,8}(?::\\d+)?`?';
/** The name of a point: in bold, in code, or a file; and what stands between it and its details. */
const NAME = new RegExp(
  `^(?:\\*\\*([^*\\n]{2,120})\\*\\*|(${FILE}|\`[^\`\\n]+\`))(\\s*\\([^()\\n]{1,60}\\))?\\s*(?:[-–—:：→]+\\s*|$)`,
  'u',
);
const IS_FILE = new RegExp(`^(?:${FILE}|\`?(?:Make|Docker|Just|Task|Proc)file\`?)$`, 'u');
/** Where the part of a point ends that says what was changed. */
const DETAILS = /\n|\s[—–-]\s|(?<=\S{2}[.。！？!?])\s|[;；]\s?|:\s|,\s(?:so|which|because|and|to)\s/gu;
/** Of more, the names alone say where the work is. */
const MIN_FILES = 3;
/** What is only explained. */
const BESIDE = /(?<=\S)\s\([^()\n]*\)/g;
const MIN_HEAD = 10;
const MAX_HEAD = 110;
/** Of a sentence about committed work. */
const MAX_SENTENCE = 200;
/** A shorter name says nothing without its details. */
const MIN_NAME = 12;
/** A shorter line below an item only names something. */
const MIN_NESTED = 45;

/** "Full version with:" names nothing. */
const DANGLES =
  /[\s,]+(?:with|of|for|to|as|by|and|including|such as|that|which|in|on|con|de|para|mit|für|und|avec|pour)$/iu;
const MAX_WITH_NESTED = 220;

/** The line of an item that introduces others, with those in one line. */
function withNested(words: string): string {
  const [first = '', ...nested] = words.split('\n');
  const points = nested.filter((one) => !/^\s*```/.test(one)).map((one) => headOf(one.replace(MARKER, '')));
  return points.length === 0 || !/[:：]\s*$/.test(first)
    ? ''
    : clip(`${first.trimEnd()} ${points.join(', ')}`, MAX_WITH_NESTED);
}

const headOf = (text: string): string => {
  const words = withoutBold(text).replace(BESIDE, '').trim();
  const end = [...words.matchAll(DETAILS)].find(({ index }) => index >= MIN_HEAD)?.index ?? words.length;
  const head = words.slice(0, end).replace(/[.。;；:：,\s]+$/u, '');
  return DANGLES.test(head) ? withNested(words) || head.replace(DANGLES, '') : clip(head, MAX_HEAD);
};

interface Point {
  /** '' if it has none. */
  readonly name: string;
  readonly isFile: boolean;
  readonly beside: string;
  readonly details: string;
}

function pointOf(item: string): Point {
  const words = item.replace(MARKER, '');
  const [whole = '', bold, code, beside = ''] = NAME.exec(words) ?? [];
  const name = withoutBold(bold ?? code ?? '').replace(/[\s:：—–-]+$/, '');
  return { name, isFile: IS_FILE.test(name), beside, details: words.slice(whole.length) };
}

/** What must not be shortened: what is not done, was put off or did not work, and questions. */
const isKept = (words: string): boolean =>
  saysUnfinished(words) ||
  isDeferred(words) ||
  isLeftOut(words) ||
  saysDeadEnd(words) ||
  /[?？]\s*$/.test(words);

const isKeptItem = (item: string): boolean => {
  const [first = '', ...nested] = item.split('\n');
  return isKept(first) || nested.some((line) => weightOf(line) >= MIN_NESTED && isKept(line));
};

const isTicked = (item: string): boolean => /^\s*(?:[✅✓✔☑]|\[x\])/u.test(item.replace(MARKER, ''));

const isChange = (item: string): boolean => {
  const { name, isFile, details } = pointOf(item);
  return (
    isTicked(item) ||
    isFile ||
    beginsWithDeed(item.replace(MARKER, '')) ||
    (name !== '' && beginsWithDeed(details))
  );
};

function inShort(item: string): string {
  const { name, isFile, beside, details } = pointOf(item);
  const number = /^\s*(\d{1,3}[.)])\s/.exec(item)?.[1];
  // "Fix" and "Fixed" name nothing.
  const isEnough = !isFile && weightOf(name) >= MIN_NAME && !beginsWithDeed(name);
  const head = headOf(details);
  const words = isEnough
    ? `${name}${beside}`
    : [`${name}${beside}`, head].filter((part) => part !== '').join(': ');
  return `${number === undefined ? '' : `${number} `}${words}`;
}

function inOneLine(points: readonly string[], max: number): string {
  let line = points[0] ?? '';
  let shown = 1;
  for (const point of points.slice(1)) {
    if (line.length + point.length + 2 > max) break;
    line += `; ${point}`;
    shown += 1;
  }
  const more = points.length - shown;
  return more > 0 ? `${line} [… ${more} more …]` : line;
}

/** More of the points of a list that describes changes are changes. */
const MOST = 0.5;

/** The items of a list, or the rows of a table of files. */
function pointsOf({ kind, items }: Block): readonly string[] {
  if (kind === 'list') return items;
  const rows = kind === 'table' ? items.filter((row) => !/^\s*\|[\s|:-]*$/.test(row)).map(cellsOf) : [];
  return rows.some(([name = '']) => IS_FILE.test(withoutBold(name)))
    ? rows.map(([name = '', ...rest]) => `- ${name}: ${rest.join(', ')}`)
    : [];
}

/** The points of a block that describes changes; undefined for any other. */
function changesIn(block: Block): { readonly lead: string; readonly points: readonly string[] } | undefined {
  if (isOpenPoint(block)) return undefined;
  const lead = block.lead
    .filter((line) => !line.trimStart().startsWith('|'))
    .join(' ')
    .trim();
  const points = pointsOf(block);
  const done = points.filter((item) => !isKeptItem(item));
  if (done.length === 0) return undefined;
  const isOfChanges = isChange(lead) || done.filter(isChange).length > done.length * MOST;
  return isOfChanges ? { lead, points } : undefined;
}

const line = ({ headings }: Pick<Block, 'headings'>, text: string): Block => ({
  kind: 'text',
  headings,
  lead: [],
  items: [text],
});

/** What stands above a list besides its introduction. */
function saidAbove(block: Block, lead: string): readonly Block[] {
  const said = statementsOf(lead);
  const own = (isIntroduction(lead) ? said.slice(0, -1) : said).join('').trim();
  return own === '' ? [] : [line(block, own)];
}

/** A list of changes in one line with the name of each, and the points that must not be shortened below it. */
function condense(block: Block, max: number): readonly Block[] {
  if (block.kind === 'text') {
    const [first = '', ...others] = block.items;
    if (!isChange(first)) return [block];
    return [{ ...block, items: [first, ...others.filter((one) => isKept(one) || saysWhy(one))] }];
  }
  const changes = changesIn(block);
  if (changes === undefined) return [block];
  const { lead, points } = changes;
  const kept = points.filter(isKeptItem);
  const done = points.filter((item) => !isKeptItem(item));
  const short = inOneLine(done.map(inShort), max);
  const shown =
    done.length >= MIN_FILES && done.every((item) => pointOf(item).isFile)
      ? saidAbove(block, lead)
      : [line(block, lead === '' ? short : `${withoutBold(lead)} ${short}`)];
  return kept.length === 0 ? shown : [...shown, { ...block, kind: 'list', lead: [], items: kept }];
}

/** Of more, a list that is ticked off repeats what the person asked for. */
const MIN_TICKED = 3;

/** A report without the lists that are ticked off point by point. */
export const withoutTicked = (text: string): string =>
  renderBlocks(
    changeBlocks(blocksOf(text), ({ kind, lead, items }) => {
      const isAll = kind === 'list' && items.length >= MIN_TICKED && items.every(isTicked);
      return { lead, items: isAll ? [] : items };
    }),
  );

/**
 * A report in which each list of changes is one line with the name of each point: the details are in the files. Of a paragraph about
 * a change its first sentence is shown, and those with a reason or a limit.
 */
export const condenseChanges = (text: string, max: number): string =>
  renderBlocks(blocksOf(text).flatMap((block) => (isOpenPoint(block) ? [block] : condense(block, max))));

/** "**B. Retry limit** (`client.ts`): …", whatever is said about it. */
const NAMES_PLACE = new RegExp(`^\\*\\*[^*\\n]{2,80}\\*\\*\\s*\\(${FILE}[^)\\n]{0,60}\\)`, 'u');

const isOnlyChange = ({ kind, items }: Block): boolean =>
  kind === 'text' &&
  items.length > 0 &&
  (isChange(items[0] ?? '') || NAMES_PLACE.test(items.join('').trim())) &&
  !items.some((one) => isKept(one) || saysWhy(one));

const gistOfChange = (items: readonly string[]): string =>
  isChange(items[0] ?? '') ? (items[0] ?? '') : items.join('');

/** What is shown of changes that are committed: 'none' if a commit names them, 'text' if the paragraphs are still to be read. */
export type ChangesShown = 'all' | 'text' | 'none';

/** The same of work that is committed: all changes in one line, whatever paragraphs and lists they stand in. */
export function condenseCommitted(text: string, max: number, shown: ChangesShown = 'all'): string {
  const names: string[] = [];
  const rest: Block[] = [];
  for (const block of blocksOf(text)) {
    const changes = block.kind === 'text' ? undefined : changesIn(block);
    if (isOnlyChange(block) && !isOpenPoint(block)) {
      if (shown === 'text') rest.push(block);
      else names.push(clip(withoutBold(gistOfChange(block.items)).replace(/[.。]\s*$/, ''), MAX_SENTENCE));
    } else if (changes === undefined) rest.push(block);
    else {
      const { lead, points } = changes;
      const done = points.filter((item) => !isKeptItem(item));
      names.push(...(isChange(lead) ? [inShort(lead)] : done.map(inShort)));
      if (shown === 'text') rest.push(...saidAbove(block, lead));
      const kept = points.filter(isKeptItem);
      if (kept.length > 0) rest.push({ ...block, kind: 'list', lead: [], items: kept });
    }
  }
  const done = names.length === 0 || shown !== 'all' ? [] : [line({ headings: [] }, inOneLine(names, max))];
  return renderBlocks([...done, ...rest]);
}
