import { clipLine } from '../clip.ts';
import { CHOICE, NUMBER_WORDS } from '../cues/decisions.ts';
import { IS_ASKED } from '../cues/mood.ts';
import { lowered, matches } from '../cues/pattern.ts';
import { AGREED, PROPOSED } from '../cues/plans.ts';
import type { Gist, Mark } from '../gist.ts';
import { sentencesOf } from '../sentences.ts';
import { addDecision } from './add-statements.ts';

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
export function addAgreement(gist: Gist, words: string, mark: Mark): Gist {
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
export function addChoice(gist: Gist, words: string, mark: Mark): Gist {
  const offered = gist.lastWords.agent?.text;
  const match = words.length <= MAX_ANSWER && !IS_ASKED.test(words) ? CHOICE.exec(lowered(words)) : null;
  const picked = match?.[1] ?? match?.[2] ?? match?.[3];
  if (offered === undefined || picked === undefined) return gist;
  const option = findOption(offered, NUMBER_WORDS[picked] ?? picked);
  if (option === undefined) return gist;
  const text = `${clipLine(words, MAX_ANSWER)} → ${clipLine(option.replaceAll('**', ''), MAX_ANSWER)}`;
  return addDecision(gist, { ...mark, by: 'person', text });
}
