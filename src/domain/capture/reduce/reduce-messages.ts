import { clip, clipLine, clipMiddle, plain } from '../clip.ts';
import { CHOSEN_OPTION, NUMBER_WORDS } from '../patterns/decisions.ts';
import { ACKNOWLEDGMENTS, IS_ASKED, lowered, matches } from '../patterns/pattern.ts';
import { AGREED, PROPOSED } from '../patterns/plans.ts';
import { REVERT_REQUESTED } from '../patterns/problems.ts';
import { sentencesOf } from '../sentences.ts';
import type { Closing, Mark, Request, TranscriptDigest } from '../transcript-digest.ts';
import { addDecision, addStatements } from './add-statements.ts';
import { BOUND, keepEnds, keepLast } from './bounds.ts';
import { revertByHand } from './files.ts';

/** Longer answers say more than which option. */
const MAX_ANSWER = 160;
const MAX_PROPOSAL = 280;

/** The option that the agent offered under this number or letter. */
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

/** A person who agrees to a proposal has decided for it. */
function addAgreement(digest: TranscriptDigest, words: string, mark: Mark): TranscriptDigest {
  const offered = digest.lastWords.agent?.text;
  if (offered === undefined || words.length > MAX_ANSWER || IS_ASKED.test(words)) return digest;
  if (!matches(AGREED, lowered(words))) return digest;
  const sentences = sentencesOf(offered);
  const at = sentences.findLastIndex(
    (sentence) => !IS_ASKED.test(sentence) && matches(PROPOSED, lowered(sentence)),
  );
  if (at === -1) return digest;
  const proposal = sentences.slice(Math.max(0, at - 1), at + 1).join(' ');
  const text = `${clipLine(words, MAX_ANSWER)} → ${clipLine(proposal, MAX_PROPOSAL)}`;
  return addDecision(digest, { ...mark, by: 'person', text });
}

/** A person who picks an option by its number has decided for the text of that option. */
function addChoice(digest: TranscriptDigest, words: string, mark: Mark): TranscriptDigest {
  const offered = digest.lastWords.agent?.text;
  const match =
    words.length <= MAX_ANSWER && !IS_ASKED.test(words) ? CHOSEN_OPTION.exec(lowered(words)) : null;
  const picked = match?.[1] ?? match?.[2] ?? match?.[3];
  if (offered === undefined || picked === undefined) return digest;
  const option = findOption(offered, NUMBER_WORDS[picked] ?? picked);
  if (option === undefined) return digest;
  const text = `${clipLine(words, MAX_ANSWER)} → ${clipLine(option.replaceAll('**', ''), MAX_ANSWER)}`;
  return addDecision(digest, { ...mark, by: 'person', text });
}

const MAX_REVERT_REQUEST = 160;

const asksToRevert = (text: string): boolean =>
  text.length <= MAX_REVERT_REQUEST &&
  sentencesOf(text).some((sentence) => matches(REVERT_REQUESTED, lowered(sentence)));

const isAcknowledgment = (text: string): boolean => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length <= 6 && words.every((word) => ACKNOWLEDGMENTS.has(word));
};

export function reduceRequest(
  digest: TranscriptDigest,
  { line, at, text }: Mark & { readonly text: string },
): TranscriptDigest {
  const words = plain(text.slice(0, BOUND.request * 4)).trim();
  if (words === '') return digest;
  const request: Request = { line, at, text: clip(words, BOUND.request), isSlight: isAcknowledgment(words) };
  const next: TranscriptDigest = {
    ...digest,
    requests: keepEnds([...digest.requests, request], BOUND.requestsFirst, BOUND.requestsLast),
    lastWords: { ...digest.lastWords, person: request },
    takeBackAskedAt: asksToRevert(words) ? line : null,
    brokenOff: null,
    last: { line, at, kind: 'request' },
    counts: { ...digest.counts, requests: digest.counts.requests + 1 },
  };
  const mark: Mark = { line, at };
  const chosen = addAgreement(addChoice(next, words, mark), words, mark);
  return addStatements(chosen, text, 'person', mark);
}

export function reduceReply(
  digest: TranscriptDigest,
  { line, at, text }: Mark & { readonly text: string },
): TranscriptDigest {
  const words = clipMiddle(text, BOUND.closing);
  if (words === '') return digest;
  const turn = digest.counts.requests;
  const closing: Closing = { line, at, text: words, turn };
  const earlier = digest.closings.filter((before) => before.turn !== turn);
  const next: TranscriptDigest = {
    ...digest,
    closings: keepLast([...earlier, closing], BOUND.closings),
    lastWords: { ...digest.lastWords, agent: closing },
    brokenOff: null,
    last: { line, at, kind: 'reply' },
    counts: { ...digest.counts, replies: digest.counts.replies + 1 },
  };
  return addStatements(revertByHand(next, words, { line, at }), text, 'agent', { line, at });
}

export function reduceSummary(
  digest: TranscriptDigest,
  { line, at, text }: Mark & { readonly text: string },
): TranscriptDigest {
  const summary = { line, at, text: clipMiddle(text, BOUND.summary) };
  return {
    ...digest,
    summaries: keepLast([...digest.summaries, summary], BOUND.summaries),
    last: { line, at, kind: 'summary' },
  };
}

export const reduceBoundary = (digest: TranscriptDigest, { line, at }: Mark): TranscriptDigest => ({
  ...digest,
  last: { line, at, kind: 'boundary' },
  counts: { ...digest.counts, compactions: digest.counts.compactions + 1 },
});

export const reduceInterruption = (
  digest: TranscriptDigest,
  { line, at, by, text }: Mark & { readonly by: 'person' | 'failure'; readonly text: string },
): TranscriptDigest => ({
  ...digest,
  brokenOff: { line, at, by, text: clipLine(text, BOUND.error) },
  last: { line, at, kind: 'interruption' },
  counts: { ...digest.counts, interruptions: digest.counts.interruptions + 1 },
});
