import { clip, isInCode, withoutBold } from '../clip.ts';
import { beginsWithDeed } from './deeds.ts';
import { weightOf } from './wording.ts';

export const MARKER = /^\s*(?:[-*•+]|\d{1,3}[.)])\s+/;
export const FILE = '`?[\\w.@/-]*[\\w-]\\.\\w{1,8}(?::\\d+)?`?';
/** The name of a point: in bold, in code, or a file; and what stands between it and its details. */
const NAME = new RegExp(
  `^(?:\\*\\*([^*\\n]{2,120})\\*\\*|(${FILE}|\`[^\`\\n]+\`))(\\s*\\([^()\\n]{1,60}\\))?\\s*(?:[-–—:：→]+\\s*|$)`,
  'u',
);
export const IS_FILE = new RegExp(`^(?:${FILE}|\`?(?:Make|Docker|Just|Task|Proc)file\`?)$`, 'u');
/** Where the part of a point ends that says what was changed. */
const DETAILS = /\n|\s[—–-]\s|(?<=\S{2}[.。！？!?])\s|[;；]\s?|:\s|,\s(?:so|which|because|and|to)\s/gu;
/** What is only explained. */
const BESIDE = /(?<=\S)\s\([^()\n]*\)/g;
const MIN_HEAD = 10;
const MAX_HEAD = 110;
/** A shorter name says nothing without its details. */
const MIN_NAME = 12;

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
  const end =
    [...words.matchAll(DETAILS)].find(({ index }) => index >= MIN_HEAD && !isInCode(words, index))?.index ??
    words.length;
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

export function pointOf(item: string): Point {
  const words = item.replace(MARKER, '');
  const [whole = '', bold, code, beside = ''] = NAME.exec(words) ?? [];
  const name = withoutBold(bold ?? code ?? '').replace(/[\s:：—–-]+$/, '');
  return { name, isFile: IS_FILE.test(name), beside, details: words.slice(whole.length) };
}

export function inShort(item: string): string {
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

export function inOneLine(points: readonly string[], max: number): string {
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

/** How much of each change is shown: its name, or as much of it as there is room for. */
export type Detail = 'name' | 'whole';

/** The whole point in one line, with what is nested in it. */
function wholePoint(item: string): string {
  const [first = '', ...nested] = item.split('\n').map((line) => line.trim());
  const number = /^\d{1,3}[.)]\s/.exec(first)?.[0] ?? '';
  const plain = (line: string) => withoutBold(line.replace(MARKER, '')).replace(/[.。;；]$/u, '');
  const below = nested.filter((line) => line !== '' && !line.startsWith('```')).map(plain);
  const name = plain(first);
  return `${number}${[`${name}${below.length === 0 || /[:：]$/.test(name) ? '' : ':'}`, below.join(', ')].join(' ').trim()}`;
}

/** Less than this of a point is less than its name. */
const SHORTER = [360, 240, 160];

/** A point up to the end of a sentence or a part of one. */
function upTo(point: string, max: number): string {
  if (point.length <= max) return point;
  const ends = [...point.matchAll(DETAILS)]
    .map(({ index }) => index)
    .filter((at) => at >= MIN_HEAD && at <= max);
  return point.slice(0, ends.at(-1) ?? 0).replace(/[.。;；:：,\s]+$/u, '');
}

/** Changes in one line: as much of each as there is room for, so that all of them are named. */
export function changesInLine(items: readonly string[], max: number, detail: Detail): string {
  const names = items.map(inShort);
  if (detail === 'name') return inOneLine(names, max);
  const whole = items.map(wholePoint);
  const isFitting = (points: readonly string[]) => points.join('; ').length <= max;
  const shorter = SHORTER.map((most) => whole.map((point, at) => upTo(point, most) || (names[at] ?? '')));
  return inOneLine([whole, ...shorter].find(isFitting) ?? names, max);
}
