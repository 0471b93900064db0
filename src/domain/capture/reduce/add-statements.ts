import { REVERSAL } from '../patterns/decisions.ts';
import { lowered, matches } from '../patterns/pattern.ts';
import { type Speaker, type Statement, statementsIn } from '../statements.ts';
import type { Decision, Explanation, Mark, TranscriptDigest, Utterance } from '../transcript-digest.ts';
import { BOUND, keepEnds, keepLast } from './bounds.ts';

const FUNCTION_WORDS = new Set(
  'the for use let lets with and that this have has decided decide after all not but are was our you its going will keep instead actually because now then from into than them they here there what when which should would could also just only'.split(
    ' ',
  ),
);

const contentWords = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter((word) => !FUNCTION_WORDS.has(word)));

function shareSubject(one: string, other: string): boolean {
  const known = contentWords(one);
  return [...contentWords(other)].some((word) => known.has(word));
}

const sameWords = (one: string, other: string) =>
  one.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '') === other.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

const appendUnique = <T extends Utterance>(list: readonly T[], utterance: T, max: number): readonly T[] =>
  list.some(({ text }) => sameWords(text, utterance.text)) ? list : keepLast([...list, utterance], max);

/** A decision that reverses an earlier one on the same subject replaces it. */
export function addDecision(digest: TranscriptDigest, utterance: Utterance): TranscriptDigest {
  if (digest.decisions.some(({ text, replacedAt }) => replacedAt === null && sameWords(text, utterance.text)))
    return digest;
  const isReversal = matches(REVERSAL, lowered(utterance.text));
  const isReversed = (before: Decision) =>
    before.replacedAt === null && isReversal && shareSubject(before.text, utterance.text);
  const before = digest.decisions.map((one) =>
    isReversed(one) ? { ...one, replacedAt: utterance.line } : one,
  );
  return {
    ...digest,
    decisions: keepEnds(
      [...before, { ...utterance, replacedAt: null }],
      BOUND.decisionsFirst,
      BOUND.decisionsLast,
    ),
    counts: { ...digest.counts, decisions: digest.counts.decisions + 1 },
  };
}

function addExplanation(
  digest: TranscriptDigest,
  utterance: Utterance,
  isOutright: boolean,
): TranscriptDigest {
  const explained: Explanation = { ...utterance, isOutright, turn: digest.counts.requests };
  return { ...digest, explanations: appendUnique(digest.explanations, explained, BOUND.explanations) };
}

/** A statement directly after files were reverted belongs to that attempt. */
function addAbandonedByWords(digest: TranscriptDigest, utterance: Utterance, mark: Mark): TranscriptDigest {
  const before = digest.attemptsGivenUp.at(-1);
  const isSameAttempt =
    before !== undefined &&
    before.files.length > 0 &&
    before.words?.by !== 'person' &&
    before.line > (digest.lastWords.person?.line ?? 0);
  const attempt = { ...mark, words: utterance, files: isSameAttempt ? before.files : [] };
  const others = isSameAttempt ? digest.attemptsGivenUp.slice(0, -1) : digest.attemptsGivenUp;
  return { ...digest, attemptsGivenUp: keepLast([...others, attempt], BOUND.attempts) };
}

function addStatement(
  digest: TranscriptDigest,
  { kind, text }: Statement,
  by: Speaker,
  mark: Mark,
): TranscriptDigest {
  const utterance: Utterance = { ...mark, by, text };
  switch (kind) {
    case 'decision':
      return addDecision(digest, utterance);
    case 'constraint':
      return { ...digest, constraints: appendUnique(digest.constraints, utterance, BOUND.utterances) };
    case 'preference':
      return { ...digest, preferences: appendUnique(digest.preferences, utterance, BOUND.utterances) };
    case 'warning':
      return { ...digest, warnings: appendUnique(digest.warnings, utterance, BOUND.utterances) };
    case 'focus':
      return { ...digest, focuses: appendUnique(digest.focuses, utterance, 2) };
    case 'put_off':
      return { ...digest, putOff: appendUnique(digest.putOff, utterance, 4) };
    case 'cause':
      return addExplanation(digest, utterance, true);
    case 'explanation':
      return addExplanation(digest, utterance, false);
    case 'giving_up':
      return { ...digest, doubts: appendUnique(digest.doubts, utterance, BOUND.doubts) };
    case 'gave_up':
      return addAbandonedByWords(digest, utterance, mark);
  }
}

/** Adds what a text states explicitly, each statement to its own list. */
export const addStatements = (
  digest: TranscriptDigest,
  text: string,
  by: Speaker,
  mark: Mark,
): TranscriptDigest =>
  statementsIn(text, by).reduce((so, statement) => addStatement(so, statement, by, mark), digest);
