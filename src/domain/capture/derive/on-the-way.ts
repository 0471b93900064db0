import { keepWholeBlocks } from '../keep-whole-blocks.ts';
import { saysWhy } from '../open-points.ts';
import { wordsOf } from '../standing-rules.ts';
import type { Closing, TranscriptDigest, Utterance } from '../transcript-digest.ts';
import { reportLeft } from './report-text.ts';
import { indented, type QuotedLine, weightOf } from './wording.ts';

const MIN_REMARK = 60;
const MAX_REMARK = 600;
/** The longest say what was found and decided; most of the others are about the next step. */
const LONGEST = 2;
/** Of the words of a remark, so many are in another one or in the request. */
const SAME_WORDS = 0.5;

/** Looking around and announcing it is nothing to hand over. */
const NARRATES =
  /^(?:(?:good|great|perfect|excellent|interesting|ok(?:ay)?|now|first|next|so|and)[\s,.!—–-]+)*(?:let me|let['’]s|i(?:['’]ll|['’]m| will| am| need to| should| have))(?!\p{L})|^(?:now|next|then) (?:also )?(?:add|check|commit|fix|read|rerun|run|update|verify|wire|write)(?!\p{L})/iu;

/** Approval of what was looked at. */
const APPROVES =
  /^(?:good|great|perfect)[\s,.!—–-]+(?=[^\n]*(?<!\p{L})(?:no (?:issue|problem|change|error)s?|already|properly|correct(?:ly)?|as expected|works?|passes|passed|pre-existing|fine)(?!\p{L}))/iu;

/** Whether the request or a longer remark says nearly the same. */
function isRepeated(remark: QuotedLine, others: readonly Pick<Utterance, 'text'>[]): boolean {
  const words = [...wordsOf(remark.text)];
  return others.some((other) => {
    const known = wordsOf(other.text);
    return words.filter((word) => known.has(word)).length >= words.length * SAME_WORDS;
  });
}

/** What the agent said in the turn of its last message before that; after a report only its reasons count. */
export function saidOnTheWay(
  { closings, requests, last: end, brokenOff }: TranscriptDigest,
  last: Closing,
): QuotedLine[] {
  const isCutOff = end?.kind !== 'reply' || brokenOff !== null;
  const remarks = closings
    .filter((one) => one !== last && one.turn === last.turn && one.isMidway)
    .filter(({ text }) => isCutOff || saysWhy(text))
    .map(({ line, text }) => ({ line, text: reportLeft(text.replace(/[:：]\s*$/, '.')) }))
    .filter(({ text }) => weightOf(text) >= MIN_REMARK && !NARRATES.test(text));
  const byLength = remarks.toSorted((a, b) => weightOf(b.text) - weightOf(a.text));
  const asked = requests.filter(({ turn }) => turn === last.turn);
  const longest = byLength
    .filter((one, at) => !isRepeated(one, [...asked, ...byLength.slice(0, at)]))
    .slice(0, LONGEST);
  const newest = remarks.slice(-1).filter((one) => !isRepeated(one, [...asked, ...longest]));
  return [...longest, ...newest]
    .filter(({ text }) => !APPROVES.test(text) || saysWhy(text))
    .sort((a, b) => a.line - b.line)
    .map(({ line, text }) => ({ line, text: `- ${indented(keepWholeBlocks(text, MAX_REMARK)).slice(2)}` }));
}
