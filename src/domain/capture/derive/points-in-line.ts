import { clip, isInCode, withoutBold } from '../clip.ts';
import { saysUnfinished } from '../open-points.ts';
import { CONTRASTS } from './report-text.ts';

/** Numbers stay, because people refer to them. */
const MARKER = /^\s*[-*•+]\s+/;
const ENDS = /[.!?。！？;]$/u;

/** Where the part of a point ends that names it. */
const DETAILS = /\s[—–]\s|(?<=\S{2}[.。！？!?])\s|;\s|(?<!\b(?:that|which|to|by|with|for)):\s/gu;
/** Less does not name a point. */
const MIN_HEAD = 45;
const MAX_HEAD = 160;
const MAX_LIMITED = 260;

const plain = (point: string): string => withoutBold(point.replace(MARKER, '')).replace(/\s+/g, ' ').trim();

/** A point without its details. */
function headOf(point: string): string {
  const end =
    [...point.matchAll(DETAILS)].find(({ index }) => index >= MIN_HEAD && !isInCode(point, index))?.index ??
    point.length;
  // What limits a point turns its meaning round if it is missing.
  const isLimited = CONTRASTS.test(point.slice(end));
  return isLimited ? clip(point, MAX_LIMITED) : clip(point.slice(0, end), MAX_HEAD);
}

const join = (points: readonly string[]): string =>
  points.reduce((line, point) => (line === '' ? point : `${line}${ENDS.test(line) ? '' : ';'} ${point}`), '');

/** Points in one line: whole if they fit, otherwise each without its details, and a mark for those that have no room. */
export function pointsInLine(points: readonly string[], max: number): string {
  const all = points.map(plain).filter((point) => point !== '');
  const whole = join(all);
  if (whole.length <= max) return whole;
  const heads = all.map(headOf);
  // What is not done goes before what is.
  const isLeft = all.map(saysUnfinished);
  const order = [...heads.keys()].sort((a, b) => Number(isLeft[b]) - Number(isLeft[a]) || a - b);
  // A step in the middle must not be missing.
  const isNumbered = all.every((point) => /^\d{1,3}[.)]\s/.test(point));
  let kept: readonly number[] = order.slice(0, 1);
  for (const at of order.slice(1)) {
    const more = [...kept, at].sort((a, b) => a - b);
    if (join(more.map((one) => heads[one] ?? '')).length <= max) kept = more;
    else if (isNumbered) break;
  }
  const more = heads.length - kept.length;
  return `${join(kept.map((at) => heads[at] ?? ''))}${more > 0 ? ` [… ${more} more …]` : ''}`;
}
