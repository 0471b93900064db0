import { statementsOf } from '../question.ts';
import type { TranscriptDigest } from '../transcript-digest.ts';
import { answeredBy } from './agent-lines.ts';
import { SaidElsewhere } from './said-elsewhere.ts';
import { isLighter, type QuotedLine } from './wording.ts';

const MAX_SETBACKS = 4;
/** A shorter one does not name what did not work. */
const MIN_SETBACK = 30;
/** A report says the same in other words. */
const SAME_SETBACK = 0.55;

/** What did not work, as the agent said on the way, unless another line says it. */
export function setbackLines(
  digest: TranscriptDigest,
  shown: string,
  reports: readonly QuotedLine[],
): QuotedLine[] {
  const elsewhere = new SaidElsewhere([shown, ...reports.map(({ text }) => text)].join('\n'));
  for (const { text } of digest.closings.slice(-1)) elsewhere.add(text);
  return (digest.setbacks ?? [])
    .filter(
      ({ text }) =>
        !isLighter(text, MIN_SETBACK) &&
        statementsOf(text).some((sentence) => !elsewhere.has(sentence.trim(), SAME_SETBACK)),
    )
    .slice(-MAX_SETBACKS)
    .map(({ line, text }) => {
      const request = answeredBy(digest, { line }, shown);
      return { line, text: `- on the way${request === '' ? '' : `, to ${request}`}: ${text}` };
    });
}
