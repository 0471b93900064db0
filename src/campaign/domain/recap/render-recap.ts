import { shorten } from '../../../domain/orientation/shorten.ts';
import { countOf, nameOf, onOneLine } from '../../../domain/orientation/wording.ts';
import { quoteInline, quoteUnlessOrdinary } from '../../../domain/quote-text.ts';
import type { Effect, EffectOf } from '../event.ts';
import { isEnded } from '../sentences.ts';
import type { Beat, StateLine } from './recap.ts';

// A full stop ends a sentence only before a space; the marks of scripts without spaces always do.
const SENTENCE_END = /[\p{Sentence_Terminal}…]+[\p{Pe}\p{Pf}"'*_]*(?=\s|$)|[。！？｡]+[\p{Pe}\p{Pf}]*/gu;
const DANGLING = /[\s,;:、，；：–—-]+$/u;
/** A cut after a sentence must use at least this share of the room. */
const MIN_SHARE = 0.4;
const MAX_NAME = 48;

/** Stored text on one line, at most `cap` characters and "…" if it is cut; cut after a sentence if possible. */
export function excerpt(words: string, cap: number): string {
  const window = cap * 4;
  const line = onOneLine(words.slice(0, window).toWellFormed()).replace(/\s+/g, ' ');
  const isWhole = words.slice(window).trim() === '';
  if (isWhole && line.length <= cap) return line;
  const ends = [...line.matchAll(SENTENCE_END)].map((match) => match.index + match[0].length);
  const end = ends.findLast((at) => at <= cap && at >= cap * MIN_SHARE);
  if (end !== undefined) return `${line.slice(0, end)} …`;
  const cut = shorten(line, line.length, cap - 1).text.replace(DANGLING, '');
  return isEnded(cut) ? `${cut} …` : `${cut}…`;
}

export const shortName = (name: string): string => quoteUnlessOrdinary(nameOf(name.toWellFormed(), MAX_NAME));

const MAX_KNOWERS = 2;

export interface RecapParts {
  readonly heading: string;
  readonly beats: readonly Beat[];
  readonly asideHeading: string;
  readonly stateHeading: string;
  readonly state: readonly StateLine[];
  readonly openEnds: readonly StateLine[];
}

/** Uses separators that do not look like speech, as a name, a colon and quotation marks would. */
export function beatLine({ who, place, action, narration, roll, changes, knownTo }: Beat): string {
  const where = place === null ? [] : [`at ${shortName(place)}`];
  const lead = [...(who === null ? [] : [shortName(who)]), ...where].join(', ');
  const words = [action, narration].flatMap((text) => (text === null ? [] : [quoteInline(text)]));
  const rest = [...(roll === null ? [] : [roll]), ...changes].join('; ');
  const parts = [
    ...knowers(knownTo),
    ...(lead === '' ? [] : [lead]),
    ...words,
    ...(rest === '' ? [] : [rest]),
  ];
  return `- ${parts.join(' · ')}`;
}

function knowers(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const more = names.length - MAX_KNOWERS;
  const shown = names.slice(0, MAX_KNOWERS).map(shortName).join(', ');
  return [`known to ${shown}${more > 0 ? ` and ${more} more` : ''}`];
}

const cited = (text: string, events: readonly string[]): string =>
  events.length === 0 ? text : `${text} [${events.join(', ')}]`;

const section = (heading: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', heading, ...lines];

export function renderRecap(parts: RecapParts, leftOut: number): string {
  const { heading, beats, asideHeading, stateHeading, state, openEnds } = parts;
  const linesOf = (isAside: boolean) =>
    beats.filter((each) => each.isAside === isAside).map((each) => cited(beatLine(each), each.events));
  const now = [...state, ...openEnds].map(({ text, events }) => cited(`- ${text}`, events));
  return [
    heading,
    ...linesOf(false),
    ...section(stateHeading, now),
    ...section(asideHeading, linesOf(true)),
    ...(leftOut === 0 ? [] : ['', `${countOf(leftOut, 'event')} not shown.`]),
  ].join('\n');
}

const MAX_WORDS = 120;

const signed = (count: number): string => (count < 0 ? `${count}` : `+${count}`);
const words = (text: string): string => quoteInline(excerpt(text, MAX_WORDS));
const list = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null).join(', ') || 'changed';

/** A hidden effect was not learned by the party. */
const learnedLabel = ({ visibility }: Effect): string => (visibility === 'public' ? 'learned ' : '');

const CHANGE_LINES: { readonly [Kind in Effect['kind']]: (effect: EffectOf<Kind>) => string } = {
  hit_points: ({ who, from, to, max }) => `${shortName(who)}: HP ${from} → ${to} of ${max}`,
  damage: ({ who, amount, total }) => `${shortName(who)}: damage ${signed(amount)}, total ${total}`,
  condition: ({ who, added, removed }) =>
    `${shortName(who)}: ${list([
      ...added.map((one) => `+${shortName(one)}`),
      ...removed.map((one) => `-${shortName(one)}`),
    ])}`,
  death: ({ who }) => `${shortName(who)}: dead`,
  moved: ({ from, to }) => `location: ${from === null ? '' : `${shortName(from)} → `}${shortName(to)}`,
  quest: ({ quest, status, done, note }) =>
    `quest ${shortName(quest)}: ${list([
      status === null ? null : shortName(status),
      ...done.map((one) => `done ${words(one)}`),
      note === null ? null : words(note),
    ])}`,
  item: ({ who, item, quantity }) => `${shortName(who)}: ${signed(quantity)} ${shortName(item)}`,
  funds: ({ coin, amount }) => `funds: ${signed(amount)} ${shortName(coin)}`,
  flag: ({ name, value }) =>
    `flag ${shortName(name)}: ${value === null ? 'removed' : shortName(String(value))}`,
  time: ({ to }) => `date: ${shortName(to)}`,
  npc: (effect) =>
    `${shortName(effect.who)}: ${list([
      effect.status === null ? null : shortName(effect.status),
      effect.learned === null ? null : `${learnedLabel(effect)}${words(effect.learned)}`,
    ])}`,
  thread: ({ thread, status }) => `thread ${words(thread)}: ${status}`,
  combat: ({ is_over }) => (is_over ? 'combat ends' : 'combat begins'),
};

/** Such as `Mira: HP 12 → 5 of 14`. */
export const changeLine = (effect: Effect): string => CHANGE_LINES[effect.kind](effect as never);
