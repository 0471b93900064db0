import { clip } from '../clip.ts';
import { keepWholeBlocks, marksApart, marksInline } from '../keep-whole-blocks.ts';
import { forbids } from '../standing-rules.ts';
import { REPORTED_BEFORE } from './earlier-reports.ts';
import { indented } from './wording.ts';

/** One line of a checkpoint with the quotation below it. Several that begin with a dash belong to one label. */
interface Unit {
  readonly head: string;
  readonly body: string;
}

const isItem = ({ head }: Unit): boolean => head.startsWith('- ');

function unitsOf(checkpoint: string): readonly Unit[] {
  const units: Unit[] = [];
  for (const line of checkpoint.split('\n')) {
    const unit = units.at(-1);
    if (unit === undefined || !line.startsWith('  ')) units.push({ head: line, body: '' });
    else units[units.length - 1] = { ...unit, body: `${unit.body}\n${line}` };
  }
  return units;
}

const textOf = ({ head, body }: Unit): string => `${head}${body}`;
const lengthOf = (units: readonly Unit[]): number =>
  units.reduce((sum, unit) => sum + textOf(unit).length + 1, 0);

/** A label without items says nothing. */
const withoutEmptyLabels = (units: readonly Unit[], all: readonly Unit[]): readonly Unit[] =>
  units.filter(
    (unit, at) =>
      isItem(unit) || !isItem(all[all.indexOf(unit) + 1] ?? unit) || isItem(units[at + 1] ?? unit),
  );

/** The oldest reports of the agent first, then the oldest of the other items, what the person forbids last; the newest of these stays below its label. */
function inOrderOfLoss(units: readonly Unit[]): readonly Unit[] {
  const labelOf = (unit: Unit) => units.slice(0, units.indexOf(unit)).findLast((one) => !isItem(one))?.head;
  const items = units.filter(isItem);
  const isReport = (unit: Unit) => labelOf(unit)?.startsWith(REPORTED_BEFORE) === true;
  const others = items.filter(
    (unit, at) =>
      !isReport(unit) && labelOf(unit) === labelOf(items[at + 1] ?? unit) && at < items.length - 1,
  );
  const isForbidden = (unit: Unit) => forbids(textOf(unit));
  return [
    ...items.filter(isReport),
    ...others.filter((unit) => !isForbidden(unit)),
    ...others.filter(isForbidden),
  ];
}

const MIN_BODY = 200;

/** With the longest quotation cut between its blocks. */
function cutLongest(units: readonly Unit[], tooMuch: number): readonly Unit[] {
  const length = Math.max(...units.map(({ body }) => body.length));
  const at = units.findIndex(({ body }) => body.length === length);
  const words = marksApart((units[at]?.body ?? '').replace(/^ {2}/gm, '')).trim();
  const room = Math.max(MIN_BODY, words.length - tooMuch);
  return units.map((unit, place) =>
    place === at ? { ...unit, body: `\n${indented(marksInline(keepWholeBlocks(words, room, 0.5)))}` } : unit,
  );
}

const MAX_CUTS = 4;

/** At most `max` characters, where every quotation stays below the line that says whose words it has. */
export function shortenCheckpoint(checkpoint: string, max: number): string {
  const all = unitsOf(checkpoint);
  let units = all;
  for (const unit of inOrderOfLoss(all)) {
    if (lengthOf(units) <= max) break;
    units = units.filter((one) => one !== unit);
  }
  units = withoutEmptyLabels(units, all);
  for (let cut = 0; cut < MAX_CUTS && lengthOf(units) > max; cut += 1)
    units = cutLongest(units, lengthOf(units) - max);
  return clip(units.map(textOf).join('\n'), max);
}
