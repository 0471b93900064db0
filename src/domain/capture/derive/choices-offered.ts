import type { Block } from '../blocks.ts';
import { statementsOf } from '../question.ts';

/** Options, which a program has as well. */
const NAMES_OPTIONS =
  /(?<!\p{L})(?:options?|choices|alternatives?|ways (?:to|forward|out)|(?:two|three|four|several) ways|opciones|alternativas|möglichkeiten|optionen)(?!\p{L})[^\n:：]{0,40}[:：]?\W*$|(?:案|방법)[^\n]{0,10}[:：]\W*$/iu;
/** Ways to go on, and nothing else. */
const NAMES_CHOICES =
  /[两三几]种?(?:办法|处理|方案|方法|选择)[^\n]{0,4}[:：]?\W*$|(?:選択肢|방안|선택지)[^\n]{0,10}[:：]\W*$/iu;

/** Whether a list or a table has what the person can choose from. `isOffer`: the report asks for a choice, or proposes one. */
export function isChoice({ kind, lead, headings }: Block, isOffer: boolean): boolean {
  if (kind !== 'list' && kind !== 'table') return false;
  const said = lead.find((line) => !line.trimStart().startsWith('|')) ?? '';
  const heading = lead.length === 0 ? (headings.at(-1)?.text ?? '') : '';
  return [said, heading]
    .map((line) => statementsOf(line).at(-1) ?? '')
    .some((line) => NAMES_CHOICES.test(line) || (isOffer && NAMES_OPTIONS.test(line)));
}
