import { saysHowToBegin } from './how-to-begin.ts';
import { ABOUT_IT, ACTION, PERMANENT, PROTECTS } from './rule-wording.ts';

/** Valid only for now, so not a rule. */
const TEMPORARY =
  /(?<!\p{L})(?:yet|for now|right now|just now|at the moment|today|this time|until|vorerst|noch nicht|heute|pour l'instant|por ahora|de momento|todavía no|aún no|por enquanto|ainda não|per ora|pas encore|voorlopig|пока|ещё не)(?!\p{L})|今は|まだ|ひとまず|暂时|暫時|先(?:别|別|不|勿)|일단|지금은|아직/u;
/** "3: leave it alone" answers a point of the agent, and is not understood without it. */
const ANSWERS_POINT = /^\d{1,2}\s*[:：]/u;
/** It depends on something, or goes on from what the person asked before it. */
const CONDITIONAL =
  /^(?:then|in that case|otherwise|dann|sonst|entonces|alors|então|allora|тогда|それなら|那就|그럼)(?!\p{L})|(?<!\p{L})(?:if|unless|in case|wenn|falls|es sei denn|si|sauf si|(?<!no )se|caso|если)(?!\p{L})|なら|場合|如果|要是|(?:으)?면(?=\s|,|$)/u;
/** What somebody else said, what held before, what is wrong: told, and not demanded. */
const REPORTED =
  /(?<!\p{L})(?:(?:i|we|nobody|no one) (?:never|did(?:n'?t| not)|have(?:n'?t| not)) (?:say|said|mean|meant|ask|asked|tell|told)|(?:not|isn'?t|wasn'?t) (?:true|right|correct|the case) that|used to|(?:policy|rule|convention|readme|docs?|documentation|linter|comment|spec|ticket|guide|manual) (?:\p{L}+ ){0,2}(?:was|were|says?|said|claims?|states?|complains?|reads?))(?!\p{L})|(?<!\p{L})(?:bug|issue|problem|error)(?: (?:was|is))?:/u;
const STOPS = /^(?:please )?stop \p{L}+ing(?!\p{L})/u;
const TAKES_BACK =
  /(?<!\p{L})(?:scratch that|forget (?:that|about|it|what|the)|never ?mind|ignore (?:that|my|what)|disregard|take (?:that|it) back|on second thoughts?|no longer|drop (?:that|the) rule|(?:you|we) (?:can|may) (?:now|again)|changed my mind|change of plans?|cambio de planes|cambi[oé] de (?:idea|opinión)|mudança de planos|changement de plan|planänderung|doch nicht|doch wieder|kommando zurück|vergiss|nicht mehr|oublie|laisse tomber|olvida|olvídalo|ya no|mejor no|esquece|deixa pra lá|lascia perdere|toch niet|забудь|больше не)(?!\p{L})|やっぱり|方針変更|改主意|계획이? ?바|取り消|忘れて|算了|不用了|取消|忽略|忘掉|취소|됐어|무시/u;
export const NEGATIVE =
  /(?<!\p{L})(?:not|never|no|don'?t|nie|niemals|nicht|kein\p{L}*|jamais|pas|nunca|jamás|nada|mai|non|nooit|niet|не|никогда)(?!\p{L})|ない|禁止|不|别|別|勿|마|말/u;
/** Words that permit something, or say that it need not be done. */
const PERMITS: readonly RegExp[] = [
  /(?<!\p{L})(?:you|we) (?:can|may|could)(?!\p{L})|(?<!\p{L})(?:can|may) [^.]{1,60} (?:now|again|after all|too)(?!\p{L})|(?<!\p{L})go ahead (?:and|with)(?!\p{L})|(?<!\p{L})feel free(?!\p{L})/u,
  /(?:(?<!\p{L})(?:is|are|be)|'s|'re) (?:(?:now|also|again|actually|totally|perfectly|all) )*(?:fine|ok|okay|allowed|permitted|acceptable|alright|right|optional|welcome)(?!\p{L})|(?<!\p{L})(?:fine|ok|okay|allowed) (?:now|again|after all)(?!\p{L})/u,
  /(?<!\p{L})(?:not|\p{L}+n't) (?:(?:be|strictly|really|actually) )*(?:required|needed|necessary|mandatory|forbidden)(?!\p{L})|(?<!\p{L})no need (?:to|for)(?!\p{L})|(?<!\p{L})(?:don't|do not) (?:have|need) to(?!\p{L})|(?<!\p{L})needn't(?!\p{L})/u,
  /(?<!\p{L})(?:du|ihr|wir|man|sie) (?:kannst|darfst|könnt|dürft|können|dürfen|kann|darf)(?!\p{L})|(?<!\p{L})(?:kannst|darfst|dürfen|darf|können|kann) (?:du|ihr|wir|man|sie|(?:\S+ ){0,4}(?:jetzt|wieder|doch))(?!\p{L})|(?<!\p{L})(?:ist|sind|geht) (?:(?:jetzt|nun|doch|auch|wieder) )*(?:ok|okay|erlaubt|in ordnung)(?!\p{L})|(?<!\p{L})(?:nicht (?:mehr )?(?:nötig|notwendig|erforderlich|verboten)|(?:musst|müssen|muss|brauchst|brauchen) (?:\S+ ){0,4}nicht)(?!\p{L})/u,
  /(?<!\p{L}|no )(?:puedes|podéis|podemos|pueden|se puede)(?!\p{L})|(?<!\p{L}|no )(?:está|están|es|son) (?:bien|permitid[oa]s?|aceptables?|ok)(?!\p{L})|(?<!\p{L})no (?:hace falta|(?:es|son) (?:necesari|obligatori)[oa]s?)(?!\p{L})/u,
  /(?<!\p{L})(?:tu peux|vous pouvez|on peut)(?!\p{L})|(?<!\p{L})(?:est|sont) (?:(?:maintenant|désormais|aussi) )*(?:permis|autorisé|acceptable|ok)e?s?(?!\p{L})|(?<!\p{L})(?:pas|plus) (?:besoin|nécessaires?|obligatoires?|requise?s?)(?!\p{L})/u,
  /(?<!\p{L}|non |não |не )(?:puoi|potete|possiamo|você pode|podes|можно|можешь|можете|разрешено)(?!\p{L})|(?<!\p{L})(?:je|we|jullie) (?:mag|mogen|kan|kunt|kunnen)(?!\p{L})/u,
  /[てで]も?(?:いい|良い|よい|構わない|かまわない|大丈夫|ok)|問題ない|問題ありません|必要は?(?:ない|ありません)|許可/u,
  /(?<!不)(?:可以|允许|允許)|没关系|沒關係|没问题|沒問題|不必|不需要|无需|無需|不再/u,
  /도 (?:돼|되|됩|된|괜찮|좋)|필요 ?없|허용/u,
];
/** After words that permit: it is still forbidden, or limited. */
const LIMITS =
  /^\s*(?:not|never|only|nicht|nie|niemals|nur|keine?\p{L}?|no|solo|sólo|pas|plus|jamais|niet|geen)(?!\p{L})/u;
const DEMANDS = /(?<!\p{L})(?:always|must|immer|muss|siempre|toujours)(?!\p{L})/u;
const IS_ASKED = /[?？]["'”)]*$|か[。.]?$|吗[。.]?$/;
const SENTENCE_END = /\n|(?<=[.!?…]["'”’)\]]{0,2})\s+|(?<=[。！？])/u;
const MAX_SENTENCE = 240;
/** A longer message says what it takes back. */
const MAX_BARE = 40;
/** A longer message is a specification or a text of others, and describes what it contains. */
const MAX_MESSAGE = 1_200;

export const lowered = (text: string): string => text.toLowerCase().replaceAll('’', "'");

const sentencesIn = (message: string): string[] =>
  message.split(SENTENCE_END).map((sentence) => sentence.replace(/^\s*(?:[-*•–]|\d{1,3}[.)])\s+/, '').trim());

/** With these a person forbids something, or says what must stay, if only for the task at hand. */
const FORBIDS =
  /(?<!\p{L})(?:do(?:n'?t| not)|nobody|no one|must(?: not|n'?t)|stays?|nicht|niemand|bleib(?:t|en)|no \p{L}+(?:[ae]s|éis|a)|nada de|nadie|n(?:e|')\s?\p{L}+ (?:pas|rien)|personne|não|ninguém|non|не|niet)(?!\p{L})|ないで|しないこと|禁止|誰も|不要|不能|别|別|아무도|지\s?마|안\s?(?:돼|됨|됩)|금지|だめ|ダメ|駄目|不行|不准/u;

/** Whether a message forbids something, or says what must stay. */
export const forbids = (message: string): boolean =>
  sentencesIn(lowered(message)).some(
    (sentence) =>
      !IS_ASKED.test(sentence) &&
      [FORBIDS, ...PERMANENT, ...PROTECTS].some((pattern) => pattern.test(sentence)),
  );

/** Whether a sentence permits something, and demands or forbids nothing. */
function permits(sentence: string): boolean {
  if (IS_ASKED.test(sentence) || PROTECTS.some((pattern) => pattern.test(sentence))) return false;
  return PERMITS.some((pattern) => {
    const found = pattern.exec(sentence);
    if (found === null) return false;
    const before = sentence.slice(0, found.index);
    const after = sentence.slice(found.index + found[0].length);
    return !NEGATIVE.test(before) && !DEMANDS.test(before) && !LIMITS.test(after);
  });
}

/** With these words the client hands over a plan, which the agent wrote. */
const IS_PLAN = /^\s*Implement the following plan:/;

/** The sentences with which a person states a rule for good. Few, because a wrong rule does more harm than a missing one. */
export function standingRulesIn(message: string): string[] {
  if (message.length > MAX_MESSAGE || message.includes('[pasted:') || IS_PLAN.test(message)) return [];
  // The line below a title: a document.
  if (/^[=-]{3,}[ \t]*$/m.test(message)) return [];
  const sentences = sentencesIn(message);
  return sentences.filter((sentence, at) => {
    const words = lowered(sentence);
    if (sentence.length > MAX_SENTENCE || IS_ASKED.test(words) || TEMPORARY.test(words)) return false;
    // The rule is in the list below it.
    if (/[:：]$/.test(sentence)) return false;
    if (ANSWERS_POINT.test(words) || CONDITIONAL.test(words) || REPORTED.test(words)) return false;
    if (TAKES_BACK.test(words) || permits(words) || ABOUT_IT.test(words) || saysHowToBegin(sentence))
      return false;
    if (![...PERMANENT, ...PROTECTS].some((pattern) => pattern.test(words))) return false;
    return !sentences.slice(at + 1).some((later) => relaxes(later, sentence, true));
  });
}

const WORD =
  /\p{Script=Han}+|\p{Script=Hangul}{2,}|\p{Script=Katakana}{2,}|(?:(?![\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Hiragana}])[\p{L}\p{N}]){3,}/gu;
/** Words that two messages share by chance, and those with which a rule is stated or taken back. */
const COMMON = new Set(
  `the and you can may could for from now not never always any all are but our out too was were has have had his her its this that
  these those them they then than there here when where what which who why how with without will would should must into onto
  over under about after again also actually only just fine okay allowed permitted required needed necessary forbidden
  anymore longer more need free feel ahead rule rules please
  der die das den dem ein eine und oder aber nicht nie immer jetzt ist sind kannst darfst mehr auch
  los las del una uno nada algo todo que con por para siempre nunca ahora puedes les des est sont pas plus toujours jamais maintenant
  可以 不要 以后 现在 必须 绝对 絶対 必要 許可 앞으로 절대 항상 이제`.split(/\s+/),
);

/** Endings of English verbs and plurals make no other word. */
const stem = (word: string): string => (word.length > 4 ? word.replace(/(?:ing|ed|s)$/, '') : word);

/** The words that say what a sentence is about. Scripts without spaces are compared by pairs of letters. */
export function wordsOf(text: string): ReadonlySet<string> {
  const found = lowered(text).match(WORD) ?? [];
  const words = found.flatMap((word) =>
    /^\p{Script=Han}/u.test(word)
      ? [...word].slice(1).map((letter, at) => `${[...word][at]}${letter}`)
      : [/^\p{Script=Hangul}/u.test(word) ? word.slice(0, 2) : word],
  );
  return new Set(words.filter((word) => !COMMON.has(word)).map(stem));
}

const isAction = (word: string): boolean => ACTION.test(word) || ACTION.test(`${word}e`);

interface Shared {
  readonly count: number;
  /** They share what it is about, or the one names no more than an action of the other. */
  readonly isSpecific: boolean;
}

function sharedWords(message: string, rule: string): Shared {
  const words = [...wordsOf(message)];
  const known = wordsOf(rule);
  const shared = words.filter((word) => known.has(word));
  const isSpecific = shared.some((word) => !isAction(word)) || words.every(isAction);
  return { count: shared.length, isSpecific: shared.length > 0 && isSpecific };
}

/** Whether a text says that a rule is over: about the rule, or right after it without naming anything. */
function relaxes(text: string, rule: string, isRecent: boolean): boolean {
  const words = lowered(text);
  if (TAKES_BACK.test(words) && (sharedWords(text, rule).count > 0 || (isRecent && words.length <= MAX_BARE)))
    return true;
  return sentencesIn(words).some((sentence) => permits(sentence) && sharedWords(sentence, rule).isSpecific);
}

const UNTIL_TOLD =
  /(?<!\p{L})(?:(?:until|unless|before) i (?:say|tell|ask|confirm)|bis ich (?:es )?\p{L}+|hasta que (?:yo )?(?:te )?(?:lo )?diga|(?:tant que|avant que) je|até eu (?:dizer|falar)|пока я не)(?!\p{L})|言うまで|指示するまで|等我|말할 때까지/u;

/** Whether a message permits what a rule forbids until the person says so. */
export const isReleased = (message: string, rule: string): boolean =>
  UNTIL_TOLD.test(lowered(rule)) &&
  sentencesIn(lowered(message)).some(
    (sentence) => permits(sentence) && sharedWords(sentence, rule).count > 0,
  );

/** Whether a message says of a rule that it is over, or permits what it forbids. */
export const relaxesRule = (message: string, rule: string): boolean =>
  relaxes(message, rule, false) || isReleased(message, rule);

/** "Skip the tests-first thing" of "always write tests first". */
const SKIPS =
  /(?<!\p{L})(?:skip|drop|forget|never ?mind|no more|vergiss|lass|olvida|salta|laisse tomber|oublie|esquece)(?!\p{L})/u;
/** "Back to npm" of "never npm". */
const GOES_BACK =
  /(?<!\p{L})(?:back to|zurück zu|volve(?:mos|r) a|vuelve a|retour à|volta(?:mos)? (?:a|para)) (?:the |el |la )?([\p{L}\p{N}_-]{2,})/gu;
/** "You can commit without asking" of "never commit without asking me". */
const WITHOUT = /(?<!\p{L})(?:without|ohne|sin|sans|sem) (\p{L}{3,})/u;

function undoes(words: string, rule: string): boolean {
  const isForbidden = (name: string): boolean =>
    new RegExp(
      `(?<!\\p{L})(?:never|not|no|nie|kein\\p{L}*|nicht|nunca|jamais)(?: \\p{L}+){0,2} ${name}(?!\\p{L})`,
      'u',
    ).test(rule);
  if ([...words.matchAll(GOES_BACK)].some(([, name = '']) => isForbidden(name))) return true;
  const limit = WITHOUT.exec(rule)?.[1];
  if (
    limit !== undefined &&
    WITHOUT.exec(words)?.[1] === limit &&
    PERMITS.some((pattern) => pattern.test(words))
  )
    return sharedWords(words, rule).count >= 2;
  return SKIPS.test(words) && !NEGATIVE.test(rule) && sharedWords(words, rule).count >= 2;
}

/** Whether a later message of the person takes a rule back, permits what it forbids, or asks for it. */
export function takesBack(message: string, rule: string, isRecent: boolean): boolean {
  if (relaxes(message, rule, isRecent) || isReleased(message, rule)) return true;
  const words = lowered(message);
  if (sentencesIn(words).some((sentence) => undoes(sentence, lowered(rule)))) return true;
  const isStopped = (sentence: string) => STOPS.test(sentence) && sharedWords(sentence, rule).isSpecific;
  // To stop what a rule forbids is to follow it.
  if (sentencesIn(words).some(isStopped)) return !NEGATIVE.test(lowered(rule));
  const { count, isSpecific } = sharedWords(message, rule);
  if (TAKES_BACK.test(words) || count < 2 || !isSpecific || !asksForIt(message, rule)) return false;
  return NEGATIVE.test(lowered(rule)) && !NEGATIVE.test(words) && !IS_ASKED.test(words.trim());
}

/** Words of a rule that are further apart are about something else. */
const MAX_APART = 6;

/** Whether a text names what a rule forbids, by its verb if it has one, in the words of one clause. */
function asksForIt(text: string, rule: string): boolean {
  const known = wordsOf(rule);
  const verbs = [...wordsOf((lowered(rule).match(WORD) ?? []).filter((word) => ACTION.test(word)).join(' '))];
  return sentencesIn(text).some((sentence) => {
    const words = lowered(sentence).match(WORD) ?? [];
    const places = words.flatMap((word, at) =>
      [...wordsOf(word)].some((one) => known.has(one)) ? [at] : [],
    );
    const named = wordsOf(sentence);
    const isNear = places.some(
      (at, index) => (places[index + 1] ?? Number.POSITIVE_INFINITY) - at <= MAX_APART,
    );
    return isNear && (verbs.length === 0 || verbs.some((verb) => named.has(verb)));
  });
}

/** So many of the words of a request must come again where it is taken back. */
const SHARE_TAKEN_BACK = 0.25;

export const takesSomethingBack = (message: string): boolean => TAKES_BACK.test(lowered(message));

/** Whether a message that takes something back takes back what an earlier one asked for: it is about the same. */
export function takesBackRequest(message: string, earlier: string): boolean {
  const { count } = sharedWords(message, earlier);
  return count >= 2 && count >= wordsOf(earlier).size * SHARE_TAKEN_BACK;
}
