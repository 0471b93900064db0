import { type Block, isIntroduction } from './blocks.ts';

/** What is left to do, as of then. */
const LEFT =
  /(?<!\p{L})(?:still (?:\p{L}+ ){0,2}(?:open|missing|pending|needed|to do|not done|left)|(?:what(?:['’]s| is) )?(?:left|remaining) (?:to do|open|work|items?|steps?|tasks?|gaps?|points?|issues?)|remaining|open (?:points|items|questions|issues|work)|to-?dos?|next steps?|not (?:yet )?(?:done|implemented|finished|covered|tested|verified)|outstanding|unfinished|(?:things?|steps?|actions?|decisions?|questions?) for you|(?:one |two |three )?(?:real |known |main )?gaps?|noch offen|offene punkte|nächste schritte|pendientes?|por hacer|próximos pasos|reste à faire|prochaines étapes)(?!\p{L})|\[ \]|残り|残作業|未対応|未実装|未完了|次のステップ|待办|待辦|未完成|剩余|下一步|남은|미완료|다음 단계/iu;
/** Work that was not done, in a report or in an answer to one. */
const NOT_DONE =
  /(?<!\p{L})(?:not (?:yet )?started|never (?:been )?(?:run|ran|tested|verified|tried)|(?:could|can|did)(?:n['’]?t| not)|did nothing|unable to|failed to|half[- ](?:done|finished)|incomplete|(?:is|are|still) missing|to do|left (?:\p{L}+ ){0,6}for later|(?:ha(?:ve|s) not|ha(?:ve|s)n['’]t) (?:been )?(?:touched|done|changed|fixed|merged|deployed)|(?:is|are) (?:still )?(?:open|blocked|pending)|(?:must|ha(?:s|ve) to|needs? to) (?:be )?(?:run|appl(?:y|ied)|set|start(?:ed)?|deploy(?:ed)?|migrated?|rotated?)|not (?:\p{L}+ ){0,3}yet|(?:does not|doesn['’]t|do not|don['’]t) [^.;\n]{1,60} yet|not (?:fixed|merged|deployed|handled)|needs? a decision|com(?:e|es) next|next up|wait(?:s|ing)? for(?! (?:you|your|the (?:go|ok))(?!\p{L}))|noch nicht|noch kein\p{L}*|steht noch aus|aún no|todavía no|rest(?:e|ent) à|pas encore|ainda não|fehlt|fehlen|konnte nicht|falta|faltan|quedan? (?:para|por)|no pude|manque\p{L}*|не хватает)(?!\p{L})|足りな|できませんでした|缺|没有?做|빠졌|못했|これから(?:です|やり|対応)|未着手|まだ[^。]{0,20}(?:ません|ない)|还没|尚未|未处理|다음에 (?:진행|하겠)|아직[^.。]{0,20}(?:없|않|안)/iu;

/** Whether a report, or what is said about one, says that something is not done. */
export const saysUnfinished = (words: string): boolean => LEFT.test(words) || NOT_DONE.test(words);

/** What was put off. */
const DEFERRED =
  /(?<!\p{L})(?:skipped|deferr?(?:ed)?|postponed|left (?:it |them |those |these |that )?(?:out|alone|untouched|as[- ]is|unposted)|leave (?:it |them )?as[- ]is|not included|not in this (?:pr|change|branch|commit)|out of scope|(?:as|in|for) a follow-?up|follow-?up (?:pr|issue|ticket|task|work)|follow-?ups?(?=[\s:*)]*$|:)|übersprungen|nicht enthalten|omitid[oa]s?)(?!\p{L})|見送|対象外|跳过|暂不|생략|보류/iu;
/** What was left out on purpose, and what does not work. */
const LEFT_OUT =
  /(?<!\p{L})(?:i (?:did not|didn['’]t|have not|haven['’]t|left (?:an?|my|one|two))|caveats?|known (?:limitations?|issues?)|limitations?|edge cases?|on purpose|intentional(?:ly)?|bewusst|a propósito|limitacion(?:es)?)(?!\p{L})|制限事項|意図的|限制|제한/iu;
const DECIDED =
  /(?<!\p{L})(?:decisions?|decided|entscheidung\p{L}*|decisiones|décisions?|decisões|решени\p{L}+)(?!\p{L})|決定|决定|결정/iu;

/** Longer ones name a section; a sentence of a report can have these words by chance. */
const MAX_LABEL = 90;

/** The heading above a block, and the line that introduces it. */
const labelsOf = ({ headings, lead }: Block): readonly string[] => [
  headings.at(-1)?.text ?? '',
  ...lead.slice(0, 1).filter(isIntroduction),
];

const isLabeled = (block: Block, ...patterns: readonly RegExp[]): boolean =>
  labelsOf(block)
    .filter((line) => line !== '' && line.length <= MAX_LABEL)
    .map((line) => line.replace(/[*_`]+/g, ''))
    .some((line) => patterns.some((words) => words.test(line)));

/** A section or an unchecked box that says what is left to do. */
export const saysWhatIsLeft = (block: Block): boolean => isLabeled(block, LEFT);

/** Code may have these words by chance, and what could be done is a proposal. */
const saysSo = (words: string, pattern: RegExp): boolean =>
  pattern.test(words.replace(/`[^`]*`/g, '')) &&
  !/^\W*(?:we|i|you) (?:could|can|might)(?!\p{L})/iu.test(words);

/** A sentence about what was put off. */
export const isDeferred = (words: string): boolean => saysSo(words, DEFERRED);

/** A sentence about what was left out. */
export const isLeftOut = (words: string): boolean => isDeferred(words) || saysSo(words, LEFT_OUT);

const OPTIONAL = /(?<!\p{L})(?:optional|nits?|nice[- ]to[- ]haves?)(?!\p{L})/iu;

/** A section about what was decided, left out or need not be done. */
export const saysWhatIsLeftOut = (block: Block): boolean =>
  isLabeled(block, LEFT_OUT, DEFERRED, ...(block.kind === 'list' ? [OPTIONAL, DECIDED] : []));

/** What the next reader must not miss, however long the message is. */
export const isOpenPoint = (block: Block): boolean =>
  block.kind !== 'code' &&
  (saysWhatIsLeft(block) ||
    saysWhatIsLeftOut(block) ||
    block.items.some((item) => /^\s*[-*] \[ \]/.test(item) || (block.kind === 'text' && isLeftOut(item))));

const DEAD_END =
  /(?<!\p{L})(?:did(?:n['’]t| not) (?:work|help|change|fix)|does(?:n['’]t| not) (?:work|help|fit|emulate|explain)|changed nothing|(?:made|makes) (?:it|things) worse|(?:had|has) no effect|revert(?:ed|ing) (?:it|that|this|them|my|the)|backed (?:it |that )?out|rolled (?:it|that) back|dead end|deadlock\p{L}*|ruled out|refuted|not the cause|(?:was|is)(?:n['’]t| not) it(?=\s*[.,;:!]|\s*$)|it(?:['’]s| is| was) not (?:the )?\p{L}+(?: \p{L}+)? either|(?:i )?misread|(?:is|was) wrong|(?:is|was)(?:n['’]t| not) possible|impossible|took (?:it|that) out|out of memory|funktioniert nicht|geht nicht|scheitert\p{L}*|no funciona|no acepta|não funciona|não (?:dá|rola)|ne marche pas|не работает|lo revertí|zurückgenommen)(?!\p{L})|走不通|行不通|没有效果|撤回了|元に戻し|効果がな|되돌렸|仍然会|不是原因|うまくいか|失敗しま|使えま?せん|原因ではあり|안 됩니다|불가능/iu;

/** A sentence about an approach or a cause that was ruled out: nobody should try it again. */
export const saysDeadEnd = (words: string): boolean =>
  DEAD_END.test(words.replaceAll('**', '')) &&
  !/^\W*(?:if|when|wenn|falls|si|cuando|если)(?!\p{L})/iu.test(words);

const REASON =
  /(?<!\p{L})(?:because|since (?:it|that|the|this|they|we|there)|root cause|the (?:fix|cause|reason|resolution|solution|approach) (?:is|was|should|will)|instead|rather than|should be|so that|better:|intentional(?:ly)?|otherwise|weil|damit|grund|ursache|stattdessen|porque|la causa|en lugar|para que|parce que|la cause|au lieu)(?!\p{L})|原因|ため|代わり|理由|因为|为了|而不是|때문|대신|이유/iu;

/** Whether it gives the reason for a change, or says what the change is. */
export const saysWhy = (words: string): boolean => REASON.test(words);
