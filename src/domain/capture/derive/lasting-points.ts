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
import { beginsWithDeed, CODE_AT_END, deedsIn, gistOf, inLine, NAMES_SOMETHING } from './deeds.ts';
import { saysNotYet } from './overtaken.ts';
import {
  type Aftermath,
  intends,
  OFFERS,
  PROVES_TEST,
  plainWords,
  REFERS,
  UNCOMMITTED,
} from './report-text.ts';
import { heeds, warns } from './what-to-heed.ts';
import { isLighter, weightOf } from './wording.ts';

/** A report that begins so says what the cause was. */
const FINDS =
  /^(?:found|(?:the )?(?:root )?cause|confirmed|reproduced|gefunden|(?:die )?ursache|encontrad\p{L}+|(?:la )?causa|trouvée?|la cause|найден\p{L}*|причина)(?!\p{L})|^(?:見つか|原因|找到|根因|根本原因|원인|찾았)/iu;

/** A shorter paragraph only announces what was found. */
const MIN_FINDING = 25;

const HEADS_CAUSE = /^\W*(?:root )?(?:cause|why|ursache|warum|causa|por qué|原因|根因|원인)/iu;

/** A shorter line above a list names it. */
const MIN_PARAGRAPH = 40;

/** A list or a table apart from the paragraph above it, but for the sentence that introduces it. */
function withParagraph(block: Block): readonly Block[] {
  const { kind, lead } = block;
  const [first = '', ...others] = lead;
  if (kind === 'text' || first.trimStart().startsWith('|')) return [block];
  const said = statementsOf(first);
  const introduction = isIntroduction(first) ? said.slice(-1) : [];
  const items = said.slice(0, said.length - introduction.length);
  return isLighter(items.join(''), MIN_PARAGRAPH)
    ? [block]
    : [
        { ...block, kind: 'text', lead: [], items },
        { ...block, lead: [...introduction, ...others] },
      ];
}

const MAX_REASON = 420;
const MAX_REASONS = 3;
/** A shorter one says nothing by itself. */
const MIN_POINT = 12;

const CAUSE =
  /(?<!\p{L})(?:root cause|(?:real |actual )?(?:cause|culprit|blocker)(?= (?:is|was|turned)|:)|caused by|(?:the|that) (?:bug|trap|problem|catch) (?:is|was)|la causa|el problema (?:es|era)|die ursache|la cause)(?!\p{L})|原因は|原因是|根因|根本原因|원인은/iu;

/** What caused a problem, by name: it outlives the fix. */
const namesCause = (words: string): boolean =>
  words.length <= MAX_REASON && CAUSE.test(words) && NAMES_SOMETHING.test(words);

/** What others have to do, or agreed to, is so whatever the person took back. */
const DEMANDS = /(?<!\p{L})(?:must|needs? to|ha(?:s|ve) to|agreed|asked|told|wants?)(?!\p{L})/iu;

/** A longer one names what was taken back. */
const MAX_BARE_RETURN = 60;

/** That something was taken back, and not what. */
const isBareReturn = (words: string): boolean =>
  isLighter(words, MAX_BARE_RETURN) &&
  !/[:：]\s/.test(words) &&
  !saysWhy(words) &&
  /^\W*(?:backed|rolled|reverted|taken|took)(?!\p{L})|(?<!\p{L})(?:my (?:first|earlier|previous) \p{L}+|i) was wrong/iu.test(
    words,
  ) &&
  !NAMES_SOMETHING.test(words);

/** Keys, sessions and permissions without which the next agent cannot go on either. */
const OBSTRUCTS =
  /(?<!\p{L})(?:keys?|agent|tokens?|log-?ins?|credentials?|sessions?|vpn|permissions?|certificates?|licen[cs]e|quota|classifier)(?!\p{L})[^.\n]{0,80}(?<!\p{L})(?:needs? (?:unlock\p{L}*|to be|renew\p{L}*)|(?:has |have |is |are |was )?(?:expired|refused|denied|locked|blocked|revoked|missing))(?!\p{L})/iu;
