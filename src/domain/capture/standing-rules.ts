const LEAD =
  '^(?:(?:please|also|and|but|so|ok(?:ay)?|yes|no|btw|again|remember|important|note|rule|bitte|und|aber|wichtig|et|mais|y|pero|por favor|e|ma|en|maar|и|но)[,:;!.]?\\s+)*';

/** Verbs of instructions. With any other word "always" describes and does not demand. */
const ACTIONS =
  'access|add|answer|approve|ask|assume|await|bump|bypass|cache|call|change|check|close|commit|confirm|connect|copy|create|define|delete|deploy|depend|disable|document|do|drop|edit|enable|escape|explain|expose|follow|force|format|generate|give|guess|hard-?code|import|include|install|keep|leave|let|log|make|mention|merge|mock|modify|move|open|overwrite|print|publish|push|put|query|quote|raise|read|rebase|release|rely|remove|rename|reply|respond|restart|return|reuse|review|run|send|set|show|sign|skip|speak|squash|start|stop|store|suggest|swallow|test|throw|touch|trust|update|upgrade|use|validate|verify|wrap|write';

/** Words that make an instruction permanent, at the start of a sentence or wherever they leave no doubt. */
const PERMANENT: readonly RegExp[] = [
  new RegExp(
    `${LEAD}(?:(?:we |you )?(?:(?:should|must) )?(?:never|always)(?: ever)?|do(?:n'?t| not) ever) (?:${ACTIONS})(?!\\p{L})|${LEAD}under no circumstances`,
    'u',
  ),
  /(?<!\p{L})(?:from now on|must (?:never|always)|(?:should|can) never)(?!\p{L})/u,
  new RegExp(`${LEAD}(?:niemals|nie(?! wieder)|immer(?! noch| wieder| mehr| wenn)) \\p{L}`, 'u'),
  /(?<!\p{L})(?:ab (?:jetzt|sofort)|von nun an|auf keinen fall|unter keinen umständen|d(?:arf|ürfen) (?:\p{L}+ ){0,4}(?:nie|niemals))(?!\p{L})/u,
  new RegExp(
    `${LEAD}(?:toujours|ne \\p{L}+ jamais|siempre|nunca|jamás|sempre|mai|altijd|nooit|всегда|никогда не) \\p{L}`,
    'u',
  ),
  /(?<!\p{L})(?:à partir de maintenant|désormais|dorénavant|en aucun cas|sous aucun prétexte|a partir de (?:ahora|agora)|de ahora en adelante|bajo ningún concepto|en ningún caso|daqui em diante|em hipótese alguma|d'ora in poi|in nessun caso|vanaf nu|onder geen beding|отныне|ни в коем случае)(?!\p{L})/u,
  /今後は|これからは|(?:絶対に|決して)[^。]*(?:ない|禁止)|(?:必ず|常に)[^。]*(?:こと|して)/,
  /从现在(?:起|开始)|從現在(?:起|開始)|以后(?:都|请|要|不要|别)|(?:永远|永遠|千万|千萬|绝对|絕對)(?:不要|不能|不可|别|別|不许)|切勿|务必|務必|一律/,
  /앞으로는?|(?:절대|결코)[^.]*(?:마세요|마라|말아|마십시오|말 것|마\b|안 )|(?:항상|반드시) \p{L}/u,
];
/** What must be left alone. A rule about "it" or "that" is about the task at hand. */
const PROTECTS: readonly RegExp[] = [
  /(?<!\p{L})(?:do(?:n'?t| not) touch|hands off|keep out of|stay out of) (?!(?:it|that|this|them)(?!\p{L}))/u,
  /(?<!\p{L})leave (?!(?:it|that|this|them|me|us)(?!\p{L}))[^.]{1,60} alone(?!\p{L})/u,
  /(?<!\p{L})must(?: not|n'?t)(?! be (?:that|so|too|this))(?!\p{L})/u,
  /(?<!\p{L})d(?:arf|ürfen) (?:\S+ ){0,6}(?:nicht|keine?[nrsm]?)(?!\p{L})|(?<!\p{L})fass(?:t|en sie)? .{1,80} nicht an(?!\p{L})/u,
  /(?<!\p{L})(?:ne touche[rz]? (?:pas|jamais)|no toques|não (?:mexa|toque|altere)|non toccare|blijf (?:af )?van|raak .{1,60} niet aan|не трогай(?:те)?)(?!\p{L})/u,
  /触らないで|変更しないで|不要(?:动|動|碰)|[别別](?:动|動|碰)|건드리지 마/,
];

/** Valid only for now, so not a rule. */
const TEMPORARY =
  /(?<!\p{L})(?:yet|for now|right now|just now|at the moment|today|this time|until|vorerst|noch nicht|heute|pour l'instant|por ahora|por enquanto|per ora|voorlopig|пока)(?!\p{L})|今は|まだ|暂时|暫時|일단|지금은/u;
const TAKES_BACK =
  /(?<!\p{L})(?:scratch that|forget (?:that|about|it|what|the)|never ?mind|ignore (?:that|my|what)|disregard|take (?:that|it) back|on second thoughts?|no longer|drop (?:that|the) rule|(?:you|we) (?:can|may) (?:now|again)|changed my mind|doch nicht|vergiss|nicht mehr|oublie|laisse tomber|olvida|olvídalo|ya no|mejor no|esquece|deixa pra lá|lascia perdere|toch niet|забудь|больше не)(?!\p{L})|やっぱり|取り消|忘れて|算了|不用了|取消|忽略|忘掉|취소|됐어|무시/u;
const NEGATIVE =
  /(?<!\p{L})(?:not|never|no|don'?t|nie|niemals|nicht|kein\p{L}*|jamais|pas|nunca|jamás|mai|non|nooit|niet|не|никогда)(?!\p{L})|ない|禁止|不|别|別|勿|마|말/u;
const IS_ASKED = /[?？]["'”)]*$|か[。.]?$|吗[。.]?$/;
const SENTENCE_END = /\n|(?<=[.!?…]["'”’)\]]{0,2})\s+|(?<=[。！？])/u;
const MAX_SENTENCE = 240;
/** A longer message says what it takes back. */
const MAX_BARE = 40;
/** A longer message is a specification or a text of others, and describes what it contains. */
const MAX_MESSAGE = 1_200;

const lowered = (text: string): string => text.toLowerCase().replaceAll('’', "'");

/** The sentences with which a person states a rule for good. Few, because a wrong rule does more harm than a missing one. */
export function standingRulesIn(message: string): string[] {
  if (message.length > MAX_MESSAGE || message.includes('[pasted:')) return [];
  return message
    .split(SENTENCE_END)
    .map((sentence) => sentence.replace(/^\s*(?:[-*•–]|\d{1,3}[.)])\s+/, '').trim())
    .filter((sentence) => {
      const words = lowered(sentence);
      if (sentence.length > MAX_SENTENCE || IS_ASKED.test(words) || TEMPORARY.test(words)) return false;
      return !TAKES_BACK.test(words) && [...PERMANENT, ...PROTECTS].some((pattern) => pattern.test(words));
    });
}

const WORD = /\p{Script=Han}{2}|\p{Script=Hangul}{2,}|\p{Script=Katakana}{2,}|[\p{L}\p{N}]{4,}/gu;

const sharedWords = (one: string, other: string): number => {
  const known = new Set(lowered(one).match(WORD) ?? []);
  return [...new Set(lowered(other).match(WORD) ?? [])].filter((word) => known.has(word)).length;
};

/** Whether a later message of the person takes a rule back, or asks for what it forbids. */
export function takesBack(message: string, rule: string, isRecent: boolean): boolean {
  const words = lowered(message);
  const shared = sharedWords(message, rule);
  if (TAKES_BACK.test(words)) return shared > 0 || (isRecent && words.length <= MAX_BARE);
  return shared >= 2 && NEGATIVE.test(lowered(rule)) && !NEGATIVE.test(words) && !IS_ASKED.test(words.trim());
}

const WITHDRAWS =
  /^(?:(?:please|sorry|oops|ok(?:ay)?|bitte|perdón|por favor)[\s,.!]+)*(?:ignore|disregard|forget|discard) (?:the |my |that )?(?:last|previous|prior|above|earlier) (?:message|one|comment|prompt|paste|request)|^(?:bitte )?ignorier\p{L}* (?:bitte )?(?:die|meine) (?:letzte|vorige) nachricht|^(?:por favor )?ignora (?:el|mi) (?:último|anterior) mensaje|^(?:前|直前|さっき)のメッセージは?無視|^(?:请)?忽略(?:上|前)一?条|^이전 메시지는? 무시/u;

/** Whether a message withdraws the one before it. */
export const withdrawsMessage = (message: string): boolean => WITHDRAWS.test(lowered(message).trim());
