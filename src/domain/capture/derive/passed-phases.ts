import { statementsOf } from '../question.ts';
import type { Request, TranscriptDigest } from '../transcript-digest.ts';
import { isOfWork } from './turns.ts';

/** "Don't write anything yet": how to begin. */
const BEGINS =
  /(?<!\p{L})(?:(?:do(?:n['’]?t| not)|nothing|no code|no edits?)(?!\p{L})[^.!?\n]{0,40}(?<!\p{L})(?:yet|first|for now)|(?:(?:just|only) )?(?:plan|explain|look|tell me|measure|analy[sz]e) first|erst(?:mal)? (?:nur )?(?:den |einen )?plan|nichts anfassen|antes de (?:picar|tocar|escribir|cambiar|programar)|(?:só|solo|sólo) (?:explica|mira)\p{L}* (?:primeiro|primero)|não mexe em nada|ne touche à rien)(?!\p{L})|まだ(?:直さ|書か|変更し|触ら)ない|아직 (?:하지|수정하지|고치지)|(?:수정은|코드는) 아직|先(?:看看|看一下|别(?:改|动|写))|别急着|先不要(?:改|动|写)/iu;
/** What is done for others is not over because files were written. */
const FOR_OTHERS = /push|commit|merge|deploy|release|publish|post(?!\p{L})|投稿|提交|推送|발행|배포/iu;
/** A longer sentence says more than how to begin. */
const MAX_PHASE = 120;

/** A message without the sentences that say how to begin, once files were written in a later turn. */
export function withoutPhases(
  { filesWritten }: TranscriptDigest,
  { text, turn }: Pick<Request, 'text' | 'turn'>,
): string {
  const isBegun = filesWritten.some((file) => isOfWork(file) && file.turns?.some((one) => one > turn));
  if (!isBegun) return text;
  const isPassed = (sentence: string) =>
    sentence.trim().length <= MAX_PHASE && BEGINS.test(sentence) && !FOR_OTHERS.test(sentence);
  const left = text
    .split('\n')
    .map((line) => ({
      line,
      left: statementsOf(line)
        .filter((one) => !isPassed(one))
        .join('')
        .trimEnd(),
    }))
    .filter((one) => one.left !== '' || one.line.trim() === '')
    .map((one) => one.left)
    .join('\n')
    .trim();
  return left === '' ? text : left;
}
