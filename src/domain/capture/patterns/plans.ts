import { patterns } from './pattern.ts';

const CONTINUE =
  '(?:start|begin|continue|resume|go on|carry on|pick up|take up|do|fix|work on|finish|first thing)';

/** What a person wants to start with next time. */
export const FOCUS = patterns({
  words: [
    `(?:next (?:time|session)|tomorrow|on monday) .{0,60}${CONTINUE}`,
    `${CONTINUE} .{0,100}(?:next (?:time|session)|tomorrow|on monday)`,
    '(?:morgen|(?:das )?nächstes? mal|nächste sitzung) .{0,80}(?:weiter|mach<L>*|fang<L>*|beginn<L>*)',
    '(?:demain|la prochaine fois) .{0,80}(?:on|nous|commen<L>+|reprend<L>+|continu<L>+)',
    '(?:mañana|la próxima (?:vez|sesión)|amanhã|da próxima vez|domani|la prossima volta|de volgende keer) .{0,80}(?:con|com|da|met|segui<L>+|empez<L>+|continu<L>+|começ<L>+|riprend<L>+|cominci<L>+|verder)',
    '(?:завтра|в следующий раз) .{0,80}(?:начн|продолж)<L>*',
  ],
  parts: ['(?:次回|明日)[^。]*(?:から|始め|続け)', '(?:下次|明天)[^。]*(?:从|從|继续|繼續|开始|開始)'],
});

const DAYS =
  '(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|next week|next month|next time|another day|later)';

/** What a person postpones. */
export const POSTPONED = patterns({
  words: [
    `(?:that|this|it|they|which)(?:'s| is| are)? (?:for|can wait until|has to wait until|waits until) ${DAYS}`,
    "(?:we|i|let'?s)(?:'ll| will| can| should)? (?:do|fix|handle|tackle|look at|deal with|add|write|clean up|test) .{1,80} (?:later|another time|next week|some other (?:day|time))",
    "i(?:'ll| will) (?:do|run|ask|call|deploy|merge|check|fix|test|send|handle|talk to|take care of) .{0,80}(?:myself|tonight|later|next week)",
    '(?:machen wir|mache ich|das machen wir) .{0,60}(?:später|ein andermal|nächste woche)',
    "on (?:verra|fera|s'en occupera) .{0,40}plus tard|(?:lo|la) (?:vemos|hacemos) (?:después|más tarde)|fica para depois|lo facciamo dopo|doen we later",
    '(?:потом|позже) (?:сделаем|посмотрим)',
  ],
  parts: ['(?:後で|あとで)(?:やり|対応|直)', '(?:以后|之后|回头)再(?:说|做|弄)'],
});

/** The agent reports what earlier sessions left, which is stored already. */
export const RECAP = patterns({
  words: [
    'hand-?offs?|orientation|boot report|throughline|(?:last|previous|earlier|prior) sessions?|(?:we|you) left off',
    'übergabe|letzten? sitzung|dernière session|última sesión|última sessão|ultima sessione|vorige sessie|прошлой сессии',
  ],
  parts: ['前回|引き継ぎ|上次|交接'],
});

/** A heading of remaining work; the text after the colon belongs to it. */
export const REMAINING_HEADING =
  /^(?:still (?:to do|open|missing|outstanding|left)|to[- ]?dos?|remaining(?: work| tasks| items| steps| issues)?|what(?:'s| is) (?:left|missing|still open)|what remains|left to do|not (?:yet )?(?:done|finished|implemented)(?: yet)?|open (?:points|questions|issues|items)|outstanding(?: issues| items)?|next steps?|pending(?: tasks| items)?|noch offen|offen(?:e punkte)?|noch zu tun|nächste schritte|reste à faire|prochaines étapes|pendientes?|falta|próximos pasos|pendente|próximos passos|da fare|prossimi passi|nog te doen|volgende stappen|残り|残タスク|未対応|今後の作業|待办|剩下|未完成|下一步|осталось|следующие шаги)\s*(?:[:：]|$)/;

export const LEFT_TO_PERSON = patterns({
  words: [
    "you(?:'ll| will)? (?:need|have) to|you (?:may|might) want to|don't forget to|remember to",
    'du musst noch|sie müssen noch|denk(?:en sie)? daran|il (?:te|vous) faudra|tendrás que|terá que|dovrai|je moet nog|вам нужно будет',
  ],
  parts: ['必要があります|你需要|您需要|记得要'],
});

export const PROPOSED = patterns({
  words: [
    "i(?:'d| would)(?! (?:be|love|like|need|say|think|guess))|i (?:suggest|recommend|propose)|my (?:suggestion|recommendation)",
    'ich würde|ich schlage vor|ich empfehle|je (?:propose|suggère|recommande)|(?:propongo|sugiero|recomiendo|sugiro|recomendo|suggerisco|consiglio)|ik stel voor|предлагаю',
  ],
  parts: ['提案します|建议'],
});

export const AGREED = patterns({
  openings: [
    "(?:agreed|sounds good|go ahead|go for it|do (?:it|that|this)|let'?s do (?:it|that|this)|makes sense|works for me)<E>",
    "(?:einverstanden|mach das|machen wir so|d'accord|vas-y|on fait ça|de acuerdo|hazlo|adelante|combinado|pode fazer|faz isso|va bene|facciamo così|akkoord|doe dat|согласен|давай так)(?:<E>)",
    'そうしましょう|それで(?:お願い|いき)|同意|就这样|就這樣',
  ],
});

export const ONLY_OFFERED = patterns({
  words: [
    'optional|if you (?:want|like|wish)|let me know',
    'falls gewünscht|wenn du (?:willst|möchtest)|si (?:tu veux|vous voulez|quieres)|se vuoi|se quiser|als je wilt',
  ],
});