const obstructs = (words: string): boolean =>
  words.length <= MAX_REASON && OBSTRUCTS.test(words.replace(/`[^`]*`/g, ''));

/** A choice with its reason. */
const isReasoned = (words: string): boolean =>
  words.length <= MAX_REASON && saysWhy(words) && NAMES_SOMETHING.test(words);

/** A cell with a figure, and perhaps its unit. */
const FIGURE = /\|[\s*~+<>≈-]*\d[\d.,]*(?:\s?[\p{L}%/×]{1,10})?(?:\s?±[^|]*)?[\s*]*(?=\|)/u;

/** A table of figures is a result; its header has none, and numbers in front of the rows are none. */
const hasFigures = ({ kind, items }: Block): boolean =>
  kind === 'table' &&
  items.filter((row) => FIGURE.test(row.replace(/^\s*\|[^|]*(?=\|)/, ''))).length * 2 > items.length;

const QUANTITY =
  /\d[\d.,]*\s?(?:%|[kmgt]i?b|[µmn]?s|sec(?:onds?)?|min(?:utes?)?|hours?|rows?|x|×|倍|秒|分|件|行|초|분|건|배|segundos?|filas|sekunden|zeilen)(?![\p{L}\p{N}])/giu;

/** What was measured, before and after or in more than one respect. */
export const isMeasured = (words: string): boolean => (words.match(QUANTITY)?.length ?? 0) > 1;

/** What became of the turn of a report. */
export interface TurnState extends Pick<Aftermath, 'isElsewhere' | 'isTakenUp' | 'isAsked'> {
  readonly isCommitted: boolean;
  /** The turn changed something. */
  readonly hasWork: boolean;
  /** It wrote files; a turn that only committed gives reasons for the commit. */
  readonly hasFiles: boolean;
  /** It ran commands that the person asked for. */
  readonly isOperation: boolean;
  /** Files were written after it. */
  readonly isOver: boolean;
  /** The room for what it did point by point, if no later turn changed something, or no other changed more. */
  readonly maxPoints: number;
  /** A commit that is listed says what it did. */
  readonly isNamed: boolean;
  /** The person took it back. */
  readonly isWrong: boolean;
  /** All of it is committed, and others followed: what it was about is over. */
  readonly isStale: boolean;
  /** It only answers a question of the person. */
  readonly isAnswer: boolean;
  /** A later report names it, and not as open. */
  readonly isDone: (item: string) => boolean;
}

/**
 * What no later work makes untrue: what was left out on purpose, what did not work, figures, a cause unless its fix is committed; of
 * a turn that changed something also what it did in one sentence, and why. What it left open counts until somebody comes back to it.
 */
export function lastingPoints(text: string, state: TurnState): string {
  const {
    isCommitted,
    hasWork,
    hasFiles,
    isOperation,
    isOver,
    maxPoints,
    isNamed,
    isElsewhere,
    isTakenUp,
    isAsked,
    isWrong,
    isDone,
    isAnswer,
    isStale,
  } = state;
  const all = blocksOf(text).flatMap(withParagraph);
  const blocks = all.filter((block) => block.kind === 'text' || block.kind === 'list' || hasFigures(block));
  const finding =
    FINDS.test(plainWords(text)) && !(isStale && hasWork)
      ? (blocks.find(({ kind, items }) => kind === 'text' && weightOf(items.join('')) >= MIN_FINDING) ??
        blocks[0])
      : undefined;
  const below = finding === undefined ? undefined : blocks[blocks.indexOf(finding) + 1];
  const causes =
    below?.kind === 'list' && HEADS_CAUSE.test(below.headings.at(-1)?.text ?? '') ? below : undefined;
  const cause =
    isStale && hasWork
      ? undefined
      : blocks.flatMap(({ kind, items }) => (kind === 'text' ? items : [])).find(namesCause);
  const isAct = hasWork || isOperation;
  let reasons = 0;
  // The limits of what was explained are those of a proposal; what was put off is still open.
  const isLeft = (words: string) => (hasWork || !isCommitted ? isLeftOut(words) : isDeferred(words));
  const isResult = (words: string) =>
    words === cause ||
    warns(words) ||
    ((hasWork || isAnswer) && heeds(words) && !isTakenUp(words)) ||
    (!hasWork && obstructs(words) && !isTakenUp(words)) ||
    (isWrong && DEMANDS.test(words)) ||
    (saysDeadEnd(words) && !isBareReturn(words)) ||
    (isLeft(words) && !isTakenUp(words)) ||
    (isAct && !isStale && isMeasured(words)) ||
    ((hasWork || !isAnswer) && saysUnfinished(words) && !intends(words) && (!isOver || !isTakenUp(words))) ||
    (hasWork && saysNotYet(words)) ||
    (hasFiles && !isStale && isReasoned(words) && ++reasons <= MAX_REASONS);
  // An item of a list of changes has words of reasons by chance.
  const isResultItem = (words: string) =>
    saysDeadEnd(words) ||
    ((hasWork || isAnswer) && (isDeferred(words) || heeds(words)) && !isTakenUp(words)) ||
    (isAct && !isStale && isMeasured(words));
  const isLasting = (words: string, isItem: boolean) =>
    words.length > MIN_POINT &&
    !OFFERS.test(plainWords(words)) &&
    !PROVES_TEST.test(words) &&
    !isElsewhere(words.trim()) &&
    (isItem ? isResultItem(words) : isResult(words));
  const isKept = (block: Block) =>
    block === finding ||
    block === causes ||
    (hasWork && !isStale && hasFigures(block)) ||
    (!isOver && saysWhatIsLeft(block));
  // What was offered then, and that something was not committed then, is over.
  const isAnswered = (words: string) =>
    isCommitted && (OFFERS.test(plainWords(words)) || UNCOMMITTED.test(words));
  const left = changeBlocks(blocks, (block) => {
    if (isKept(block)) return { ...block, items: block.items.filter((item) => !isAnswered(item)) };
    if (hasWork && block.kind === 'list' && saysWhatIsLeft(block))
      return { lead: block.lead, items: block.items.filter((item) => !isAsked(item)) };
    if (saysWhatIsLeftOut(block))
      return {
        lead: block.lead,
        // What was proposed before the work may be in the report on it.
        items: block.items.filter((item) => !OFFERS.test(plainWords(item)) && (hasWork || !isDone(item))),
      };
    const { items, kind } = block;
    const isOwn = items.map((item) => isLasting(item, kind === 'list'));
    // A sentence that refers to the one before it says nothing without it.
    const standsAlone = (item: string, at: number) =>
      isOwn[at - 1] || (at === 0 && block === blocks[0]) || !REFERS.test(item);
    return { lead: [], items: items.filter((item, at) => isOwn[at] && standsAlone(item, at)) };
  });
  // The heading above what was done says nothing about what lasts.
  const words = renderBlocks(
    left.map((block) =>
      saysWhatIsLeft(block) || saysWhatIsLeftOut(block) || block.kind === 'table'
        ? block
        : { ...block, headings: [] },
    ),
  );
  const done = isAct && !isStale ? deedsIn(all) : [];
  const isDeed = (deed: string | undefined) =>
    deed !== undefined && !words.includes(deed.trim()) && !isElsewhere(deed.replace(CODE_AT_END, '').trim());
  const deeds = done.filter(
    (deed, at) => isDeed(deed) && (at === 0 || isDeed(done[at - 1]) || !REFERS.test(deed)),
  );
  // Of a turn that changed no file, and that work followed, only what was done counts: the rest explains.
  const told = hasWork || !isOver ? deeds : deeds.filter(beginsWithDeed);
  const gist = maxPoints > 0 ? inLine(deeds, maxPoints) : isNamed ? '' : gistOf(told);
  if (gist === '') return words;
  return (finding === undefined ? [gist, words] : [words, gist]).join('\n').trim();
}
