import type { Request, TranscriptDigest } from '../transcript-digest.ts';
import { hasRuleWord } from './message-kinds.ts';
import { weightOf } from './wording.ts';

/** A longer message says how something is to be. */
const MAX_ORDER = 110;
/** The newest messages are shown, whatever came of them. */
const NEWEST = 2;

/** Of old turns the last words are not always kept. */
const isCompleted = ({ closings }: TranscriptDigest, { turn }: Request): boolean =>
  closings.some((one) => one.turn >= turn && !one.isMidway);

/** With these the person chooses, corrects, permits or tells what they did or will do. A number is a value that counts later. */
const DECIDES =
  /\d|(?<!\p{L})(?:then|only|every|each|all|too|also|both|neither|either|rather|actually|i(?:['’](?:ll|ve|m))?|we|my|our|without|except|skip|leave|rename|remove|drop|instead|(?:is|are) (?:ok(?:ay)?|fine|allowed)|ok(?:ay)? for|any ?time|nothing else|mejor|entonces|ich|wir|mein\p{L}*|dann|yo|mi|je|mon|ma|alors|eu|meu|allora|я|мы|мой|тогда)(?!\p{L})|で(?:お願い|いき)|にして|方針|聞[くい]|待[っち]|(?:し)?てよい|ていい|(?<![帮给])我|就用|那就|只|可以|问一下|제가|우리|으로|걸로|쪽/iu;
const ASKS =
  /[?？]|^(?:(?:and|so|ok(?:ay)?|und|y|et|и)[\s,]+)?(?:what['’]?s?|why|how|which|who|where|when|is|are|does|can|could|was|warum|wieso|wie|qué|por qué|cómo|pourquoi|comment|почему|как)(?!\p{L})|吗|呢|为什么|怎么|なぜ|どう|왜|어떻게/iu;
const CORRECTS =
  /^(?:no|nope|not|stop|wait|wrong|nein|falsch|halt|non|mauvais|mal|não|нет|стоп|不|错|別|别|いや|いいえ|違|아니|틀)/iu;

/** A short order or question without a rule in it, whose turn the agent finished, and after which the person went on. */
export function isCarriedOut(digest: TranscriptDigest, message: Request, later: number): boolean {
  const { kind, text, question, isInterrupted } = message;
  if (kind !== 'said' || question !== null || isInterrupted === true || later < NEWEST) return false;
  if (weightOf(text) > MAX_ORDER || text.includes('\n') || CORRECTS.test(text) || hasRuleWord(text))
    return false;
  return (ASKS.test(text) || !DECIDES.test(text)) && isCompleted(digest, message);
}

const FAREWELL =
  /(?<!\p{L})(?:bye|good ?night|see (?:you|ya)|ttyl|cya|talk (?:later|tomorrow|monday)|that['’]?s (?:it|all) for (?:today|now)|tschüss|schönen (?:abend|feierabend)|bis (?:morgen|später|dann|bald)|hasta (?:luego|mañana)|adiós|à (?:demain|bientôt|plus)|au revoir|bonne (?:soirée|nuit)|até (?:amanhã|logo)|tchau|ciao|до завтра)(?!\p{L})|пока[.!]*$|お疲れ|おやすみ|また明日|再见|拜拜|明天见|下班|내일 (?:봐|뵙)|수고하/iu;
const MAX_FAREWELL = 80;

/** A goodbye that asks for nothing and sets no rule. */
export const isFarewell = ({ kind, text }: Request): boolean =>
  kind === 'said' &&
  weightOf(text) <= MAX_FAREWELL &&
  FAREWELL.test(text) &&
  !/[?？]|\d/.test(text) &&
  !hasRuleWord(text);
