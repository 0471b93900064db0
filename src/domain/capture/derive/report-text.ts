import { type Block, blocksOf, changeBlocks, isIntroduction, renderBlocks } from '../blocks.ts';
import { isDeferred, saysUnfinished, saysWhatIsLeft, saysWhatIsLeftOut } from '../open-points.ts';
import { asksAtEnd, statementsOf } from '../question.ts';
import { isChoice } from './choices-offered.ts';
import { isLighter, weightOf } from './wording.ts';

/** Questions and offers, to which the person has replied. */
export const OFFERS =
  /[?？]["'”)\]*_`]*\s*$|(?:か|吗|까요)[。.]?$|(?:부탁드립니다|부탁드려요|알려\s?주세요|決めてください|教えてください|ご確認ください|请确认|请决定|麻烦确认)[。.!！]?$|^(?:let me know|feel free|just say|tell me if|if you(?:['’]d)? (?:want|like|prefer|agree),?(?: i| me|,)|want me to|would you like|(?:i['’]m |i am )?(?:a?waiting for|ready for) (?:you|the go)|happy to|i can (?:also|next|then))(?!\p{L})/iu;
/** What the agent was about to do, or asked the person to do. */
const INTENDS =
  /^(?:(?:good|great|perfect|ok(?:ay)?|sure|right|yes|now|first|then|so|and|finally|meanwhile)[\s,.!:—–-]+)*(?:let me|let['’]s|i['’]ll|i will|i should (?:also )?(?:measure|check|test|look)|i['’]m going to|i am going to|next(?: up| step)?(?:\s*[:,]| i| we| is)|please(?!\p{L})|(?:i am |i['’]m )?stopping here|(?:i am |i['’]m )?(?:now )?(?:continuing|moving on|going on|proceeding) (?:on|with)|doing (?:that|this|it|both)(?!\p{L})[^.]{0,60}(?<!\p{L})now|(?:cole|cola|pegue|pega|manda|envie|envía) (?:a|o|as|os|la|el|aqui|aquí|me)|ready (?:for|to|when)|als nächstes|nächster schritt|siguiente|próximo paso|a seguir|ensuite|prochaine étape|дальше|prova a|prueba a|probá|proba|essaie|essayez|probier|次は|次に|下一步|接下来|다음(?:은|으로))(?!\p{L})|^(?:麻烦你|请你|请再)|(?:ご確認|お願い)[^。]{0,6}(?:ください|します)[。]?$/iu;
/** A sentence that only takes note of what the person said, which is quoted. */
export const TAKES_NOTE =
  /^(?:understood|noted|will do|entendido|anotado|verstanden|compris|понял\p{L}*|了解|承知|明白|好的|收到|알겠습니다)(?!\p{L})[^\n]{0,160}$/iu;
/** What the agent proposed, expected or waited for: the person has chosen since, and the work shows what came of it. */
const ANTICIPATES =
  /(?<!(?:if|whether) |\p{L})(?:i (?:propose|suggest|recommend|suspect|expect|should (?:also )?(?:measure|check|test|look|try)|see (?:two|three|four|several))|i(?:['’]d| would) (?:now )?(?:propose|suggest|recommend|expect|go (?:for|with)|take|choose|make|turn|split|start|put|use|add)|waiting for (?:you|the (?:go|ok|result))|starting (?:on|with) the|propongo|sugiero|recomiendo|sospecho|mi recomendación|quedan? (?:el|la|los|las)|ich (?:schlage|empfehle|würde|vermute)|je (?:propose|suggère|recommande))(?!\p{L})|^\W*(?:my )?(?:recommendation|suggestion|advice|proposal|suspects?|suspicion|hypothesis)(?!\p{L})|我建议|^\W*建议|我怀疑|提案(?:します|です)|お勧めします|待ちです|추천(?:합니다|드)|제안(?:합니다|드)|기다립니다/iu;
/** Whether every sentence of a text anticipates what has come since. What says that something is not so, or not done, is a fact. */
export const onlyAnticipates = (text: string): boolean =>
  statementsOf(text).every(
    (sentence) =>
      ANTICIPATES.test(plainWords(sentence)) && !CONTRASTS.test(sentence) && !saysUnfinished(sentence),
  );
/** A sentence about what the one before it says. */
export const REFERS =
  /^\W*(?:it|this|that|these|those|they|so|also|both|same|eso|esto|das|dies|also|cela)(?!\p{L})|^[^,;.]{0,40}(?<!\p{L})there(?=[,;.])|^[^,;.]{0,40}(?<!\p{L})them(?!\p{L})|^\W*but(?!\p{L})/iu;

/** Commits are listed, with their branch and whether they were pushed. */
const COMMITS =
  /^(?:(?:done|erledigt|hecho|listo|pronto|feito)\W+)?(?:(?:und|y|e|and) )?(?:i (?:have )?|(?:all )?(?:the )?(?:changes )?(?:have been |are |is )?)(?:commit\p{L}*|pushed|gepusht|已提交|コミットし)(?!\p{L})|^[0-9a-f]{7,40}\b.{0,60}$/iu;
export const UNCOMMITTED =
  /(?<!\p{L})(?:un-?committ?et|uncommitted|un-committed|(?:have|has|had|did)n['’]t (?:yet )?(?:been )?commit(?:ted)?|not (?:yet )?(?:been )?(?:committed|pushed)|nothing (?:of (?:\p{L}+ ){1,3})?(?:is |was |has been )?(?:committed|pushed)|sin commit\p{L}*|no (?:está |están |he |hice )?commit\p{L}*|não (?:está |foi |fiz )?commit\p{L}*|sem push|nicht committ?et|pas (?:encore )?commit\p{L}*|не закоммич\p{L}+)(?!\p{L})|コミットは?(?:まだ)?して(?:い)?(?:ません|ない)|未コミット|未提交|没有?提交|커밋(?:은|을)? ?(?:안 했|하지 않)|커밋 전/iu;
export const RUNS =
  /(?<!\p{L})(?:tests?|specs?|suites?|lint(?:er)?|build|vet|clippy|axe|tsc|pruebas|testes|tests unitaires|тест\p{L}*)(?!\p{L})|テスト|测试|单测|테스트|\d+\s*件/iu;
export const PASSES =
  /(?<!\p{L})(?:pass(?:es|ed|ing)?|green|clean|(?:0|no) (?:issues|errors|warnings|problems|failures)|grün|pasan|pasaron|passent|passam|passando|проходят|зел[её]н\p{L}+)(?!\p{L})|通[过過]|通りま|通ってい|全过|통과/iu;
export const CONTRASTS =
  /(?<!\p{L})(?:but|however|except|only|not|without|aber|nicht|nur|ohne|pero|no|sólo|mais|pas|mas|não|но|не)(?!\p{L})|但|不|未|没|ただ|しかし|ない|ません|하지만|않/iu;
export const OPENS =
  /^(?:(?:now )?i (?:now )?understand(?: the (?:issue|problem|situation|code|flow))?|(?:quick |final )?summary(?: of [^:：.]{0,60})?|i(?:['’]ve| have)? (?:now |also )?(?:read|traced|(?:went|gone|looked) (?:at|into|through))(?!\p{L})[^:：.]{0,90}|all (?:green|clean|passing|good)|everything else is (?:done|in place|green|unchanged)|(?:now )?i (?:now )?have (?:everything|all|enough|a (?:complete|clear|full) [^:：.]{0,40})[^:：.]{0,30}|done|fixed|all done|the fix is complete|agreed|sure|understood|got it|good|great|perfect|restored|here you go|you(?:['’]re| were) (?:absolutely )?right(?: to [^:：.,]{0,30})?|good (?:catch|question|point)|(?:here are )?(?:some )?examples|(?:so )?here(?:['’]s| is| are) [^:：.]{0,60}|based on my (?:review|analysis|reading|findings)[^:：.]{0,60}, here (?:is|are) [^:：.]{0,90}|(?:key |main |all )?changes(?: made)?|implementation[- ]wise|behaviou?rally|what(?:['’]s)? (?:changed|landed|i (?:did|changed|added|fixed))|i(?:['’]ve| have) (?:now )?(?:implemented|created|added|made|updated|changed|fixed)(?: (?:the following|these|this|two|three|four|several|\d+)(?: \p{L}+){0,2})?|files? (?:changed|created|modified|touched)|commit (?:was )?created(?: successfully)?|(?:done|all done)\W{1,3}committed(?: and pushed)?|listo|hecho|erledigt|fertig|直しました|完了しました|好了)[.!:：。]*$/iu;
/** A formatter was run. */
const FORMATS =
  /^(?:ran |run |applied )?`?(?:gofmt|goimports|go fmt|cargo fmt|rustfmt|prettier|black|ruff format|isort|clang-format|biome format|spotless)(?![\p{L}-])/iu;
/** A longer sentence says more than that. */
const MAX_STATE = 60;
export const MAX_COMMIT = 110;
const MAX_RUN_WORDS = 3;
export const plainWords = (sentence: string) => sentence.replace(/^[\s>*_#•+-]+|[*_`]/g, '').trim();

/** "`forms` next.": what was to come. */
const COMES_NEXT = /^(?:`[^`]+`|[\p{L} -]{2,30}) (?:is |comes |come |are )?next[.!]?$/iu;

/** Announces a step. */
export const intends = (sentence: string): boolean => INTENDS.test(plainWords(sentence));

/** What nobody needs once the person has gone on: it was answered, done, or is shown as a fact elsewhere. */
export function isPassed(sentence: string): boolean {
  const words = plainWords(sentence);
  if (COMES_NEXT.test(words)) return true;
  if ([OFFERS, INTENDS, OPENS, TAKES_NOTE].some((shape) => words === '' || shape.test(words))) return true;
  if (words.length <= MAX_COMMIT && COMMITS.test(words)) return true;
  // A quotation of what was printed or said.
  if (/^\s*>/.test(sentence)) return true;
  if (isOnlyUncommitted(sentence) || saysUncommittedFirst(words) || saysWhichTests(sentence)) return true;
  return (
    PROVES_TEST.test(words) ||
    isPassingRun(words) ||
    isOnlyRun(sentence) ||
    (words.length <= MAX_STATE && FORMATS.test(words))
  );
}

/** A short sentence that says that a check passes. */
const isPassingRun = (words: string): boolean =>
  words.length <= MAX_STATE &&
  (RUNS.test(words) || ALL_PASS.test(words) || words.split(' ').length <= MAX_RUN_WORDS) &&
  PASSES.test(words) &&
  !CONTRASTS.test(words);
const ALL_PASS =
  /^(?:(?:now )?(?:all|everything)(?: is)?|still|todo|alles|全部?) (?:green|pass|verde|grün|通)/iu;
/** That a new test notices what it is for. */
export const PROVES_TEST =
  /(?<!\p{L})tests?(?!\p{L})[^.]{0,60}(?<!\p{L})fail(?:s|ed)? (?:without|on the old|before) [^.]{0,60}(?<!\p{L})pass(?:es|ed)?(?!\p{L})|^i (?:proved|verified|checked|confirmed) (?:that )?the (?:\p{L}+ ){0,2}test (?:guards|catches|fails|notices)/iu;

const AROUND_RUN =
  /(?<!\p{L})(?:and|all|both|the|now|still|also|full|unit|run|running|is|are|has|have|cleanly|successfully)(?!\p{L})/giu;

/** A sentence that says nothing but that checks pass. */
export const isOnlyRun = (sentence: string): boolean =>
  PASSES.test(sentence) &&
  !/[\d\p{L}]/u.test(
    sentence
      .replace(/`[^`]*`/g, '')
      .replace(AROUND_RUN, '')
      .replace(new RegExp(`${RUNS.source}|${PASSES.source}`, 'giu'), ''),
  );

/** A sentence that says nothing but what is not committed. */
export const isOnlyUncommitted = (sentence: string): boolean =>
  UNCOMMITTED.test(sentence) &&
  !PASSES.test(sentence) &&
  weightOf(sentence.replace(/`[^`]*`|\S+[./]\S+/g, '').trim()) <= MAX_UNCOMMITTED;
const MAX_UNCOMMITTED = 45;
const MAX_UNCOMMITTED_FIRST = 90;
const GIVES_REASON =
  /(?<!\p{L})(?:because|until|since|weil|bis|porque|hasta|parce|jusqu)(?!\p{L})|ため|ので|まで|因为|때문/iu;

/** A sentence that begins with what is not committed, and does not say why. */
const saysUncommittedFirst = (words: string): boolean =>
  words.length <= MAX_UNCOMMITTED_FIRST && UNCOMMITTED.exec(words)?.index === 0 && !GIVES_REASON.test(words);

/** A test file, a test by its name, or the word above a list of them. */
const TEST =
  /^(?:\d+[.)]\s*)?(?:`?(?:[\w./-]*\/)?(?:[\w.-]+[._-](?:test|spec)s?\.\w+|test_\w+|Test\p{Lu}\w*|tests?\/\S+)`?(?![\w/])|[Tt]ests?\s*[:：])/u;

/** Which tests were written: their files are listed or committed, and their run is shown. */
export function saysWhichTests(sentence: string): boolean {
  const words = sentence.replace(/^[\s>*_#•+-]+|\*\*/g, '');
  return TEST.test(words) && !CONTRASTS.test(words) && !saysUnfinished(words) && !isDeferred(words);
}

/** Sections whose contents are facts of their own, or were ahead then. */
const PASSED_SECTION =
  /^(?:✅\s*)?(?:verification|verified(?: with)?|validation|tests? (?:(?:i|we) )?(?:run|ran)|test results?|(?:new |latest |full )?commits?(?: stack| made)?|(?:current )?branch (?:tip|head)[^\n]{0,12}|files?(?: (?:changed|modified|touched))?|(?:modified|changed) files|strengths|benefits|advantages|what['’]s good[^\n]{0,30}|next steps?|title|branch|próximos pasos|nächste schritte|次のステップ|下一步|(?:(?:my|some|a few|\d|two|three) )?(?:questions?|preguntas|fragen)(?: (?:first|before (?:i|that)[^\n]{0,30}))?|質問|질문)$/iu;

const labelsOf = ({ lead, headings }: Block): readonly string[] =>
  [lead[0] ?? '', headings.at(-1)?.text ?? ''].map((label) =>
    plainWords(label).replace(/^[^\p{L}]+|[\s:：]+$/gu, ''),
  );

export const isPassedSection = (block: Block): boolean =>
  labelsOf(block).some((label) => PASSED_SECTION.test(label));

const MAX_CODE_LINES = 8;

/** What came after a report. */
export interface Aftermath {
  /** A later report says what is left. */
  readonly isOld: boolean;
  /** The option that the person chose, as it is quoted with their words. */
  readonly chosen: string | null;
  /** Whether a sentence is shown elsewhere. */
  readonly isElsewhere: (sentence: string) => boolean;
  /** Whether somebody came back to what a sentence names as left. */
  readonly isTakenUp: (sentence: string) => boolean;
  /** The same of a point of a list, or the person had it done. */
  readonly isAsked: (item: string) => boolean;
}

/** A report of an earlier turn, as far as it still says something. */
export function reportLeft(text: string, after: Partial<Aftermath> = {}): string {
  const never = () => false;
  const since = {
    isOld: false,
    chosen: null,
    isElsewhere: never,
    isTakenUp: never,
    isAsked: never,
    ...after,
  };
  const words = withoutPassed(text, since, 0);
  return isLighter(words, MIN_WORDS) ? withoutPassed(text, since, MAX_CODE_LINES) : words;
}
/** A shorter report has what it says in its code. */
const MIN_WORDS = 60;

/** A line above a list or a table may be a paragraph of its own. */
export const leadLeft = (line: string, isOver: (sentence: string) => boolean): string =>
  line.trimStart().startsWith('|')
    ? line
    : statementsOf(line)
        .filter((one) => (isIntroduction(one) ? !OPENS.test(plainWords(one)) : !isOver(one)))
        .join('')
        .trimEnd();

const MAX_CHOSEN = 40;

const ORDERED = /^\s*\d{1,3}[.)]\s/;

/** A line that begins in bold and goes on. */
const NAMED = /^\s*\*\*[^*\n]+\*\*\s+\S/;

/** A sentence that goes on in the list below it. */
const BEGUN = /(?<=[.!?。！？]\s*)[^.!?。！？]{1,60}$/u;

/** A paragraph of a few words without a name or a number. */
const saysNothing = (text: string): boolean => isLighter(text.trim(), 20) && !/[\d`]/.test(text);

/** Whether something is so of every sentence of an item. */
const isEvery = (item: string, isSo: (sentence: string) => boolean): boolean =>
  isSo(item) && item.split('\n').flatMap(statementsOf).every(isSo);

function withoutPassed(text: string, after: Aftermath, maxCode: number): string {
  const { isOld, chosen, isElsewhere, isAsked } = after;
  const isOver = (sentence: string) => isPassed(sentence) || isElsewhere(sentence.trim());
  // What can be chosen from, rather than what a program offers.
  const isOffer = asksAtEnd(text) || ANTICIPATES.test(plainWords(text));
  const option = chosen === null ? null : plainWords(chosen).slice(0, MAX_CHOSEN);
  const offers = ({ kind, items }: Block) =>
    kind === 'list' && option !== null && items.some((item) => plainWords(item).startsWith(option));
  const change = (block: Block): Pick<Block, 'lead' | 'items'> => {
    const { kind, lead, items } = block;
    if (offers(block))
      return { lead: lead.map((line) => leadLeft(line.replace(BEGUN, ''), isOver)), items: [] };
    if (isPassedSection(block)) return { lead: [], items: [] };
    if (saysWhatIsLeft(block) && !saysWhatIsLeftOut(block) && (isOld || kind === 'list'))
      return { lead, items: items.filter((item) => !isAsked(item) && !isElsewhere(item.trim())) };
    if (isOld && isChoice(block, isOffer))
      return {
        lead: lead.map((line) => leadLeft(statementsOf(line).slice(0, -1).join(''), isOver)),
        items: [],
      };
    const isGone = kind === 'list' ? (item: string) => isEvery(item, isOver) : isOver;
    // Without the name above them, the items seem to be about what is named before.
    const isName = (line: string) => kind === 'list' && NAMED.test(line) && !items.every(isGone);
    const introduction = lead
      .map((line) => (isName(line) ? line : leadLeft(line, isOver)))
      .filter((line) => line !== '');
    if (kind === 'code') return { lead, items: items.join('\n').split('\n').length <= maxCode ? items : [] };
    if (kind === 'table')
      return { lead: introduction.filter((line) => !/^\s*\|[\s|:-]*$/.test(line)), items };
    // Steps are shown together or not at all.
    if (
      kind === 'list' &&
      items.length > 1 &&
      items.every((item) => ORDERED.test(item)) &&
      !items.every((item) => isEvery(item, isOver))
    )
      return { lead: introduction, items: items.filter((item) => !isEvery(item, isPassed)) };
    // A list item goes as a whole, so that none is left in pieces.
    if (kind === 'text' && introduction.length === 0 && saysNothing(items.join('')))
      return { lead: [], items: [] };
    // A sentence about the one before it says nothing without it.
    const isAlone = (item: string, at: number) =>
      kind === 'text' && at > 0 && isGone(items[at - 1] ?? '') && REFERS.test(item);
    return { lead: introduction, items: items.filter((item, at) => !isGone(item) && !isAlone(item, at)) };
  };
  // Neither does a paragraph about the one before it.
  let isBeforeGone = false;
  return renderBlocks(
    changeBlocks(blocksOf(text), (block) => {
      const left = change(block);
      const isOrphan =
        isBeforeGone && block.kind === 'text' && block.lead.length === 0 && REFERS.test(left.items[0] ?? '');
      isBeforeGone = isOrphan || (left.items.length === 0 && left.lead.length === 0);
      return isOrphan ? { lead: [], items: [] } : left;
    }),
  );
}
