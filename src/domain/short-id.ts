import { ID_ALPHABET } from './id.ts';

/** What callers may name by the beginning of its id, by the type that an id begins with. */
export const ID_NOUNS = {
  rec: 'record',
  ses: 'session',
  not: 'note',
  cap: 'capture',
  hnd: 'handoff',
  prj: 'project',
  ent: 'entity',
  evt: 'event',
} as const;
export type NamedIdType = keyof typeof ID_NOUNS;
/** The id of a receipt is shown and never passed. */
export type IdType = NamedIdType | 'rcp';

const NAMED_TYPES = Object.keys(ID_NOUNS).join('|');
const TYPES = `${NAMED_TYPES}|rcp`;
const WHOLE_ID = new RegExp(`^(?:${TYPES})_[${ID_ALPHABET}]{26}$`);
const PREFIX = new RegExp(`^(?:${NAMED_TYPES})_[${ID_ALPHABET}]{1,25}$`);
/** The type and the underscore. */
const TYPE_LENGTH = 4;

/** Whether this may be the beginning of an id. */
export const isIdPrefix = (text: string): boolean => PREFIX.test(text);

/** Whether this is one of our own ids, in full. */
export const isWholeId = (text: string): boolean => WHOLE_ID.test(text);

/** Of text that begins like an id. */
export const idTypeOf = <Type extends IdType = IdType>(id: string): Type =>
  id.slice(0, TYPE_LENGTH - 1) as Type;

/** How many characters of an id are given, without its type. */
export const prefixLength = (prefix: string): number => prefix.length - TYPE_LENGTH;

/** Fewer characters than this name nothing, even if only one id begins with them. */
export const MIN_PREFIX = 4;

const MIN_SHOWN = 6;
const BITS_PER_CHARACTER = 5;

/** How many ids a workspace has, and how many characters tell those to be shown from all others. */
export interface IdMeasure {
  readonly count: number;
  readonly distinctLength: number;
  /** Takes in every id that is shortened. */
  readonly named?: Set<string>;
}

/** So long that two of `count` ids are unlikely to begin alike, and never shorter than what tells the shown ones apart. */
export const shownIdLength = ({ count, distinctLength }: IdMeasure): number =>
  Math.max(MIN_SHOWN, Math.ceil((2 * Math.log2(count + 1)) / BITS_PER_CHARACTER), distinctLength);

/** Nothing is shortened. */
export const WHOLE_IDS: IdMeasure = { count: 0, distinctLength: 26 };

export type ShortenId = (id: string) => string;

/** Shortens our own ids. All other text stays as it is. */
export function idShortener(measure: IdMeasure): ShortenId {
  const length = TYPE_LENGTH + shownIdLength(measure);
  return (id) => {
    if (!isWholeId(id)) return id;
    measure.named?.add(id);
    return id.slice(0, length);
  };
}

/** A color of a terminal ends with a letter. */
const AFTER_COLOR = '(?<=\\u001b\\[\\d{1,2}m)';
const QUOTED_OR_ID = new RegExp(
  `"(?:[^"\\\\]|\\\\.)*"|(?:(?<![\\w-])|${AFTER_COLOR})(?:${TYPES})_[${ID_ALPHABET}]{26}(?![\\w-])`,
  'g',
);

/** Shortens the ids in a sentence of ours. What stands in quotation marks is somebody's text, unless it is an id. */
export const shortenIdsIn = (sentence: string, shorten: ShortenId): string =>
  sentence.replaceAll(QUOTED_OR_ID, (found) =>
    found.startsWith('"') ? `"${shorten(found.slice(1, -1))}"` : shorten(found),
  );

/** For an error, which repeats what the caller passed in quotation marks: an id with a typo is shown as it was passed. */
export const shortenIdsInMessage = (sentence: string, shorten: ShortenId): string =>
  sentence.replaceAll(QUOTED_OR_ID, (found) => (found.startsWith('"') ? found : shorten(found)));

const OWN_TURN = /^(?:Stored|Updated|Deleted) (?:an?|the) \w+ \(\w+\)\./;

/** Shortens the id in our description of a turn. All other turns are described by the one who took them. */
export const shortenIdsInTurn = (what: string, shorten: ShortenId): string =>
  what.replace(OWN_TURN, (sentence) => shortenIdsIn(sentence, shorten));

const QUOTED_LINE = /^\s*(?:- )?>/;

/** Shortens the ids in a text of ours on several lines. Lines after ">" are somebody's text. */
export const shortenIdsInLines = (text: string, shorten: ShortenId): string =>
  text
    .split('\n')
    .map((line) => (QUOTED_LINE.test(line) ? line : shortenIdsIn(line, shorten)))
    .join('\n');

/** The whole ids that `rewrite` would shorten. */
export function listIds(rewrite: (shorten: ShortenId) => unknown): readonly string[] {
  const found = new Set<string>();
  rewrite((id) => {
    if (isWholeId(id)) found.add(id);
    return id;
  });
  return [...found];
}

/** The whole ids in a sentence of ours. */
export const idsIn = (sentence: string): readonly string[] =>
  listIds((shorten) => shortenIdsIn(sentence, shorten));

/** The shortest length at which `id` differs from another id of its type. */
export function distinctLength(id: string, other: string): number {
  let same = TYPE_LENGTH;
  while (same < id.length && id[same] === other[same]) same += 1;
  return same - TYPE_LENGTH + 1;
}
