import { countOf } from '../../orientation/wording.ts';
import { quoteInline } from '../../quote-text.ts';
import { shortName } from './excerpt.ts';
import type { Beat, StateLine } from './recap.ts';

const MAX_KNOWERS = 2;

export interface RecapParts {
  readonly heading: string;
  readonly beats: readonly Beat[];
  /** Title of the beats that the whole party does not know. */
  readonly asideHeading: string;
  readonly stateHeading: string;
  readonly state: readonly StateLine[];
  readonly openEnds: readonly string[];
}

/** Separators that cannot be read as speech: a name, a colon and quotation marks would be. */
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
  const now = [
    ...state.map(({ text, events }) => cited(`- ${text}`, events)),
    ...openEnds.map((text) => `- ${text}`),
  ];
  return [
    heading,
    ...linesOf(false),
    ...section(stateHeading, now),
    ...section(asideHeading, linesOf(true)),
    ...(leftOut === 0 ? [] : ['', `${countOf(leftOut, 'event')} not shown.`]),
  ].join('\n');
}
