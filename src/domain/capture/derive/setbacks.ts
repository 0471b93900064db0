import { saysWhy } from '../open-points.ts';
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

/** What the person said before; the words that follow are about theirs. */
const AGREES =
  /^\W*(?:right|true|correct|fair(?: enough)?|good (?:point|catch)|you(?:['’]re| are)(?: \p{L}+)? right|cierto|tienes razón|stimmt|du hast recht|tu as raison|exact)(?=[,.:;!—–-])|^(?:たしかに|確かに|おっしゃる|你说得对|没错|맞습니다|맞아요)/iu;

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
        !(AGREES.test(text) && !saysWhy(text) && !/[:：]\s/.test(text.replace(AGREES, '').slice(1))) &&
        statementsOf(text).some((sentence) => !elsewhere.has(sentence.trim(), SAME_SETBACK)),
    )
    .slice(-MAX_SETBACKS)
    .map(({ line, text }) => {
      const request = answeredBy(digest, { line }, shown);
      return { line, text: `- on the way${request === '' ? '' : `, to ${request}`}: ${text}` };
    });
}
