import { choosePassages, withoutLightest } from './choose-passages.ts';
import type { Passage } from './passage.ts';
import { PROSE_LIMITS, type RecapFacts, type RecapLength, type RecapSentence } from './recap.ts';
import { proseOf, type Telling } from './render-prose.ts';
import { type Cast, Scribe } from './scribe.ts';
import { tellStanding } from './tell-standing.ts';

export interface Draft {
  readonly opening: string;
  readonly asideLead: string;
  readonly passages: readonly Passage[];
  readonly facts: RecapFacts;
  readonly cast: Cast;
  readonly length: RecapLength;
}

/** Tells what there is room for, and less until it fits. */
export function writeRecap(draft: Draft): Telling {
  const limit = PROSE_LIMITS[draft.length];
  const bare = proseOf(tell(draft, [])).length;
  let chosen = choosePassages(draft.passages, limit - bare, draft.cast);
  for (;;) {
    const telling = tell(draft, chosen);
    if (chosen.length === 0 || proseOf(telling).length <= limit) return telling;
    chosen = withoutLightest(chosen);
  }
}

function tell(draft: Draft, passages: readonly Passage[]): Telling {
  const { opening, asideLead, facts, cast, length } = draft;
  const scribe = new Scribe(cast);
  const open = passages.filter(({ isAside }) => !isAside);
  const told = paragraphsOf(open, length).map((each) => each.map((one) => sentence(one, scribe)));
  const standing = tellStanding(facts, scribe, length).map(stateSentence);
  const aside = passages.filter(({ isAside }) => isAside).map((one) => sentence(one, scribe));
  return { opening, asideLead, paragraphs: [...told, standing, aside].filter((each) => each.length > 0) };
}

const sentence = (one: Passage, scribe: Scribe): RecapSentence => ({
  text: one.tell(scribe),
  events: one.events,
  isState: false,
  isAside: one.isAside,
});

export const stateSentence = (text: string): RecapSentence => ({
  text,
  events: [],
  isState: true,
  isAside: false,
});

/** A new one where the party goes somewhere or fights, once there is something to break off from. */
function paragraphsOf(passages: readonly Passage[], length: RecapLength): readonly (readonly Passage[])[] {
  const paragraphs: Passage[][] = [];
  for (const each of passages) {
    const last = paragraphs.at(-1);
    if (last === undefined || (each.opensParagraph && length !== 'brief' && last.length > 1))
      paragraphs.push([each]);
    else last.push(each);
  }
  return paragraphs;
}
