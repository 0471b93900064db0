import { clip, plain } from '../clip.ts';
import { SLIGHT_WORDS } from '../cues/mood.ts';
import { lowered, matches } from '../cues/pattern.ts';
import { TAKE_BACK_ASKED } from '../cues/troubles.ts';
import type { Asked, Gist, Mark } from '../gist.ts';
import { sentencesOf } from '../sentences.ts';
import { addAgreement, addChoice } from './add-choice.ts';
import { addStatements } from './add-statements.ts';
import { BOUND, keepEnds } from './bounds.ts';

const MAX_ORDER = 160;

const asksToTakeBack = (text: string): boolean =>
  text.length <= MAX_ORDER &&
  sentencesOf(text).some((sentence) => matches(TAKE_BACK_ASKED, lowered(sentence)));

const isSlight = (text: string): boolean => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length <= 6 && words.every((word) => SLIGHT_WORDS.has(word));
};

export function foldRequest(gist: Gist, { line, at, text }: Mark & { readonly text: string }): Gist {
  const words = plain(text.slice(0, BOUND.request * 4)).trim();
  if (words === '') return gist;
  const asked: Asked = { line, at, text: clip(words, BOUND.request), isSlight: isSlight(words) };
  const next: Gist = {
    ...gist,
    requests: keepEnds([...gist.requests, asked], BOUND.requestsFirst, BOUND.requestsLast),
    lastWords: { ...gist.lastWords, person: asked },
    takeBackAskedAt: asksToTakeBack(words) ? line : null,
    brokenOff: null,
    last: { line, at, kind: 'request' },
    counts: { ...gist.counts, requests: gist.counts.requests + 1 },
  };
  const mark: Mark = { line, at };
  const chosen = addAgreement(addChoice(next, words, mark), words, mark);
  return addStatements(chosen, text, 'person', mark);
}
