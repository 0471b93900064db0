import { saysHowToBegin } from '../how-to-begin.ts';
import { statementsOf } from '../question.ts';
import type { Request, TranscriptDigest } from '../transcript-digest.ts';
import { isOfWork } from './turns.ts';

/** A message without the sentences that say how to begin, once files were written in a later turn. */
export function withoutPhases(
  { filesWritten }: TranscriptDigest,
  { text, turn }: Pick<Request, 'text' | 'turn'>,
): string {
  const isBegun = filesWritten.some((file) => isOfWork(file) && file.turns?.some((one) => one > turn));
  if (!isBegun) return text;
  const left = text
    .split('\n')
    .map((line) => ({
      line,
      left: statementsOf(line)
        .filter((one) => !saysHowToBegin(one))
        .join('')
        .trimEnd(),
    }))
    .filter((one) => one.left !== '' || one.line.trim() === '')
    .map((one) => one.left)
    .join('\n')
    .trim();
  return left === '' ? text : left;
}
