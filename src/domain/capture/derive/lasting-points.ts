import { type Block, blocksOf, changeBlocks, isIntroduction, renderBlocks } from '../blocks.ts';
import {
  isDeferred,
  isLeftOut,
  saysDeadEnd,
  saysUnfinished,
  saysWhatIsLeft,
  saysWhatIsLeftOut,
  saysWhy,
} from '../open-points.ts';
import { statementsOf } from '../question.ts';
import { type Aftermath, isPassed, OFFERS, PASSES, plainWords } from './report-text.ts';
import { isLighter } from './wording.ts';

/** A report that begins so says what the cause was. */
const FINDS =
  /^(?:found|(?:the )?(?:root )?cause|confirmed|reproduced|gefunden|(?:die )?ursache|encontrad\p{L}+|(?:la )?causa|trouvée?|la cause|найден\p{L}*|причина)(?!\p{L})|^(?:見つか|原因|找到|根因|根本原因|원인|찾았)/iu;

/** A longer sentence is no summary. */
const MAX_GIST = 300;
const MAX_REASON = 420;
const MAX_REASONS = 3;
/** A shorter one says nothing by itself. */
const MIN_POINT = 12;
const NAMES_SOMETHING = /`[^`\n]+`|#\d+|https?:|\d/;

/** The sentences and items that say what was done, and not only that it passes or is committed. */
const deedsIn = (blocks: readonly Block[]): readonly string[] =>
  blocks
    .flatMap(({ kind, lead, items }) => [
      ...lead.flatMap(statementsOf),
      ...(kind === 'text' || kind === 'list' ? items : []),
    ])
    .filter(
      (item) =>
        item.length <= MAX_GIST &&
        !isIntroduction(item) &&
        !isPassed(item) &&
        !PASSES.test(item) &&
        !/commit|push/i.test(item),
    );

/** The first sentence that says what was done, by name if one does. */
function gistOf(deeds: readonly string[]): string {
  const gist =
    deeds.find((item) => NAMES_SOMETHING.test(item)) ?? deeds.find((item) => !isLighter(item, MIN_DEED));
  return gist?.trim() ?? '';
}

/** A shorter sentence without a name says nothing. */
const MIN_DEED = 40;
const MAX_IN_LINE = 420;

/** What was done in one line, from the first sentence that names something, as far as whole sentences and items fit. */
function inLine(deeds: readonly string[]): string {
  let line = '';
  for (const deed of deeds.slice(
    Math.max(
      0,
      deeds.findIndex((item) => NAMES_SOMETHING.test(item)),
    ),
  )) {
    const words = deed
      .replace(/^\s*(?:[-*•+]|\d{1,3}[.)])\s+|\*\*/g, '')
      .replace(/\s+/g, ' ')
      .trim();
    const next = line === '' ? words : `${line}${/[.!?。！？;]$/u.test(line) ? '' : ';'} ${words}`;
    if (next.length > MAX_IN_LINE) break;
    line = next;
  }
  return line;
}

/** A choice with its reason. */
const isReasoned = (words: string): boolean =>
  words.length <= MAX_REASON && saysWhy(words) && NAMES_SOMETHING.test(words);

/** A table of figures is a result; its header has none. */
const hasFigures = ({ kind, items }: Block): boolean =>
  kind === 'table' && items.filter((row) => /\d/.test(row)).length * 2 > items.length;

const QUANTITY =
  /\d[\d.,]*\s?(?:%|[kmgt]i?b|[µmn]?s|sec(?:onds?)?|min(?:utes?)?|hours?|rows?|x|×|倍|秒|分|件|行|초|분|건|배|segundos?|filas|sekunden|zeilen)(?![\p{L}\p{N}])/giu;

/** What was measured, before and after or in more than one respect. */
export const isMeasured = (words: string): boolean => (words.match(QUANTITY)?.length ?? 0) > 1;

/** What became of the turn of a report. */
export interface TurnState extends Pick<Aftermath, 'isElsewhere' | 'isTakenUp'> {
  readonly isCommitted: boolean;
  /** The turn changed something. */
  readonly hasWork: boolean;
  /** It ran commands that the person asked for. */
  readonly isOperation: boolean;
  /** Files were written after it. */
  readonly isOver: boolean;
  /** No later turn changed something. */
  readonly isNewest: boolean;
  /** A commit that is listed says what it did. */
  readonly isNamed: boolean;
}

/**
 * What no later work makes untrue: what was left out on purpose, what did not work, figures, a cause unless its fix is committed; of
 * a turn that changed something also what it did in one sentence, and why. What it left open counts until somebody comes back to it.
 */
export function lastingPoints(text: string, state: TurnState): string {
  const { isCommitted, hasWork, isOperation, isOver, isNewest, isNamed, isElsewhere, isTakenUp } = state;
  const all = blocksOf(text);
  const blocks = all.filter((block) => block.kind === 'text' || block.kind === 'list' || hasFigures(block));
  const finding = !isCommitted && FINDS.test(plainWords(text)) ? blocks[0] : undefined;
  const isAct = hasWork || isOperation;
  let reasons = 0;
  // The limits of what was explained are those of a proposal; what was put off is still open.
  const isLeft = (words: string) => (hasWork || !isCommitted ? isLeftOut(words) : isDeferred(words));
  const isResult = (words: string) =>
    saysDeadEnd(words) ||
    isLeft(words) ||
    (isAct && isMeasured(words)) ||
    (!isOver && hasWork && saysUnfinished(words)) ||
    (hasWork && isReasoned(words) && ++reasons <= MAX_REASONS);
  // An item of a list of changes has words of reasons by chance.
  const isResultItem = (words: string) =>
    saysDeadEnd(words) || (isDeferred(words) && isLeft(words)) || (isAct && isMeasured(words));
  const isLasting = (words: string, isItem: boolean) =>
    words.length > MIN_POINT &&
    !OFFERS.test(plainWords(words)) &&
    !isElsewhere(words.trim()) &&
    (isItem ? isResultItem(words) : isResult(words));
  const isKept = (block: Block) =>
    block === finding || (hasWork && hasFigures(block)) || (!isOver && saysWhatIsLeft(block));
  const left = changeBlocks(blocks, (block) => {
    if (isKept(block)) return block;
    if (hasWork && block.kind === 'list' && saysWhatIsLeft(block))
      return { lead: block.lead, items: block.items.filter((item) => !isTakenUp(item)) };
    if (saysWhatIsLeftOut(block))
      return { lead: block.lead, items: block.items.filter((item) => !OFFERS.test(plainWords(item))) };
    return { lead: [], items: block.items.filter((item) => isLasting(item, block.kind === 'list')) };
  });
  // The heading above what was done says nothing about what lasts.
  const words = renderBlocks(
    left.map((block) =>
      saysWhatIsLeft(block) || saysWhatIsLeftOut(block) || block.kind === 'table'
        ? block
        : { ...block, headings: [] },
    ),
  );
  const deeds = isAct ? deedsIn(all).filter((deed) => !words.includes(deed.trim())) : [];
  const gist = isNewest ? inLine(deeds) : isNamed ? '' : gistOf(deeds);
  return gist === '' || isElsewhere(gist) ? words : [gist, words].join('\n').trimEnd();
}
