import { clip, clipLine, plain } from '../clip.ts';
import { CHOICE, NUMBER_WORDS } from '../cues/decisions.ts';
import { IS_ASKED, SLIGHT_WORDS } from '../cues/mood.ts';
import { lowered, matches } from '../cues/pattern.ts';
import { AGREED, PROPOSED } from '../cues/plans.ts';
import { TAKE_BACK_ASKED } from '../cues/troubles.ts';
import type { Asked, Gist, Mark } from '../gist.ts';
import { sentencesOf } from '../sentences.ts';
import { addDecision, addStatements } from './add-statements.ts';
import { BOUND, keepEnds } from './bounds.ts';

/** Longer answers say more than which one. */
const MAX_ANSWER = 160;
const MAX_PROPOSAL = 280;

/** What the agent offered under this number or letter. */
function findOption(offered: string, label: string): string | undefined {
  const numeral = Object.entries(NUMBER_WORDS).find(
    ([word, number]) => number === label && word.length === 1,
  )?.[0];
  const labels = numeral === undefined ? label : `${label}|${numeral}`;
  const line = new RegExp(
    `^[\\s>*_-]*(?:option|variant|approach|solution|plan|variante|lösung|opción|opção|opzione|optie|вариант|方案|案)?\\s*(?:${labels})[*_]*\\s*[.):：、-][*_]*\\s*(\\S.*)$`,
    'im',
  );
  return line.exec(offered)?.[1];
}

/** A person who lets a proposal pass has decided for it. */
function addAgreement(gist: Gist, words: string, mark: Mark): Gist {
  const offered = gist.lastWords.agent?.text;
  if (offered === undefined || words.length > MAX_ANSWER || IS_ASKED.test(words)) return gist;
  if (!matches(AGREED, lowered(words))) return gist;
  const sentences = sentencesOf(offered);
  const at = sentences.findLastIndex(
    (sentence) => !IS_ASKED.test(sentence) && matches(PROPOSED, lowered(sentence)),
  );
  if (at === -1) return gist;
  const proposal = sentences.slice(Math.max(0, at - 1), at + 1).join(' ');
  const text = `${clipLine(words, MAX_ANSWER)} → ${clipLine(proposal, MAX_PROPOSAL)}`;
  return addDecision(gist, { ...mark, by: 'person', text });
}

/** A person who picks one of several by its number has decided; what was behind the number goes with it. */
function addChoice(gist: Gist, words: string, mark: Mark): Gist {
  const offered = gist.lastWords.agent?.text;
  const match = words.length <= MAX_ANSWER && !IS_ASKED.test(words) ? CHOICE.exec(lowered(words)) : null;
  const picked = match?.[1] ?? match?.[2] ?? match?.[3];
  if (offered === undefined || picked === undefined) return gist;
  const option = findOption(offered, NUMBER_WORDS[picked] ?? picked);
  if (option === undefined) return gist;
  const text = `${clipLine(words, MAX_ANSWER)} → ${clipLine(option.replaceAll('**', ''), MAX_ANSWER)}`;
  return addDecision(gist, { ...mark, by: 'person', text });
}

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
