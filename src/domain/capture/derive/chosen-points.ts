import { type Block, blocksOf, renderBlocks } from '../blocks.ts';
import type { Request } from '../transcript-digest.ts';

const NUMBER = /^[\s#*_]*(\d{1,2})[.):]/;
/** "1-4", "6, 7 and 8": at least two numbers, or one that is called by what it counts. */
const CHOICE =
  /(?<![\p{L}\p{N}#./:-])\d{1,2}(?:\s*(?:,|and|&|\+|-|–|to|und|bis|y|a|et|、|と|和|到|~)\s*\d{1,2})+(?![\p{N}%:]|\.\d)|(?<!\p{L})(?:suggestions?|points?|items?|steps?|numbers?|findings?|vorschlag|punkte?|puntos?|sugerencias?)\s+#?\d{1,2}(?:\s*(?:,|and|&|\+|-|–|to|und|bis|y|a|et|、|と|和|到|~)\s*\d{1,2})*(?!\d)/giu;
const MAX_CHOICE = 400;

function numbersIn(choice: string): readonly number[] {
  const range = /(\d{1,2})\s*(?:-|–|to|bis|到|~)\s*(\d{1,2})/g;
  const spans = [...choice.matchAll(range)].flatMap(([, from, to]) => {
    const first = Number(from);
    return Array.from({ length: Math.max(0, Number(to) - first + 1) }, (_, at) => first + at);
  });
  return [...spans, ...[...choice.matchAll(/\d{1,2}/g)].map(([number]) => Number(number))];
}

/** The numbers of a list that later messages ask for. */
const numbersChosen = (messages: readonly Request[]): ReadonlySet<number> =>
  new Set(
    messages
      .filter(({ text, kind }) => kind === 'said' && text.length <= MAX_CHOICE)
      .flatMap(({ text }) => text.match(CHOICE) ?? [])
      .flatMap(numbersIn),
  );

const numberOf = (line: string | undefined): number | undefined => {
  const number = NUMBER.exec(line ?? '')?.[1];
  return number === undefined ? undefined : Number(number);
};

/** "5: wontfix": the person answered the point, and nothing is to be done about it. */
const REFUSED =
  /(?:^|[.;,。；]\s*|\n\s*)(\d{1,2})\s*[:：]\s*(?:won['’]?t ?fix|no(?!\p{L})|nope|skip|ignore|drop|leave|nein|lass\p{L}*|ignorier\p{L}*|déjà|non(?!\p{L})|não|нет|不(?:用|改|管|修)|忽略|不要|そのまま|いいえ|無視|무시|그대로)/giu;

const numbersRefused = (messages: readonly Request[]): ReadonlySet<number> =>
  new Set(messages.flatMap(({ text }) => [...text.matchAll(REFUSED)].map(([, number]) => Number(number))));

/** Fewer points are not chosen from by number. */
const MIN_POINTS = 4;

/** The numbered points of a message that the person has not asked for, if the person chose others by their numbers. */
export function pointsLeft(text: string, later: readonly Request[]): string {
  const blocks = blocksOf(text);
  const pointOf = ({ headings }: Block) =>
    headings.map((heading) => numberOf(heading.text)).find((number) => number !== undefined);
  const numbers = blocks.flatMap((block) => {
    const own = pointOf(block);
    return own === undefined ? block.items.map(numberOf) : [own];
  });
  const points = new Set(numbers.filter((number) => number !== undefined));
  const chosen = numbersChosen(later);
  const isOffered = [...chosen].some((number) => points.has(number));
  if (points.size < MIN_POINTS || !isOffered || [...chosen].some((number) => !points.has(number))) return '';
  const refused = numbersRefused(later);
  const isLeft = (number: number | undefined) =>
    number !== undefined && !chosen.has(number) && !refused.has(number);
  return renderBlocks(
    blocks
      .map((block) =>
        isLeft(pointOf(block))
          ? block
          : {
              ...block,
              lead: [],
              items: pointOf(block) === undefined ? block.items.filter((item) => isLeft(numberOf(item))) : [],
            },
      )
      .filter(({ items }) => items.length > 0),
  );
}
