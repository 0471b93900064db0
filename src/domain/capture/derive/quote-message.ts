import { shortenMessage } from '../fold-pasted.ts';
import { omissionMark } from '../keep-whole-blocks.ts';
import { clipQuestion, MAX_POINTS, POINTS_BETWEEN } from '../question.ts';
import type { Request } from '../transcript-digest.ts';
import { indented, type QuotedLine, quoted } from './wording.ts';

const MAX_QUESTION = 200;
const MAX_IN_LINE = 400;

/** A line as long as terminals and editors break them, which goes on in the next one. */
const WRAPPED = /(?<=^[^\n]{70,200}[^\s.:;!?。])\n {0,8}(?=[\p{Ll}\p{N}("'`])(?!\d{1,3}[.)] )/gmu;

/** With the title of a document behind the line that introduces it, and paragraphs in one line each. */
export const inParagraphs = (text: string): string =>
  text.replace(/([:：])\n(?=#{1,4} )/, '$1 ').replace(WRAPPED, ' ');

const BULLETS = /\n[ \t]*(?=[-*•] )/g;
const PASTED = /\n[ \t]*(?=\[pasted: )|(?<=\n\[pasted: [^\n]*\])\n[ \t]*/g;
/** Values and names that people write below each other. */
const MAX_SHORT_LINE = 40;

/** A short message in one line: the items of a list unless it `isNewest`, what is pasted, and short lines. */
export function inLine(text: string, isNewest = false): string {
  if (text.length > MAX_IN_LINE) return text;
  const whole = text.replace(PASTED, ' ');
  const lines = (isNewest ? whole : whole.replace(BULLETS, ' ')).split('\n');
  const isShort =
    lines.length > 2 &&
    lines.every((line) => line.length <= MAX_SHORT_LINE && !/^\s*(?:[-*•+]\s|・|\d+[.)]\s)/.test(line));
  return lines.map((line, at) => (at > 0 && isShort ? line.trim() : line)).join(isShort ? ' / ' : '\n');
}

export function quoteMessage({ kind, text, question, line, output }: Request, max: number): QuotedLine {
  const words = indented(inParagraphs(shortenMessage(text, max))).slice(2);
  if (kind === 'ran')
    return {
      line,
      text: `- ran \`${words}\`${output ? `, which printed ${quoted(output, 140)}` : ''}`,
    };
  if (question === null) return { line, text: `- ${words}` };
  if (question.includes(POINTS_BETWEEN))
    return { line, text: `- asked ${quoted(question, MAX_POINTS)}, answered: ${words}` };
  const isAsked = kind === 'answered' || /[?？]/.test(question);
  const before = isAsked
    ? `asked ${quoted(clipQuestion(question, MAX_QUESTION), MAX_QUESTION)}, answered`
    : `of the option ${quoted(question, 160)}`;
  return { line, text: `- ${before}: ${words}` };
}

/** The lines that fit, the first in any case, and a mark for the others; none that introduces what is left out. */
export function firstLines(text: string, max: number): string {
  const lines = text.split('\n');
  let left = max;
  const end = lines.findIndex((line, at) => {
    left -= line.length + 1;
    return left < 0 && at > 0;
  });
  if (end < 0) return text;
  const kept = lines.slice(0, end);
  while (kept.length > 1 && /[:：]\s*$/.test(kept.at(-1) ?? '')) kept.pop();
  const shown = kept.join('\n');
  return `${shown} ${omissionMark(text.length - shown.length)}`;
}
