import { sentencesOf } from '../question.ts';
import { withoutQuoteMark } from '../quoted-agent.ts';
import { isBareDecision, isCommitOrder, isSlight } from '../slight.ts';
import { forbids } from '../standing-rules.ts';
import type { Request } from '../transcript-digest.ts';
import { weightOf } from './wording.ts';

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
export const saidIn = (text: string): readonly string[] =>
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
  /^\W*(?:(?:hm+|ok(?:ay)?|so|but|and|also|now|still|well|oh)[\s,.!…]+)*(?:(?:it|that|this)(?:['’]s| is)? (?:(?:also|still) )?(?:looks? like|seems?|appears?|did(?:n['’]t| not)|does(?:n['’]t| not)|is(?:n['’]t| not) (?:work|show|fir|runn)\p{L}*)|(?:we|i) (?:also |still )?seem to|i(?:['’]m| am)? (?:still |also )?(?:see(?!,)|seeing|get|getting)|there(?:['’]s| is| are) still|nothing (?:happens|is happening)|(?:sigue|me sale|no (?:sale|aparece))|es (?:sieht|scheint))(?!\p{L})/iu;

export const observes = (text: string): boolean => OBSERVES.test(text);

/** Whether a message counts once what it asked for is done: one with a rule, a limit or a wish does. */
export const saysWhatLasts = (text: string): boolean =>
  limits(text) ||
  sentencesOf(text.replaceAll('’', "'"))
    .filter((sentence) => !observes(sentence) || WISHES.test(sentence.replace(/instead/gi, '')))
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

const MIN_SPECIFICATION = 250;

/** How something is to be, in the person's own words and at some length. */
export const isSpecification = ({ kind, text }: Request): boolean =>
  kind === 'said' && text.length >= MIN_SPECIFICATION && !isHandedOver(text);

/** A rule, a correction, a choice: it counts however old it is. */
export const isDecision = (message: Request): boolean =>
  message.question !== null || hasRuleWord(message.text) || isSpecification(message);
