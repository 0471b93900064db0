import { plain } from './clip.ts';

const QUOTATION =
  /(?<![^\s(:：,*_[])(?:"(?=\S)([^"]{2,600}?)"(?![A-Za-z0-9])|'(?=\S)((?:[^'\n]|'(?=[a-z])){2,300}?)'(?![A-Za-z0-9]))|[“„]([^“”„]{2,600})[”“]|«([^«»]{2,600})»|「([^「」]{2,600})」|‘((?:[^‘’\n]|’(?=[a-z])){2,300})’(?![a-z])|`([^`\n]{2,300})`/g;
const HIDDEN = /\ue000(\d+)\ue001/g;

interface WithoutQuotations {
  readonly text: string;
  /** Inserts the quotations into a part of that text. */
  readonly restore: (part: string) => string;
}

/** A quotation is not the author's own statement and does not end a sentence. */
function hideQuotations(text: string): WithoutQuotations {
  const hidden: string[] = [];
  return {
    text: text.replace(QUOTATION, (whole: string) => {
      hidden.push(whole.slice(1, -1));
      return `${whole.charAt(0)}\ue000${hidden.length - 1}\ue001${whole.slice(-1)}`;
    }),
    restore: (part) => part.replace(HIDDEN, (mark, at: string) => hidden[Number(at)] ?? mark),
  };
}

/** Longer texts are mostly pasted; their beginning and end are enough. */
const MAX_HEAD = 6_000;
const MAX_TAIL = 4_000;
const MAX_SENTENCE = 600;

export const FENCE = /^\s*(?:```|~~~)/;
/** Quotations, tables, headings and indented code are not prose of the author. */
const NOT_PROSE = /^(?:\s*>|\s*\||#{1,6}\s| {4,}\S|\t)/;
export const CITED = /^\s*(?:[-*]\s+)?>/;
const LIST_MARK = /^\s*(?:[-*•–]|\d{1,3}[.)])\s+/;
const EMPHASIS = /\*\*|__|(?<![^\s([])\*(?=\S)|(?<=\S)\*(?![^\s)\].,;:!?])/g;
const SENTENCE_END = /(?<=[.!?…]["'”’)\]]{0,2})\s+|(?<=[。！？])/u;
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|ca|approx|incl|resp|z\.\s?b|d\.\s?h|u\.\s?a|bzw|usw|ggf|p\.\s?ex|mr|mrs|ms|dr|st|nr)\.$|^\d{1,2}\.$/i;

const headAndTail = (text: string) =>
  text.length <= MAX_HEAD + MAX_TAIL ? text : `${text.slice(0, MAX_HEAD)}\n\n${text.slice(-MAX_TAIL)}`;

function proseLines(text: string): string[] {
  const lines: string[] = [];
  let isCode = false;
  for (const line of plain(headAndTail(text)).split('\n')) {
    if (FENCE.test(line)) isCode = !isCode;
    else if (!isCode && !NOT_PROSE.test(line))
      lines.push(line.replace(LIST_MARK, '').replace(EMPHASIS, '').trim());
  }
  return lines.filter((line) => line !== '');
}

/** The text without code, quotations, heading marks and list marks. */
export function ownProse(text: string): string {
  const lines: string[] = [];
  let isCode = false;
  for (const line of plain(text).split('\n')) {
    if (FENCE.test(line)) isCode = !isCode;
    else if (!isCode && !CITED.test(line))
      lines.push(
        line
          .replace(/^#+\s+/, '')
          .replace(LIST_MARK, '')
          .trim(),
      );
  }
  const speech = lines.filter((line) => line !== '').join(' ');
  return speech === '' ? text : speech;
}

/** Sentences in any language; longer ones are dropped. */
export const sentencesOf = (text: string): string[] => splitLines(proseLines(text));

/** Each sentence with its quotations hidden (`bare`) and complete (`whole`). */
export function sentencesWithQuotations(
  text: string,
): { readonly visible: string; readonly whole: string }[] {
  const { text: visible, restore } = hideQuotations(proseLines(text).join('\n'));
  return splitLines(visible.split('\n')).map((sentence) => ({ visible: sentence, whole: restore(sentence) }));
}

const splitLines = (lines: readonly string[]): string[] =>
  lines.flatMap(splitLine).filter((sentence) => sentence.length <= MAX_SENTENCE);

function splitLine(line: string): string[] {
  const sentences: string[] = [];
  for (const part of line.split(SENTENCE_END)) {
    const before = sentences.at(-1);
    if (before !== undefined && ABBREVIATION.test(before))
      sentences[sentences.length - 1] = `${before} ${part}`;
    else if (part.trim() !== '') sentences.push(part.trim());
  }
  return sentences;
}
