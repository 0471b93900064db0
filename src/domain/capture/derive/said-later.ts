import { type Block, blocksOf, changeBlocks, isIntroduction, renderBlocks } from '../blocks.ts';
import { isOpenPoint } from '../open-points.ts';
import { statementsOf } from '../question.ts';

const normalized = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Shorter sentences are alike by chance. */
const MIN_FACT = 20;

const statementsIn = (text: string): readonly string[] => text.split('\n').flatMap(statementsOf);

export const factsOf = (text: string): readonly string[] =>
  statementsIn(text)
    .map(normalized)
    .filter((fact) => fact.length > MIN_FACT);

/** Words that say what a sentence is about: not those of any sentence. */
const wordsOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .toLowerCase()
      .match(
        /(?<![\p{L}\p{N}_-])(?!(?:that|this|with|from|into|when|also|have|been|which|they|were|then|than|only)(?![\p{L}\p{N}_-]))[\p{L}\p{N}_-]{4,}/gu,
      ) ?? [],
  ),
];
/** Fewer words are the same by chance. */
const MIN_WORDS = 5;
const MIN_SHARE = 0.75;

/** "dropped the stale `cache`": what a later text says is gone. */
const GONE =
  /(?<!\p{L})(?:dropped|removed|replaced|renamed)(?: (?:the|its|all|stale|old|unused|dead)){0,3} `([^`\n]{4,60})`/giu;
/** "`--new`, not `--old`": what a later text corrects. A limit that holds may have the old name. */
const CORRECTED = /`, (?:not|instead of|and no longer) `([^`\n]{4,60})`/giu;

const codeIn = (line: string): readonly string[] =>
  [...line.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

/** What later parts of a handoff say. */
export interface SaidLater {
  add(text: string): void;
  /** Whether a line says what a later sentence says in nearly the same words, or names what is gone since. */
  has(line: string, isOpen?: boolean): boolean;
  readonly facts: ReadonlySet<string>;
}

export function saidLater(shown: string): SaidLater {
  const facts = new Set<string>();
  const sentences: ReadonlySet<string>[] = [];
  const gone: string[] = [];
  const corrected: string[] = [];
  const add = (text: string) => {
    for (const fact of factsOf(text)) facts.add(fact);
    for (const sentence of statementsIn(text)) sentences.push(new Set(wordsOf(sentence)));
    gone.push(...[...text.matchAll(GONE)].map(([, name = '']) => name));
    corrected.push(...[...text.matchAll(CORRECTED)].map(([, name = '']) => name));
  };
  // Without a name in code the one word that differs may be what it is about.
  const isAlike = (line: string) => {
    const words = wordsOf(line);
    const named = codeIn(line).flatMap(wordsOf);
    return (
      words.length >= MIN_WORDS &&
      named.length > 0 &&
      sentences.some(
        (one) =>
          named.every((word) => one.has(word)) &&
          words.filter((word) => one.has(word)).length >= words.length * MIN_SHARE,
      )
    );
  };
  const names = (line: string, past: readonly string[]) =>
    codeIn(line).some((named) => past.some((name) => named.includes(name)));
  add(shown);
  return {
    add,
    facts,
    has: (line, isOpen = false) =>
      facts.has(normalized(line)) ||
      isAlike(line) ||
      names(line, gone) ||
      (!isOpen && names(line, corrected)),
  };
}

/** An item without the nested lines that are said later; '' if nothing is left of it. */
function itemLeft(item: string, later: SaidLater, isOpen: boolean): string {
  const [first = '', ...nested] = item.split('\n');
  const left = nested.filter((line) => !later.has(line, isOpen));
  const isEmpty =
    left.length === 0 && (later.has(first, isOpen) || (nested.length > 0 && isIntroduction(first)));
  return isEmpty ? '' : [first, ...left].join('\n');
}

/** A report without quotations, and without what is said later in the handoff. */
export function withoutSaidLater(report: string, later: SaidLater): string {
  const change = (block: Block): Pick<Block, 'lead' | 'items'> => ({
    lead: block.lead,
    items: block.items.every((item) => item.trimStart().startsWith('>'))
      ? []
      : block.items.map((item) => itemLeft(item, later, isOpenPoint(block))).filter((item) => item !== ''),
  });
  return renderBlocks(changeBlocks(blocksOf(report), change));
}
