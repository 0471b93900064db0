import { REVERSAL } from '../cues/decisions.ts';
import { lowered, matches } from '../cues/pattern.ts';
import type { Decided, Explained, Gist, Mark, Said } from '../gist.ts';
import { type Speaker, type Statement, statementsIn } from '../statements.ts';
import { BOUND, keepEnds, keepLast } from './bounds.ts';

const EMPTY_WORDS = new Set(
  'the for use let lets with and that this have has decided decide after all not but are was our you its going will keep instead actually because now then from into than them they here there what when which should would could also just only'.split(
    ' ',
  ),
);

const contentWords = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter((word) => !EMPTY_WORDS.has(word)));

function shareSubject(one: string, other: string): boolean {
  const known = contentWords(one);
  return [...contentWords(other)].some((word) => known.has(word));
}

const sameWords = (one: string, other: string) =>
  one.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '') === other.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

const withSaid = <T extends Said>(list: readonly T[], said: T, max: number): readonly T[] =>
  list.some(({ text }) => sameWords(text, said.text)) ? list : keepLast([...list, said], max);

/** A decision that turns round an earlier one on the same subject takes its place. */
export function addDecision(gist: Gist, said: Said): Gist {
  if (gist.decisions.some(({ text, replacedAt }) => replacedAt === null && sameWords(text, said.text)))
    return gist;
  const isReversal = matches(REVERSAL, lowered(said.text));
  const turnsRound = (before: Decided) =>
    before.replacedAt === null && isReversal && shareSubject(before.text, said.text);
  const before = gist.decisions.map((one) => (turnsRound(one) ? { ...one, replacedAt: said.line } : one));
  return {
    ...gist,
    decisions: keepEnds(
      [...before, { ...said, replacedAt: null }],
      BOUND.decisionsFirst,
      BOUND.decisionsLast,
    ),
    counts: { ...gist.counts, decisions: gist.counts.decisions + 1 },
  };
}

function addExplanation(gist: Gist, said: Said, isOutright: boolean): Gist {
  const explained: Explained = { ...said, isOutright, turn: gist.counts.requests };
  return { ...gist, explanations: withSaid(gist.explanations, explained, BOUND.explanations) };
}

/** Words about what was taken back just before belong to it. */
function addGivenUp(gist: Gist, said: Said, mark: Mark): Gist {
  const before = gist.attemptsGivenUp.at(-1);
  const isOfIt =
    before !== undefined &&
    before.files.length > 0 &&
    before.words?.by !== 'person' &&
    before.line > (gist.lastWords.person?.line ?? 0);
  const attempt = { ...mark, words: said, files: isOfIt ? before.files : [] };
  const others = isOfIt ? gist.attemptsGivenUp.slice(0, -1) : gist.attemptsGivenUp;
  return { ...gist, attemptsGivenUp: keepLast([...others, attempt], BOUND.attempts) };
}

function addStatement(gist: Gist, { kind, text }: Statement, by: Speaker, mark: Mark): Gist {
  const said: Said = { ...mark, by, text };
  switch (kind) {
    case 'decision':
      return addDecision(gist, said);
    case 'constraint':
      return { ...gist, constraints: withSaid(gist.constraints, said, BOUND.said) };
    case 'preference':
      return { ...gist, preferences: withSaid(gist.preferences, said, BOUND.said) };
    case 'warning':
      return { ...gist, warnings: withSaid(gist.warnings, said, BOUND.said) };
    case 'focus':
      return { ...gist, focuses: withSaid(gist.focuses, said, 2) };
    case 'put_off':
      return { ...gist, putOff: withSaid(gist.putOff, said, 4) };
    case 'cause':
      return addExplanation(gist, said, true);
    case 'explanation':
      return addExplanation(gist, said, false);
    case 'giving_up':
      return { ...gist, doubts: withSaid(gist.doubts, said, BOUND.doubts) };
    case 'gave_up':
      return addGivenUp(gist, said, mark);
  }
}

/** What a text states in so many words, each under its own heading. */
export const addStatements = (gist: Gist, text: string, by: Speaker, mark: Mark): Gist =>
  statementsIn(text, by).reduce((so, statement) => addStatement(so, statement, by, mark), gist);
