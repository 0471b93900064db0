import { blocksOf, renderBlocks } from '../blocks.ts';
import { saysDeadEnd, saysUnfinished } from '../open-points.ts';
import { sentencesOf, statementsOf } from '../question.ts';
import type { Closing, Request, TranscriptDigest } from '../transcript-digest.ts';
import { isFinished } from './request-outcome.ts';
import { messagesOf } from './turns.ts';

const POINT = /^[\s#>*_]*(\d{1,2})[.)]/;
const NUMBERS = /(?<![\d.#])(\d{1,2})(?:\s*[-–]\s*(\d{1,2}))?(?![\d%])/g;
/** More words say something about them. */
const MAX_WORDS = 8;
const EXCEPTS =
  /(?<!\p{L})(?:not|no|\p{L}+n['’]t|except|skip|without|but|later|nicht|ohne|außer|sin|no|sans|pas)(?!\p{L})|[?？]/iu;

/** "1-4", "let's do 6, 7 and 10": the numbers of a message that names points, and nothing else. */
function numbersIn(message: string): readonly string[] {
  const [words = '', ...more] = sentencesOf(message.trim());
  const rest = words.replace(NUMBERS, ' ').match(/\p{L}+/gu) ?? [];
  if (more.length > 0 || rest.length > MAX_WORDS || EXCEPTS.test(words)) return [];
  const found = [...words.matchAll(NUMBERS)].flatMap(([, from = '', to = from]) =>
    Array.from({ length: Math.max(0, Number(to) - Number(from) + 1) }, (_, at) => `${Number(from) + at}`),
  );
  return found.length > 1 ? found : [];
}

const numberOf = (line: string): string => POINT.exec(line)?.[1] ?? '';

/** Whether the agent reported on all of what a message ordered, and says of nothing that it is not done. */
const isCarriedOut = (digest: TranscriptDigest, message: Request): boolean =>
  isFinished(digest, message) &&
  !digest.closings.some(
    ({ turn, text }) =>
      turn === message.turn &&
      text
        .split('\n')
        .flatMap(statementsOf)
        .some((one) => !/[?？]\s*$/.test(one) && (saysUnfinished(one) || saysDeadEnd(one))),
  );

/** The points of a report that the person ordered by their numbers, and that the agent reported as done. */
export function orderedPoints(digest: TranscriptDigest): ReadonlyMap<Closing, readonly string[]> {
  const ordered = new Map<Closing, readonly string[]>();
  for (const message of messagesOf(digest)) {
    const numbers = message.kind === 'said' ? numbersIn(message.text) : [];
    if (numbers.length === 0 || !isCarriedOut(digest, message)) continue;
    const list = digest.closings.findLast(({ line, text }) => {
      const points = line < message.line ? text.split('\n').map(numberOf) : [];
      return numbers.every((number) => points.includes(number));
    });
    if (list !== undefined) ordered.set(list, [...(ordered.get(list) ?? []), ...numbers]);
  }
  return ordered;
}

/** A report without these points, under their headings or in its lists. */
export const withoutPoints = (text: string, numbers: readonly string[]): string =>
  numbers.length === 0
    ? text
    : renderBlocks(
        blocksOf(text)
          .filter(({ headings }) => !headings.some((heading) => numbers.includes(numberOf(heading.text))))
          .map((block) => ({
            ...block,
            items: block.items.filter((item) => !numbers.includes(numberOf(item))),
          }))
          .filter(({ items }) => items.length > 0),
      );
