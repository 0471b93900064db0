import { sentencesOf } from '../question.ts';
import { quotesAgent, withoutQuoteMark } from '../quoted-agent.ts';
import { isBareDecision, isCommitOrder, isGoAhead, namesCommit } from '../slight.ts';
import type { Request, TranscriptDigest } from '../transcript-digest.ts';

const IS_QUESTION =
  /[?？]["'”)\]]*$|か[。.]?$|吗[。.]?$|까[.]?$|^(?:ok(?:ay)?,? |yeah,? |and |so |now |hm+,? )*(?:can|could|would|will) you /iu;
/** With these a message says what the person wants, even if it is a question. */
const WISHES =
  /(?<!\p{L})(?:let'?s(?! say| see)|i'?d (?:like|prefer|rather)|i (?:want|feel|think)|we (?:should|need)|please|do(?:n'?t| not)|not (?:a|the|fully|quite)|make sure|instead|rather|prefer|must|ideally|keep in mind)(?!\p{L})/iu;
/** With these a statement corrects, refuses or sets a rule. */
const RULES =
  /(?<![\p{L}-])(?:(?:does|is|was|are|should|would|must|can)(?:n'?t| not)|no,|never|always|should|keep|scratch|wrong|use|as you go|along the way|(?:after|before) (?:each|every)|meaningful commits?|tests? first|only (?:stop|ask|after|before|if|when|once)|too (?:\p{L}+ )?(?:low|high|slow|fast|big|large|small|long|short|much|many|noisy|strict|loose))(?!\p{L})/iu;
/** The same in other languages. */
const RULES_ELSEWHERE =
  /(?<!\p{L})(?:no|nunca|jamás|siempre|mejor|en vez|en lugar|sol[oa]|sólo|prefiero|quiero|debe\p{L}*|tienen? que|sin|demasiad\p{L}+|tampoco|não|sempre|melhor|em vez|só|prefiro|quero|deve\p{L}*|nada de|sem|demais|pas|jamais|toujours|plutôt|seulement|veux|doit|doivent|sans|trop|mai|invece|solo|voglio|deve|senza|troppo|nicht|nie|niemals|immer|lieber|statt\p{L}*|nur|soll\p{L}*|muss|müssen|kein\p{L}*|ohne|zu (?:viel|wenig|hoch|niedrig|langsam)|не|нет|никогда|всегда|лучше|вместо|только|хочу|надо|нужно|должн\p{L}*|без|слишком|перед|antes|avant|prima di|bevor|(?:me|te) gust\p{L}+|gost\p{L}+|aime\p{L}*|piac\p{L}+|möchte\p{L}*|mag|нрав\p{L}+)(?!\p{L})|ない|ません|禁止|必ず|常に|代わり|ではなく|じゃなく|だけ|べき|ほうが|方が|やめ|すぎ|必要|不要|不用|不能|不许|别|必须|总是|一定|只|改|而不是|应该|最好|换|太|保持|(?:之|以)前(?!是)|前に|전에|喜欢|好き|좋아하|말고|마세요|지\s?마|않|반드시|항상|대신|만\s|해야|너무|필요/iu;
const IS_KNOWN_LANGUAGE =
  /[\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|(?<!\p{L})(?:el|la|los|las|un|una|que|de|del|en|con|por|para|y|o|os|as|um|uma|do|da|em|com|e|le|les|des|du|et|est|il|lo|gli|di|che|der|die|das|und|ist|den|mit|ein|eine|auch|mach)(?!\p{L})/iu;
/** Words of nearly every English sentence. A message in a language that is not known here is not judged by its words. */
const ENGLISH = /(?<!\p{L})(?:the|and|is|it|to|of|in|for|this|that|you|we|on|with|now|let'?s)(?!\p{L})/iu;

/** Whether a statement corrects, refuses or sets a rule; also if nobody can tell. */
const setsRule = (text: string): boolean =>
  RULES.test(text) || (!ENGLISH.test(text) && (RULES_ELSEWHERE.test(text) || !IS_KNOWN_LANGUAGE.test(text)));
/** Whether it has a word of a rule, a wish or a correction, in any of the languages; also if nobody can tell. */
export const hasRuleWord = (message: string): boolean => {
  const text = message.replaceAll('’', "'").replace(POLITE, ' ');
  const isUnknown = !ENGLISH.test(text) && !IS_KNOWN_LANGUAGE.test(text);
  return (
    RULES.test(text) ||
    WISHES.test(text) ||
    RULES_ELSEWHERE.test(text) ||
    (isUnknown && text.trim().split(/\s+/).length > MAX_UNKNOWN_WORDS)
  );
};
/** Asks for a step, and says nothing about how. */
const POLITE = /(?<!\p{L})(?:please|pls|let'?s)(?!\p{L})/giu;
const MAX_UNKNOWN_WORDS = 5;
/** Longer ones were handed over rather than said. */
const MAX_DECISION = 500;

const MAX_QUESTION = 250;
/** About words of the agent, a question needs no mark. */
const ASKS = /^(?:what|why|how|which|where|when|who)(?!\p{L})[^.\n]{0,60}$/iu;

/** A longer question is one only if it is a single sentence: others state something. */
export function isQuestion({ text }: Request): boolean {
  const own = withoutQuoteMark(text);
  if (own.length < MAX_QUESTION) return IS_QUESTION.test(own) || (own !== text && ASKS.test(own));
  return (
    own.length < MAX_DECISION && /[?？]$/.test(own) && sentencesOf(own).length === 1 && !own.includes('\n')
  );
}

/** A later number in place of an earlier one: "maybe push it to 100". */
const CHANGES_NUMBER =
  /(?<!\p{L})(?:extend|push|raise|bump|increase|lower|reduce|drop|cut|set|change|make)(?!\p{L})[^.\n]{0,30}(?<!\p{L})to \d/iu;
const MAX_CHANGE = 80;
const changesNumber = ({ text }: Request): boolean => text.length <= MAX_CHANGE && CHANGES_NUMBER.test(text);

/** "Let's do that" asks for a step and sets no rule. */
const MAX_STEP_WORDS = 8;
const ASKS_STEP = /(?<!\p{L})let'?s(?!\p{L})/iu;
const isStep = (text: string): boolean =>
  ASKS_STEP.test(text) &&
  !WISHES.test(text.replace(ASKS_STEP, '')) &&
  !RULES.test(text) &&
  text.split(/\s+/).length <= MAX_STEP_WORDS;

/** A rule, a correction, a choice: it counts however old it is. */
export function isDecision(message: Request): boolean {
  const text = withoutQuoteMark(message.text).replaceAll('’', "'");
  if (text.length > MAX_DECISION) return isSpecification(message);
  if (changesNumber(message)) return true;
  if (message.question === null && isStep(text)) return false;
  return WISHES.test(text) || (!isQuestion(message) && (message.question !== null || setsRule(text)));
}

const MIN_SPECIFICATION = 250;
const MIN_PROSE = 400;
/** Reports and reviews that somebody else wrote have headings and bold words. */
const WRITTEN_BY_TOOL =
  /^#{1,4} |^\s*(?:[-*]|\d+[.)])?\s*\*\*[^*\n]+\*\*|^[^\n]{0,60}(?:here'?s|this is) (?:my|the) review|^\s*(?:[-*]|\d+[.)])?\s*(?:critical|high|medium|low|minor|major|nit)(?: severity\b|:)/im;
const LIST_LINES = /^\s*(?:[-*•]|\d{1,2}[.)])\s+\S/gm;
const MIN_LIST = 2;
/** Beside pasted material, more than this is no mere introduction to it. */
const MAX_INTRODUCTION = 150;

/** How something is to be, in the person's own words and at some length. */
export function isSpecification({ kind, text }: Request): boolean {
  if (kind !== 'said' || text.length < MIN_SPECIFICATION || isWrittenByTool(text)) return false;
  const own = text.replaceAll('’', "'");
  if ((own.match(LIST_LINES)?.length ?? 0) >= MIN_LIST) return true;
  return text.length >= MIN_PROSE && (WISHES.test(own) || !ENGLISH.test(own));
}

export const isWrittenByTool = (text: string): boolean => WRITTEN_BY_TOOL.test(text);

const PASTED = /\[pasted: [^\n]*\]$/gm;

/** Material and commands, unless the person wrote a wish or a rule beside the material. */
function isHandedOver({ text, question }: Request): boolean {
  if (question !== null) return false;
  const own = text.replace(PASTED, '').replaceAll('’', "'").trim();
  return (
    (own.length < text.length &&
      (own.length < MAX_INTRODUCTION || /[?？]$/.test(own)) &&
      !WISHES.test(own.replace(/let's say/gi, '')) &&
      !RULES.test(own)) ||
    (text.length > MAX_DECISION && isWrittenByTool(text)) ||
    /^\/[\w:-]+(?:\s|$)/.test(own)
  );
}

const EXPLAIN =
  /^(?:(?:ok(?:ay)?|so|and|please|can you|could you)[\s,]+)*(?:explain|tell me|describe|walk me through)(?!\p{L})/iu;
const ABOUT_WORDING = /(?<!\p{L})(?:reads|sounds|wording|phras\w+|rephrase|reword|typo)(?!\p{L})/iu;

/** Whether the agent finished the turn of a message with a reply. */
const isAnswered = ({ closings }: TranscriptDigest, { turn }: Request): boolean =>
  closings.some((closing) => closing.turn >= turn && !closing.isMidway);

const ASKS_TO_GO_AHEAD =
  /(?<!\p{L})(?:(?:sh(?:all|ould)|may|can|could) (?:i|we)|(?:want|like) me to|proceed|go ahead|continue|soll(?:en)? (?:ich|wir)|quieres que|debo|dois-je|veux-tu que|devo|zal ik|мне)(?!\p{L})|しましょうか|ますか|要我|需要我|可以开始|可以吗|开始吗|할까요|드릴까요/iu;

/** Whether a slight message decides something: a no and a choice do, a yes unless what it lets begin is reported. */
export const isDecisiveAnswer = (digest: TranscriptDigest, message: Request): boolean =>
  isBareDecision(message.text) ||
  (message.question !== null && !(ASKS_TO_GO_AHEAD.test(message.question) && isAnswered(digest, message)));

const MAX_ORDER = 120;

/** A short order to commit or push, after which that was done and no file was written. */
const isOnlyCommitted = ({ closings }: TranscriptDigest, { text, turn }: Request): boolean =>
  text.length <= MAX_ORDER &&
  namesCommit(text) &&
  !setsRule(text) &&
  closings.some((one) => one.turn === turn && one.files === 0 && (one.commits ?? 0) > 0);

const AGREES = /^(?:yes|yeah|yep|sure|ok(?:ay)?|ja|oui|sí|sim|да|はい|是|好|可以|네|응)(?!\p{L})/iu;
const CHOOSES =
  /(?<!\p{L})(?:or|oder|o|ou|или|which|welche\p{L}*|cuál|qual)(?!\p{L})|还是|それとも|どちら|哪|아니면/iu;
const MAX_AGREEMENT = 60;
/** What is added to a yes is only understood in English. */
const MAX_ENGLISH_AGREEMENT = 100;

/** A yes to the offer to do something, after which it was done. */
const isAgreedAndDone = ({ closings }: TranscriptDigest, { kind, text, question, turn }: Request): boolean =>
  kind === 'said' &&
  question !== null &&
  AGREES.test(text) &&
  text.length <= (ENGLISH.test(text) ? MAX_ENGLISH_AGREEMENT : MAX_AGREEMENT) &&
  !CHOOSES.test(question) &&
  !WISHES.test(text) &&
  !setsRule(text) &&
  closings.some((one) => one.turn === turn && !one.isMidway && (one.files ?? 0) + (one.commits ?? 0) > 0);

/**
 * What only mattered when it was said: an order that was carried out, a question or a remark on a wording that was answered
 * since, material that was handed over, a command by its name. Longer questions often state something.
 */
export function isOver(digest: TranscriptDigest, message: Request): boolean {
  const committedAt = digest.commits.at(-1)?.line ?? -1;
  const { text, line } = message;
  if (line < committedAt && (isCommitOrder(text) || isStep(text.replaceAll('’', "'")))) return true;
  if (isHandedOver(message) || isOnlyCommitted(digest, message) || isAgreedAndDone(digest, message))
    return true;
  if (changesNumber(message) || isBareDecision(text)) return false;
  if (isQuestion(message) && !isDecision(message)) return true;
  return (
    isAnswered(digest, message) &&
    message.question === null &&
    (isGoAhead(text) ||
      (text.length < MAX_QUESTION && EXPLAIN.test(text)) ||
      (quotesAgent(text) && ABOUT_WORDING.test(text)))
  );
}

/** A request or a specification that was met and committed is shown if the others leave room for it. */
export const isMet = (message: Request, committedAt: number): boolean =>
  message.line < committedAt && (!isDecision(message) || message.text.length > MAX_DECISION);

const CONTENT_WORD = /\p{Script=Han}{2}|\p{Script=Hangul}{2,}|\p{Script=Katakana}{2,}|[\p{L}\p{N}]{4,}/gu;

/** Whether a message that was interrupted is said again by the one after it. */
export function isReplacedBy({ text, isInterrupted }: Request, next: Request | undefined): boolean {
  if (isInterrupted !== true || next === undefined) return false;
  const words = new Set(text.toLowerCase().match(CONTENT_WORD) ?? []);
  const later = new Set(next.text.toLowerCase().match(CONTENT_WORD) ?? []);
  return words.size > 2 && [...words].filter((word) => later.has(word)).length * 2 > words.size;
}

/** Of several changes of one number in a row only the last counts. */
export const isChangedAgain = (message: Request, next: Request | undefined): boolean =>
  changesNumber(message) && next !== undefined && changesNumber(next);

const PERSON_ACTS =
  /(?<!\p{L})(?:hang ?on|hold on|wait|let me|i(?:'ll| will| should| need to| have to| must))(?!\p{L})/iu;
const IS_DONE =
  /^(?:(?:ok(?:ay)?|so|alright)[\s,]+)?(?:done|fixed|ready|finished|merged|rebased|erledigt|fertig|listo|hecho|fait|完了|完成|好了|완료|готово)(?!\p{L})/iu;

/** A short message that says that the person did what they announced just before it. */
export const settlesBefore = ({ text }: Request, before: Request | undefined): boolean =>
  IS_DONE.test(text.trim()) && before !== undefined && PERSON_ACTS.test(before.text.replaceAll('’', "'"));
