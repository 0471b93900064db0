import { saysUnfinished } from '../open-points.ts';
import { sentencesOf } from '../question.ts';
import { withoutQuoteMark } from '../quoted-agent.ts';
import { isBareDecision, isCommitOrder, isSlight, isTellingWord } from '../slight.ts';
import { forbids, withdrawsMessage } from '../standing-rules.ts';
import type { Request, TranscriptDigest } from '../transcript-digest.ts';
import { takesBack } from './taken-back.ts';
import { hasOwnWork } from './turns.ts';
import { weightOf } from './wording.ts';
import { hasOpenFiles } from './worktree-lines.ts';

const IS_KNOWN_LANGUAGE =
  /[\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|(?<!\p{L})(?:el|la|los|las|un|una|que|de|del|en|con|por|para|y|o|os|as|um|uma|do|da|em|com|e|le|les|des|du|et|est|il|lo|gli|di|che|der|die|das|und|ist|den|mit|ein|eine|auch|mach)(?!\p{L})/iu;
/** Words of nearly every English sentence. A message in a language that is not known here is not judged by its words. */
const ENGLISH = /(?<!\p{L})(?:the|and|is|it|to|of|in|for|this|that|you|we|on|with|now|let'?s)(?!\p{L})/iu;
const MAX_UNKNOWN_WORDS = 5;

const isInUnknownLanguage = (text: string): boolean =>
  !ENGLISH.test(text) && !IS_KNOWN_LANGUAGE.test(text) && text.trim().split(/\s+/).length > MAX_UNKNOWN_WORDS;

/** Words of a rule that only describe: "it didn't work", "it was there before". */
const DESCRIBES =
  /(?<!\p{L})(?:(?:did|was|were|does|is|are|has|have|had|could|would|ca|wo)n't|(?:did|was|were|does|is|are|has|have|had) not)(?!\p{L})(?! (?:\p{L}+ )?(?:needed|required|necessary|allowed|supposed|meant)(?!\p{L}))|(?<!\p{L})before(?=\s*(?:[.,;!?]|$)| (?:and|but)(?!\p{L}))/giu;

/** Whether a message has a word of a rule, a wish or a correction, in any of the languages; also if nobody can tell. */
export function hasRuleWord(message: string): boolean {
  const text = withoutQuoteMark(message).replaceAll('’', "'");
  return LASTS.test(text.replace(DESCRIBES, ' ')) || isInUnknownLanguage(text);
}

const ASKS =
  /[?？]["'”)\]]*$|か[。.]?$|吗[。.]?$|까[.]?$|^(?:(?:and|so|ok(?:ay)?|wait|hm+|but|und|y|et|и)[\s,]+)*(?:what['’]?s?|why|how|which|who|where|when|is|are|does|can|could|was|warum|wieso|wie|qué|por qué|cómo|pourquoi|comment|почему|как)(?!\p{L})|呢|为什么|怎么|なぜ|どう|왜|어떻게/iu;
/** What holds beyond the task at hand, however short the message: a limit, a permission, a reason, what the person will do. */
const LASTS =
  /(?<!\p{L})(?:never|always|nope|nah|imperativ\p{L}*|lower-?case|prefix\p{L}*|co-?auth\p{L}*|conventional commits?|(?:in|auf|en|em) (?:english|german|deutsch|spanish|español|inglés|french|français|anglais|portugu[eê]s|inglês|italiano)|nobody|no one|niemand|nadie|personne|ninguém|do(?:n'?t| not)|no|not|\p{L}+n't|without|must|should|have to|make sure|prefer|rather|instead|from now on|any ?time|whenever|until|unless|before|later|tomorrow|may|allowed|(?:is|are|it's) (?:ok(?:ay)?|fine)|only(?!\W*$)|use|but|nothing (?:else|in|from|under|outside)|(?:after|before|for|of|per|with) (?:each|every)|every time|as you go|i like|gust\p{L}+|gost\p{L}+|aime|piac\p{L}+|möchte|нрав\p{L}+|aber|pero|mais|mas|но|leave|stays?|remember|remind|forget|because|i'?ll|i (?:ask|tell|do|need to|have to)|we (?:need|have|want)|ich (?:frag|mach|sag|klär|kümmer)\p{L}*|nicht|nie|niemals|nur|immer|kein\p{L}*|ohne|erst|bleib\p{L}*|lieber|statt|d(?:arf|ürfen)\p{L}*|weil|morgen|später|nunca|siempre|sin|sólo|solo|solamente|únicamente|d[eé]jal[oa]s?|dejar|mejor|puedes|hasta|porque|mañana|luego|pregunt\p{L}*|jamais|toujours|pas|sans|seulement|uniquement|plutôt|peux|jusqu|parce|demain|não|sempre|sem|somente|apenas|deixe|pode|até|amanhã|senza|mai|non|никогда|всегда|не|без|только|можно|потом|завтра)(?!\p{L})|ない|ません|だめ|ダメ|駄目|のみ|だけ|禁止|毎回|ごとに|ずつ|日本語|英語|後ほど|来週|私のほう|決めます|必ず|常に|今後|これから|(?<!さ)まで|から|ので|ずに|(?:て|で|は)(?:よい|いい|OK)|後で|明日|聞[いく]|私が|每[一次个步]|格式|统一|英文|中文|先不|暂不|空着|周[一二三四五六日]|下周|评审|不要|不用|不能|不许|不行|不准|别|必须|总是|一定|以后|今后|之前|可以|明天|问|我让|我来|因为|但|只|喜欢|でも|好き|따로|할\s?거야|마다|다음\s?주|내가|영어|한국어|말고|마세요|지\s?마|번만|것만|(?<=\p{Script=Hangul})만 (?:써|쓰|사용)|않|안\s?(?:돼|됨|됩|되)|반드시|항상|해야|앞으로|까지|나중|하지만|좋아하|내일|제가|때문/iu;

/** A longer message, or one with more sentences, says how something is to be. */
const MAX_ORDER = 70;
const MAX_SENTENCES = 3;

/** The sentences that say more than thanks and "ok". */
const saidIn = (text: string): readonly string[] =>
  sentencesOf(withoutQuoteMark(text).trim()).filter((one) => !isSlight(one) || isBareDecision(one));

/** A short order, and nothing else. */
export function isBareOrder(text: string): boolean {
  const sentences = saidIn(text);
  const own = sentences.join('');
  if (weightOf(own) > MAX_ORDER || own.trim().includes('\n') || sentences.length > MAX_SENTENCES)
    return false;
  return isCommitOrder(own) || !hasRuleWord(own);
}

/** With these a question says what the person wants. */
const WISHES =
  /(?<!\p{L})(?:let'?s(?! say)|i'?d (?:like|prefer|rather)|i (?:want|think|feel)|we (?:need|should)|please|do(?:n'?t| not)|make sure|instead|rather|prefer|must|ideally)(?!\p{L})/iu;
/** A request, for all its politeness, that holds from then on. */
const REQUESTS = /^(?:(?:and|so|ok(?:ay)?|but)[\s,]+)*(?:can|could|will|would) you(?!\p{L})/iu;
const HOLDS_ON =
  /(?<!\p{L})(?:(?:before|after|for|with|on) (?:you|each|every)|(?:each|every) time|(?:ask|tell|warn) me|stay(?:ing)? (?:away|out)|leav(?:e|ing) [^.?!]{1,60} alone|never|from now on|in (?:the )?future)(?!\p{L})/iu;
const MAX_QUESTION = 250;

const MAX_REMARK = 120;

/** Sentences that all ask something, beside a short remark that decides nothing. */
export const isQuestion = ({ text }: Pick<Request, 'text'>): boolean => {
  const lines = text.replaceAll('’', "'").split('\n');
  const own = lines.flatMap(saidIn).map((one) => one.trim());
  const asks = (one: string) => ASKS.test(one) && !(REQUESTS.test(one) && HOLDS_ON.test(one));
  const remarks = own.filter((one) => !asks(one)).join(' ');
  return (
    own.join(' ').length < MAX_QUESTION &&
    !WISHES.test(own.join(' ')) &&
    own.some(asks) &&
    weightOf(remarks) <= MAX_REMARK &&
    !LASTS.test(remarks)
  );
};

/** Words of a rule that most descriptions have as well. */
const ORDINARY = /(?<!\p{L})(?:but|use|aber|pero|mais|mas|но)(?!\p{L})|(?<!只)但/giu;

/** What limits the work without the words of a rule. */
const RESTRICTS =
  /(?<!\p{L})(?:avoid\p{L}*|forbid\p{L}*|forbidden|prohibit\p{L}*|frozen|off[- ]limits|read[- ]only|except|keep|check with|ask (?:me|first)|confirm with|interdi\p{L}*|évite\p{L}*|prohibid\p{L}*|evit[ae]\p{L}*|proibid\p{L}*|vermeid\p{L}*|verboten|tabu|vietat\p{L}*|verbied\p{L}*|verboden|запрещ\p{L}*|избега\p{L}*)(?!\p{L})|避け|控え|避免|禁|삼가|금지/iu;

/** Whether a message limits the work. */
export const limits = (text: string): boolean => forbids(text) || RESTRICTS.test(text);

/** What somebody saw go wrong, whatever words they use for it. */
const OBSERVES =
  /^\W*(?:(?:hm+|ok(?:ay)?|so|but|and|also|now|still|well|oh)[\s,.!…]+)*(?:(?:it|that|this)(?:['’]s| is)? (?:(?:also|still) )?(?:looks? like|seems?|appears?|did(?:n['’]t| not)|does(?:n['’]t| not)|is(?:n['’]t| not) (?:work|show|fir|runn)\p{L}*)|(?:we|i) (?:also |still )?seem to|i(?:['’]m| am)? (?:still |also )?(?:see|seeing|get|getting)|there(?:['’]s| is| are) still|nothing (?:happens|is happening)|(?:sigue|me sale|no (?:sale|aparece))|es (?:sieht|scheint))(?!\p{L})/iu;

export const observes = (text: string): boolean => OBSERVES.test(text);

/** Whether a message counts once what it asked for is done: one with a rule, a limit or a wish does. */
const saysWhatLasts = (text: string): boolean =>
  limits(text) ||
  sentencesOf(text.replaceAll('’', "'"))
    .filter((sentence) => !observes(sentence))
    .some(
      (sentence) =>
        WISHES.test(sentence) ||
        (hasRuleWord(sentence.replace(ORDINARY, ' ')) && !ASKS.test(sentence.trim())),
    );

/** Reports and reviews that somebody else wrote have headings and bold words. */
const WRITTEN_BY_TOOL =
  /^#{1,4} |^[ \t]*(?:[-*]|\d+[.)])?[ \t]*\*\*[^*\n]+\*\*|^[^\n]{0,60}(?:here'?s|this is) (?:my|the) review|^[ \t]*(?:[-*]|\d+[.)])?[ \t]*(?:critical|high|medium|low|minor|major|nit)(?: severity\b|:)/im;
const PASTED = /\[pasted: [^\n]*\]$/gm;
/** Beside pasted material, more than this is no mere introduction to it. */
const MAX_INTRODUCTION = 150;
const MIN_WRITTEN = 300;

/** A list of what has to be so, which people write under headings too. */
const RULE_ITEM =
  /^[ \t]*(?:[-*•]|\d+[.)])[ \t]+(?:\*\*)?(?:never|always|do(?:n['’]?t| not)|no|keep|only|avoid|ask|must|use)(?!\p{L})/gimu;
const MIN_RULES = 2;
export const isRuleItem = (line: string): boolean => line.search(RULE_ITEM) === 0;
const hasRuleList = (text: string): boolean => (text.match(RULE_ITEM)?.length ?? 0) >= MIN_RULES;

/** Material and commands, unless the person wrote a rule beside the material. */
export function isHandedOver(text: string): boolean {
  const own = text.replace(PASTED, '').trim();
  const isIntroduced = own.length < text.length && own.length < MAX_INTRODUCTION && !hasRuleWord(own);
  return (
    isIntroduced ||
    (text.length > MIN_WRITTEN && WRITTEN_BY_TOOL.test(text) && !hasRuleList(text)) ||
    /^\/[\w:-]+(?:\s|$)/.test(own)
  );
}

/** Whether the agent finished the turn of a message with a reply. */
export const isFinished = ({ closings }: TranscriptDigest, { turn }: Request): boolean =>
  closings.some((closing) => closing.turn >= turn && !closing.isMidway);

/** The rest of a longer message may say how something is to be, in words that no list has. */
const MAX_SETTLED_SENTENCES = 2;

/** Neither the report of its turn nor a later message says that something is not done. */
const isComplete = ({ closings, requests }: TranscriptDigest, { turn, line }: Request): boolean =>
  !closings.some((closing) => closing.turn === turn && saysUnfinished(closing.text)) &&
  !requests.some((later) => later.line > line && saysUnfinished(later.text));

/** Whether a message was reported on, all that was written for it is committed, and it forbids nothing. */
export const isCarriedOut = (digest: TranscriptDigest, message: Request): boolean =>
  message.kind === 'said' &&
  message.question === null &&
  message.isInterrupted !== true &&
  !saysWhatLasts(message.text) &&
  isFinished(digest, message) &&
  digest.commits.some(({ line }) => line > message.line);

/** Whether files were written for a message and its turn was reported, committed or not. */
export const isWorkedOn = (digest: TranscriptDigest, message: Request): boolean =>
  message.kind === 'said' &&
  message.isInterrupted !== true &&
  digest.filesWritten.some(({ turns }) => turns?.includes(message.turn)) &&
  isFinished(digest, message) &&
  isComplete(digest, message);

/** What holds for more than one place or one time, or for a reason of the person's own. */
const HOLDS_GENERALLY =
  /(?<!\p{L})(?:never|always|every\p{L}*|any ?time|whenever|from now on|must|policy|by design|by hand|its own (?:ticket|pr|issue|branch)|we (?:do|use|have|call|keep|need)|i (?:do|use|have|call|keep|need|want|prefer)|i'?ll|because|until|unless|tomorrow|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|next week|later|release|deploy\p{L}*|customers?|users?|team|client|boss|manager|(?:commit )?messages?|co-?auth\p{L}*|prefix\p{L}*|lower-?case|(?:no|without|sin|ohne|kein\p{L}*|sem|sans|senza|non) (?=\p{L})|mensaje|nunca|siempre|hasta|mañana|porque|jamais|toujours|demain|parce|nie|immer|morgen|weil|bis|nunca|sempre|amanhã)(?!\p{L})|必ず|常に|今後|毎回|明日|来週|ので|から|总是|一定|以后|今后|明天|下周|因为|항상|반드시|앞으로|내일|다음\s?주|때문/iu;

/** Whether a message was worked on, and neither limits anything nor says what holds generally. */
export const isOneOff = (digest: TranscriptDigest, message: Request): boolean =>
  message.question === null &&
  isWorkedOn(digest, message) &&
  !limits(message.text) &&
  !takesBack(message.text) &&
  !HOLDS_GENERALLY.test(message.text.replaceAll('’', "'"));

/** Whether a short message was carried out, and says nothing that lasts. */
export const isSettled = (digest: TranscriptDigest, message: Request): boolean =>
  saidIn(message.text).length <= MAX_SETTLED_SENTENCES &&
  isCarriedOut(digest, message) &&
  isComplete(digest, message) &&
  !hasOpenFiles(digest, message.turn);

/** Whether something was written for a message, all of it is committed, nobody says that something is left, and it limits nothing. */
export const isDone = (digest: TranscriptDigest, message: Request): boolean =>
  message.isInterrupted !== true &&
  !limits(message.text) &&
  digest.filesWritten.some(({ turns }) => turns?.includes(message.turn)) &&
  digest.commits.some(({ line }) => line > message.line) &&
  isFinished(digest, message) &&
  isComplete(digest, message) &&
  !hasOpenFiles(digest, message.turn);

/** Whether a message has a rule, which is a record of its own, and beside it only a short order and no choice. */
function isOnlyRule({ constraints }: TranscriptDigest, { text, question }: Request): boolean {
  if (question !== null && !/[?？]/.test(question)) return false;
  const rule = constraints.find((one) => text.includes(one.text))?.text;
  const rest = sentencesOf(text.replace(rule ?? '', '').trim()).filter((one) => !isSlight(one));
  return rule !== undefined && isBareOrder(rest.join('')) && !rest.some(forbids);
}

const TAKES_NOTE =
  /^(?:understood|noted|sure|will do|got it|of course|alright|entendido|anotado|claro|verstanden|alles klar|compris|понял\p{L}*|了解|承知|明白|好的|收到|알겠습니다|네)(?!\p{L})/iu;
const MAX_NOTE = 90;

/** Whether the agent did nothing for a message but to take note of it. */
const isNoted = (digest: TranscriptDigest, { turn }: Request): boolean => {
  const replies = digest.closings.filter((one) => one.turn === turn);
  const [reply] = replies;
  return (
    reply !== undefined &&
    replies.length === 1 &&
    TAKES_NOTE.test(reply.text) &&
    weightOf(reply.text) <= MAX_NOTE &&
    reply.hasActed !== true &&
    !hasOwnWork(digest, reply)
  );
};

/** What only mattered when it was said, in a turn that the agent finished: a bare order or question, a yes, material. */
export function isSpent(digest: TranscriptDigest, message: Request): boolean {
  const { kind, text, question, isInterrupted } = message;
  if (
    kind === 'ran' ||
    (isInterrupted === true && !isQuestion(message) && !isBareOrder(text)) ||
    !isFinished(digest, message)
  )
    return false;
  // An answer that asks back decides nothing.
  if (kind === 'answered') return isQuestion(message);
  if (isHandedOver(text)) return true;
  if (withdrawsMessage(text)) return false;
  if (isQuestion(message) || isOnlyRule(digest, message)) return true;
  if (isSettled(digest, message)) return true;
  // What the agent only took note of holds from then on.
  if (isNoted(digest, message)) return false;
  // An answer is a decision, unless it only lets the agent commit.
  return question !== null ? isCommitOrder(text) : isBareOrder(text);
}

const ASKS_TO_GO_AHEAD =
  /(?<!\p{L})(?:(?:sh(?:all|ould)|may|can|could) (?:i|we)|(?:want|like) me to|proceed|go(?:ing)? (?:ahead|on)|continue|soll(?:en)? (?:ich|wir)|quieres que|debo|dois-je|veux-tu que|devo|zal ik|мне)(?!\p{L})|しましょうか|ますか|要我|需要我|可以开始|可以吗|开始吗|할까요|드릴까요/iu;

/** A shorter question does not say what it asks. */
const MAX_NAMELESS = 12;

/** Whether a slight message decides something: a no and a choice do, a yes unless what it lets begin is reported. */
export const isDecisiveAnswer = (digest: TranscriptDigest, message: Request): boolean =>
  isBareDecision(message.text) ||
  (message.question !== null &&
    !(
      isFinished(digest, message) &&
      !isTellingWord(message.text) &&
      (ASKS_TO_GO_AHEAD.test(message.question) || weightOf(message.question) <= MAX_NAMELESS)
    ));

const MIN_SPECIFICATION = 250;

/** How something is to be, in the person's own words and at some length. */
export const isSpecification = ({ kind, text }: Request): boolean =>
  kind === 'said' && text.length >= MIN_SPECIFICATION && !isHandedOver(text);

/** A rule, a correction, a choice: it counts however old it is. */
export const isDecision = (message: Request): boolean =>
  message.question !== null || hasRuleWord(message.text) || isSpecification(message);
