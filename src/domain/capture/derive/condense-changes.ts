import { type Block, blocksOf, changeBlocks, isIntroduction, renderBlocks } from '../blocks.ts';
import { clip, withoutBold } from '../clip.ts';
import { isDeferred, isLeftOut, isOpenPoint, saysDeadEnd, saysUnfinished, saysWhy } from '../open-points.ts';
import { statementsOf } from '../question.ts';
import {
  changesInLine,
  type Detail,
  FILE,
  IS_FILE,
  inOneLine,
  inShort,
  MARKER,
  pointOf,
} from './changes-in-line.ts';
import { beginsWithDeed } from './deeds.ts';
import { cellsOf } from './table-cells.ts';
import { heeds, warns } from './what-to-heed.ts';
import { weightOf } from './wording.ts';

/** A shorter line below an item only names something. */
const MIN_NESTED = 45;
/** Of more, the names alone say where the work is. */
const MIN_FILES = 3;
/** Of a sentence about committed work. */
const MAX_SENTENCE = 200;
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

/** What counts whatever became of the changes below it. */
const holdsOn = (words: string): boolean => isKept(words) || saysWhy(words) || warns(words) || heeds(words);

/** A list of changes in one line with the name of each, and the points that must not be shortened below it. */
function condense(block: Block, max: number, detail: Detail): readonly Block[] {
  if (block.kind === 'text') {
    const [first = '', ...others] = block.items;
    if (detail === 'whole' || !isChange(first)) return [block];
    return [{ ...block, items: [first, ...others.filter((one) => isKept(one) || saysWhy(one))] }];
  }
  const changes = changesIn(block);
  if (changes === undefined) return [block];
  const { lead, points } = changes;
  const kept = points.filter(isKeptItem);
  // People refer to points by their place.
  if (detail === 'whole' && kept.length > 0) return [block];
  const done = points.filter((item) => !isKeptItem(item));
  const short = `${changesInLine(done, max, detail)}${kept.length === 0 ? '' : '.'}`;
  const shown =
    detail === 'name' && done.length >= MIN_FILES && done.every((item) => pointOf(item).isFile)
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
export const condenseChanges = (text: string, max: number, detail: Detail = 'name'): string =>
  renderBlocks(
    blocksOf(text).flatMap((block) => (isOpenPoint(block) ? [block] : condense(block, max, detail))),
  );

/** "**B. Retry limit** (`client.ts`): …", whatever is said about it. */
const NAMES_PLACE = new RegExp(`^\\*\\*[^*\\n]{2,80}\\*\\*\\s*\\(${FILE}[^)\\n]{0,60}\\)`, 'u');

const isOnlyChange = ({ kind, items }: Block): boolean =>
  kind === 'text' &&
  items.length > 0 &&
  (isChange(items[0] ?? '') || NAMES_PLACE.test(items.join('').trim())) &&
  !items.some((one) => isKept(one) || saysWhy(one));

const gistOfChange = (items: readonly string[]): string =>
  isChange(items[0] ?? '') ? (items[0] ?? '') : items.join('');

/** The same of work that is committed: all changes in one line, whatever paragraphs and lists they stand in; none if a commit names them. */
export function condenseCommitted(text: string, max: number, isNamed = false): string {
  const names: string[] = [];
  const rest: Block[] = [];
  for (const block of blocksOf(text)) {
    const changes = block.kind === 'text' ? undefined : changesIn(block);
    if (isOnlyChange(block) && !isOpenPoint(block))
      names.push(clip(withoutBold(gistOfChange(block.items)).replace(/[.。]\s*$/, ''), MAX_SENTENCE));
    else if (changes === undefined) rest.push(block);
    else {
      const { lead, points } = changes;
      const done = points.filter((item) => !isKeptItem(item));
      names.push(...(isChange(lead) ? [lead] : done).map(inShort));
      rest.push(...saidAbove(block, lead).filter(({ items }) => items.some(holdsOn)));
      const kept = points.filter(isKeptItem);
      if (kept.length > 0) rest.push({ ...block, kind: 'list', lead: [], items: kept });
    }
  }
  const done = names.length === 0 || isNamed ? [] : [line({ headings: [] }, inOneLine(names, max))];
  return renderBlocks([...done, ...rest]);
}
