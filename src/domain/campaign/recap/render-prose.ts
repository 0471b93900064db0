import { formatCount } from '../../orientation/wording.ts';
import type { RecapLength, RecapSentence } from './recap.ts';

/** The paragraphs of a recap before they are text. */
export interface Telling {
  readonly opening: string;
  readonly asideLead: string;
  readonly paragraphs: readonly (readonly RecapSentence[])[];
}

const MOST_LISTED = 3;

type Notes = ReadonlyMap<string, { readonly number: number; readonly events: readonly string[] }>;

const keyOf = ({ events }: RecapSentence): string => events.join(' ');

/** One note for each set of events, numbered as the text comes to it. */
function notesOf({ paragraphs }: Telling): Notes {
  const notes = new Map<string, { number: number; events: readonly string[] }>();
  for (const sentence of paragraphs.flat())
    if (sentence.events.length > 0 && !notes.has(keyOf(sentence)))
      notes.set(keyOf(sentence), { number: notes.size + 1, events: sentence.events });
  return notes;
}

/** What is read aloud, with the marks in it. */
export function proseOf(telling: Telling): string {
  const notes = notesOf(telling);
  const marked = (sentence: RecapSentence): string => {
    const note = notes.get(keyOf(sentence));
    return note === undefined ? sentence.text : `${sentence.text} [${note.number}]`;
  };
  const lead = ([first]: readonly RecapSentence[]) => (first?.isAside ? `${telling.asideLead} ` : '');
  const paragraphs = telling.paragraphs.map((each) => `${lead(each)}${each.map(marked).join(' ')}`);
  return [telling.opening, ...paragraphs].join('\n\n');
}

/** Which sentence comes from which events, after the prose and not part of it. */
export function renderRecap(telling: Telling, leftOut: number, length: RecapLength): string {
  const notes = [...notesOf(telling).values()];
  const omitted =
    leftOut === 0
      ? []
      : [`${formatCount(leftOut)} ${leftOut === 1 ? 'event is' : 'events are'} not told here.`];
  const lines =
    length === 'brief'
      ? [notes.map(({ number, events }) => `${number}: ${shortList(events)}`).join(' · ')]
      : notes.map(({ number, events }) => `${number}: ${events.join(', ')}`);
  const tail = [...omitted, ...lines].filter((line) => line !== '');
  return tail.length === 0 ? proseOf(telling) : `${proseOf(telling)}\n\n${tail.join('\n')}`;
}

const shortList = (events: readonly string[]): string =>
  events.length <= MOST_LISTED
    ? events.join(', ')
    : `${events[0]} to ${events.at(-1)} (${formatCount(events.length)} events)`;
