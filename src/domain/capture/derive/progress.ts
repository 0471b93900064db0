import { saysWhy } from '../open-points.ts';

/** "37/61", "Progress: 12/40 done": a count and nothing else. */
const COUNT =
  /^(?:\p{L}+:\s*)?\d{1,4}\s?\/\s?\d{1,4}(?=$|\s*[.,;!。，]|\s+(?:\p{L}+\s?){1,2}[.!]?$|\s*(?:完成|完了|완료))/u;
const WAITS =
  /^(?:(?:still|now|just) )?(?:waiting (?:for|on)(?!\p{L})|(?:the )?CI (?:is |has |run is )?(?:now |still )?(?:running|started|pending|queued)(?!\p{L})|(?:ich )?warte auf|en attente d|esperando|aguardando|жд[уё]|等待|等(?:他|她|你)|CI ?(?:实行中|実行中|実行待ち|待ち|在跑|실행))/iu;
/** A run that passed, and no more. */
const PASSED =
  /^(?:\S+ ){0,2}(?:tests?|pruebas|testes|tests? unitaires|テスト|测试|单测|테스트|тесты)(?!\p{L})[^.。,，;；]{0,16}(?:pass(?:es|ed|ing)?|green|grün|pasan|passent|passam|проходят|зел[её]ные)(?:[.!]|$)|^.{0,16}(?:テスト|测试|单测|테스트|test)\s?(?:は|が|를|은)?\s?(?:すべて|全て|全部|모두|全)?\s?(?:通(?:過|りました|りま|过)|过|绿|통과)(?:し(?:た|ました)|했습니다|했어요|함|了)?[.。!]?$/iu;
const MAX_STEP = 120;
const CONTRASTS =
  /(?<!\p{L})(?:but|however|except|only|not|aber|nicht|nur|pero|no|sólo|mais|pas|ne|mas|não|но|не|только)(?!\p{L})|但|不|未|没|ただ|しかし|ない|ません|하지만|않|못/iu;

const HASH = /(?<![\w-])[0-9a-f]{7,40}(?![\w-])/g;
/** What CI said about a commit is nowhere else. */
const CHECKED = /(?<!\p{L})CI(?!\p{L})/u;

/** A short sentence about a commit that the handoff lists, which says no reason and no exception. */
const isListedStep = (words: string, hashes: readonly string[]): boolean =>
  words.length <= MAX_STEP &&
  !saysWhy(words) &&
  !CONTRASTS.test(words) &&
  !CHECKED.test(words) &&
  // A line without an end names what stands below it.
  /[.!。]$/.test(words) &&
  [...words.matchAll(HASH)].some(([named]) => hashes.some((hash) => hash.slice(0, 7) === named.slice(0, 7)));

/** How far the work was when somebody said it: a count, a step that was committed, what was waited for, a run that passed. */
export const isProgress = (words: string, hashes: readonly string[]): boolean =>
  COUNT.test(words) || WAITS.test(words) || PASSED.test(words) || isListedStep(words, hashes);

const LEFT =
  /^(?:left|remaining|still (?:open|missing|to do)|to do|todo|noch offen|offen|pendientes?|restante|残り|剩余|还剩|남은 것)\s*[:：]|^(?:only|just|nur|solo|sólo|só|apenas) .{1,50}(?<!\p{L})(?:is|are|remains?|bleibt|bleiben|queda|falta)(?!\p{L})(?: (?:left|missing|open|to do))?|^(?:nothing|none of (?:it|this)) (?:is |was |has been )?(?:pushed|committed|deployed)(?!\p{L})|^(?:il )?reste(?:nt)?(?!\p{L})|^(?:quedan?|faltan?|bleibt|fehlt|осталось|остался|осталась)(?!\p{L})|^(?:还剩|剩下)|(?<!\p{L})(?:need|have|has|needs|must) (?:to )?be (?:changed|fixed|adapted|updated|converted|adjusted)(?!\p{L})|(?:고쳐|바꿔|수정해|변경해)야|(?:修正|変更|対応)が必要|需要(?:一起|同步)?(?:改|修改|调整)/iu;

/** What was left to do, in one sentence; later work may have done it. */
export const saysLeft = (words: string): boolean => LEFT.test(words.replace(/^[\s>*_#-]+/, ''));

const SUSPECTS =
  /(?<!\p{L})(?:i suspect|suspicion|my (?:next )?guess|next guess|i(?:['’]d)? assume|ich vermute|vermutlich|sospecho|supongo|je soupçonne|suspeito|подозреваю)(?!\p{L})|怀疑|我猜|と思われ|おそらく|疑って|의심|것 같습니다/iu;

/** A cause that was only supposed; the next measurement says more. */
export const isSupposed = (words: string): boolean => SUSPECTS.test(words);

const TAKES_OUT =
  /(?<!\p{L})(?:(?:take|rip|pull) (?:the |that |those |these )?((?:[\p{L}\p{N}_.-]+ ){1,3})out|(?:remove|drop|delete|undo|revert|get rid of)(?: the| that| those| these| all)? ([\p{L}\p{N}_.-]+))(?!\p{L})|([\p{L}\p{N}_.-]+) ?(?:那个|这个)?(?:删掉|去掉|拿掉)|([\p{L}\p{N}_.-]+) ?を?(?:削除|消し)|([\p{L}\p{N}_.-]+?)(?:을|를|은|는)? ?(?:빼|제거|삭제)/giu;

/** What the person had taken out, by name. */
export const takenOutIn = (text: string): readonly string[] =>
  [...text.matchAll(TAKES_OUT)].flatMap(([, ...names]) =>
    names.flatMap((name) => (name === undefined ? [] : name.trim().split(' '))),
  );

const FAILS =
  /(?<!\p{L})(?:does(?:n['’]t| not) work|(?:can)?not work|dead end|fails? because|geht nicht|funktioniert nicht|no funciona|ne marche pas|não funciona|не работает)(?!\p{L})|走不通|行不通|うまくいか|使えま?せん|안 됩니다|불가능/iu;

/** Why an approach failed, which holds after it was taken out. */
export const saysWhyItFailed = (words: string): boolean => FAILS.test(words);
