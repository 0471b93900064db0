import { type Choice, choosePassages, lighter, type Sizes, sizesIn } from './choose-passages.ts';
import { MEASURES } from './measure.ts';
import type { Passage } from './passage.ts';
import { PROSE_LIMITS, type RecapFacts, type RecapLength, type RecapSentence } from './recap.ts';
import { proseOf, type Telling } from './render-prose.ts';
import { type Cast, Scribe } from './scribe.ts';
import { tellStanding } from './tell-standing.ts';

export interface Draft {
  readonly opening: string;
  readonly asideLead: string;
  readonly passages: readonly Passage[];
  /** With all events of the sitting, also those that are not to be told. */
  readonly standing: RecapFacts;
  readonly cast: Cast;
  readonly length: RecapLength;
}

const MOST_IN_PARAGRAPH = 7;
/** Characters in which another sentence would have room. */
const LEAST_LEFT = 60;
const STANDARD_SHARE = 0.6;
/** Characters of an evening that are no evening's length yet. */
const TOLD_WHOLE = 1_200;

/** Tells what there is room for. Sizes are guesses until it is told: what they left over is shared out once more. */
export function writeRecap(draft: Draft): Telling {
  const sizes = sizesIn(draft.cast);
  const bare = proseOf(tell(draft, [])).length;
  const limit = Math.min(PROSE_LIMITS[draft.length], bare + roomFor(draft, sizes));
  const first = fitting(draft, limit, limit - bare, sizes);
  const left = limit - proseOf(first).length;
  return left < LEAST_LEFT ? first : fitting(draft, limit, limit - bare + left, sizes);
}

/** In the standard length the weightier part, however short the evening was; a few turns are told whole. */
function roomFor({ passages, length }: Draft, sizes: Sizes): number {
  if (length !== 'standard') return Number.POSITIVE_INFINITY;
  const [measure] = MEASURES[length];
  const all = passages.reduce((sum, passage) => sum + sizes(passage, measure), 0);
  return Math.max(TOLD_WHOLE, all * STANDARD_SHARE);
}

/** Less until it fits. */
function fitting(draft: Draft, limit: number, room: number, sizes: Sizes): Telling {
  const { passages, length } = draft;
  let chosen = choosePassages(passages, length, room, sizes);
  for (;;) {
    const telling = tell(draft, chosen);
    if (chosen.length === 0 || proseOf(telling).length <= limit) return telling;
    chosen = lighter(chosen, length);
  }
}

function tell(draft: Draft, choices: readonly Choice[]): Telling {
  const { opening, asideLead, passages, standing, cast, length } = draft;
  const scribe = new Scribe(cast);
  const open = choices.filter(({ passage }) => !passage.isAside);
  const told = paragraphsOf(open, scenesOf(passages)).map((each) => each.map((one) => sentence(one, scribe)));
  const closing = tellStanding(standing, scribe, length);
  const aside = choices.filter(({ passage }) => passage.isAside).map((one) => sentence(one, scribe));
  const main = length === 'brief' ? [[...told, closing].flat()] : [...told, closing];
  return { opening, asideLead, paragraphs: [...main, aside].filter((each) => each.length > 0) };
}

const sentence = ({ passage, measure }: Choice, scribe: Scribe): RecapSentence => ({
  text: passage.tell(scribe, measure),
  events: passage.events,
  isState: false,
  isAside: passage.isAside,
});

/** A new one for each scene, once there is something to break off from. */
function paragraphsOf(choices: readonly Choice[], scenes: Scenes): readonly (readonly Choice[])[] {
  const paragraphs: Choice[][] = [];
  for (const each of choices) {
    const last = paragraphs.at(-1);
    if (last === undefined || isNew(each.passage, last, scenes)) paragraphs.push([each]);
    else last.push(each);
  }
  return paragraphs;
}

function isNew(passage: Passage, paragraph: readonly Choice[], scenes: Scenes): boolean {
  const before = paragraph.at(-1)?.passage ?? passage;
  if (scenes.get(before) !== scenes.get(passage)) return paragraph.length > 1;
  return paragraph.length >= MOST_IN_PARAGRAPH && !passage.events.some((id) => before.events.includes(id));
}

type Scenes = ReadonlyMap<Passage, number>;

/** Of all that could be told: what opens a scene may itself be left out. */
function scenesOf(passages: readonly Passage[]): Scenes {
  let scene = 0;
  return new Map(passages.map((passage) => [passage, passage.opensScene ? ++scene : scene]));
}
