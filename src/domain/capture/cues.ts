/** Words by which people and agents say in so many words what they mean. Precision first: a cue that is right most
 *  of the time is not here. Tested one by one in test/domain/capture/statements.test.ts. */

/** Whole words, in any case, in any script. */
const word = (source: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'iu');
const anywhere = (source: string) => new RegExp(source, 'iu');
/** At the beginning, after words that only lead in. */
const opening = (source: string) =>
  new RegExp(
    `^(?:(?:please|also|and|but|so|then|ok(?:ay)?|yes|no|right|alright|sure|fine|oh|btw|again|remember|important|note|rule|bitte|und|aber|auch|also|gut|wichtig|et|mais|attention|y|pero|e|ma|ma anche|en|maar|и|но)[,:;!.]? +)*(?:${source})`,
    'iu',
  );
const label = (source: string) => new RegExp(`^[^\\p{L}]{0,6}(?:${source})\\s*[:：]\\s*\\S`, 'iu');

export const DECISION: readonly RegExp[] = [
  word(
    "(?:we|I)(?:['’]ve| have)?(?: just| now| also| finally| already| all)? (?:decided|agreed|settled|opted)(?! (?:any|nothing|yet|whether|if|what|how|which|that you))",
  ),
  word("(?:I|we)(?:['’]ve| have)? (?:chose|chosen) .{2,160} (?:because|since|over|instead of|rather than)"),
  word("(?:we|I)(?:['’]ll| will|['’]re| are|['’]m| am)?(?: now| then)? (?:go|going|went|stick|sticking) with"),
  word("let['’]?s (?:go with|go for|stick with|stick to|settle on|stay with)"),
  word(
    "(?:I|we)(?:['’]ll| will|['’]m going to|['’]re going to|['’]ve)? (?:use|used|keep|kept|take) .{2,120} (?:instead of|rather than) .{2,200} (?:because|since|so that|as it|as this|as we|to avoid)",
  ),
  label('(?:final |the )?decision'),

  word('(?:wir|ich) hab(?:en|e) .{0,80}(?:entschieden|beschlossen|geeinigt)'),
  word('(?:wir|ich) entscheiden? (?:uns|mich) (?:für|gegen)'),
  word('(?:wir|ich) (?:nehmen?|verwenden?|benutzen?) .{1,120} (?:statt|anstatt|anstelle)'),
  word('wir bleiben bei'),
  label('Entscheidung|Beschluss'),

  word("(?:on a|nous avons|j['’]ai) décidé"),
  word('(?:on part|partons|on reste|restons) (?:sur|avec)'),
  label('décision'),

  word('(?:hemos|he) decidido|decidimos|nos quedamos con'),
  label('decisión'),
  word('decidi(?: que| usar| manter)|ficamos com'),
  label('decisão'),
  word('(?:abbiamo|ho) deciso'),
  label('decisione'),
  word('(?:we|wij) hebben .{0,60}besloten|ik heb .{0,60}besloten|we gaan voor'),
  label('besluit|beslissing'),

  anywhere(
    'ことにし(?:ます|た|ました|ましょう)(?!か)|に決め(?:た|ました|ます)(?!か)|に決定(?:し|です)|で(?:いき|行き)ましょう|を採用(?:します|しました|する)(?!か)',
  ),
  label('決定'),
  anywhere('(?:我们|我們|我)(?:已经|已經|最终|最終)?(?:决定|決定)|(?:那就|就)(?:采用|採用|选用|選用)|(?:决定|決定)(?:采用|採用|使用)'),
  label('决定'),
  word('(?:мы|я) решил[иа]?|решено|останов(?:имся|ились) на'),
  label('решение'),
];

/** Only where a person says it: an agent says the same of its next step. */
export const DECISION_OF_PERSON: readonly RegExp[] = [
  word("let['’]?s (?:use|drop|switch to|move to|leave out|keep (?:using|our|the (?:current|existing|old|present)|it as))"),
  opening("we(?:['’]ll| will)? keep (?:using|our|the|it as)"),
  opening("we(?:['’]ll| will) (?:use|stay with|drop)"),
  opening("we(?: will not|['’]?ll not| won['’]?t) (?:support|use|ship|add|build|offer)"),
  opening('(?!.*(?<!\\p{L})(?:what|that|how|so|this|here|there|as|where|who|why|when|if|I|you|look|see)(?!\\p{L}))(?:[^\\s,.!?]+ ){1,4}it is[.!]*$'),
  opening('go with (?!(?:it|that|this|your|yours|the (?:first|second|third|last|other|former|latter)|option|[a-d1-9])(?![\\p{L}\\p{N}]))'),
];

export const REVERSAL =
  /(?<!\p{L})(?:on second thoughts?|after all|changed? (?:my|our) minds?|scrap that|forget that|actually|instead|doch lieber|stattdessen|doch nicht|finalement|en fait|al final|mejor|pensándolo bien|na verdade|alla fine|anzi|toch maar|やっぱり|还是|還是|всё-таки|все-таки|вместо этого)(?!\p{L})/iu;

/** What is asked, supposed or conditional is not stated. */
export const IS_ASKED = /[?？]["'”’)]*$|か[。.]?$|吗[。.]?$/u;
export const IS_SUPPOSED =
  /^(?:if|whether|unless|once|until|suppose|assuming|maybe|perhaps|should|shall|could|would|can|do|does|did|have|has|had|is|are|was|were|what|why|how|when|which|falls|wenn|ob|vielleicht|soll|sollte|si|peut-être|quizás?|tal vez|se|talvez|forse|als|misschien|もし|如果|也许|если|может)(?!\p{L})/iu;
/** In front of a cue, these turn it round. */
export const SUPPOSED_BEFORE =
  /(?<!\p{L})(?:if|whether|unless|until|once|before|suppose|assuming|could|would|might|should|may|not|never|nobody|falls|wenn|ob|sobald|si|quand|se|als|если)(?!\p{L})[^,;:]*$/iu;

const UNTOUCHED = 'touch|push|commit|deploy|publish|delete|drop|merge|edit|modify|rename|break|overwrite|force';
/** What one can be told to do. With any other word behind it, "always" describes rather than demands. */
const DO =
  `${UNTOUCHED}|use|run|write|add|change|remove|release|ask|check|test|verify|include|keep|put|make|let|store|log|expose|show|send|call|` +
  'import|install|create|update|upgrade|move|return|read|respond|answer|reply|format|follow|raise|lower|set|skip|mock|cache|assume|guess|' +
  'hard-?code|disable|enable|bypass|rebase|squash|wrap|await|throw|swallow|catch|print|leave|start|stop|open|close|do|give|tell|explain|say|' +
  'rely|depend|trust|access|connect|query|generate|translate|document|validate|escape|sanitize|copy|reuse|reset|revert|tag|bump|sign|' +
  'encrypt|hash|mention|speak|work|define|declare|review|approve|confirm|propose|suggest|commit|kill|restart|bind|link|mix|quote|cite';

/** Standing rules; only a person makes them. */
export const CONSTRAINT: readonly RegExp[] = [
  opening(`(?:never|always)(?: ever| again)? (?:${DO})(?!\\p{L})`),
  anywhere(`[,;:–—-] (?:but |and )?(?:never|always) (?:${DO})(?!\\p{L})`),
  opening('(?:under no circumstances|from now on)(?!\\p{L})'),
  opening(`do(?:n['’]?t| not) ever (?:${DO})(?!\\p{L})`),
  opening(`do(?:n['’]?t| not) (?:${UNTOUCHED})(?!\\p{L})`),
  anywhere(`[,;:–—-] (?:but|and) do(?:n['’]?t| not) touch(?!\\p{L})`),
  word("must (?:never|always)|must(?: not|n['’]?t)(?! be (?:that|so|too|this))|must (?:stay|remain) "),

  opening('(?:niemals|nie(?! wieder)|auf keinen Fall|unter keinen Umständen|ab (?:jetzt|sofort)) \\p{L}'),
  opening('immer (?!wenn|noch|mehr|wieder|dann|diese?|der|die|das)\\p{L}.*en[.!]*$'),
  word('d(?:arf|ürfen|arfst) .{0,80}(?:nicht|nie|niemals|keine?[nrsm]?)'),
  opening('fass(?:t|en Sie)? .{1,80} nicht an'),

  opening('ne (?:touche[rz]?|modifie[rz]?|change[rz]?|pousse[rz]?|supprime[rz]?|mets?|mettez) (?:pas|jamais)'),
  opening('ne \\p{L}+ jamais'),
  word('il ne faut (?:pas|jamais)'),

  opening('(?:nunca|jamás) \\p{L}+(?:as|es)(?!\\p{L})'),
  opening('no (?:toques|modifiques|cambies|borres|subas)(?!\\p{L})'),
  opening('(?:nunca|não) (?:altere|mexa|toque|apague|remova|publique|escreva|devolva|modifique|mude|exponha|envie|use)(?!\\p{L})'),
  opening('non toccare|non \\p{L}+(?:are|ere|ire) mai|mai \\p{L}+(?:are|ere|ire)'),
  opening('nooit \\p{L}.*en[.!]*$|blijf (?:af van|van)|raak .{1,60} niet aan'),

  anywhere('(?:絶対に|決して)[^。]*(?:ない|禁止)|必ず[^。]*(?:こと|してください|して下さい)|(?:禁止(?:です)?|触らないで(?:ください)?)[。.!！]?$'),
  anywhere('(?:千万|绝对|絕對|永远|永遠)(?:不要|不能|不可|别|別|不许)|切勿|务必|務必|(?:不要|别|別)(?:动|動|碰)'),
  anywhere('(?<!\\p{L})(?:никогда не \\p{L}+(?:и|й|йте|ите|ь|ьте)|не трогай(?:те)?|ни в коем случае)(?!\\p{L})'),
];

/** For the moment only. */
export const PASSING =
  /(?<!\p{L})(?:yet|for now|right now|just now|at the moment|today|this time|until (?:I|we|you)|before (?:I|we)|first|vorerst|noch nicht|im Moment|heute|pour l['’]instant|por ahora|por enquanto|per ora|voorlopig|пока|今は|まだ|暂时|先)(?!\p{L})/iu;

export const PREFERENCE: readonly RegExp[] = [
  word('I (?:strongly |generally |usually |really |always )?prefer (?!(?:the )?(?:first|second|third|latter|former|option|this|that|it|one|your|a|b)(?!\\p{L}))'),
  word('ich bevorzuge|je préfère|prefiero|prefiro|preferisco|ik heb liever|я предпочитаю'),
  anywhere('のほうが好き|我更喜欢|我更喜歡'),
];

export const WARNING: readonly RegExp[] = [
  /^[^\p{L}]{0,4}(?:(?:warning|caution|careful|be careful|beware|watch out|danger)\s*(?:[:!,—–-]|of |with |not to )|(?:heads[- ]up|gotcha)\s*[:—–])/iu,
  /^[^\p{L}]{0,4}(?:Achtung|Vorsicht|Attention|Cuidado|Ojo|Atención|Atenção|Attenzione|Occhio|Let op|Pas op|Внимание|Осторожно)\s*[:!,—–-]/iu,
  /^[^\p{L}]{0,4}(?:注意|警告)[:：！!]/u,
];

/** Where something went wrong and why: said by itself it is a lesson. */
export const CAUSE: readonly RegExp[] = [
  word('(?:the )?root cause(?: here)?(?: is| was|:)|the culprit(?: is| was|:)'),
  opening('(?:well,? |ah,? |so )?(?:it )?turn(?:s|ed) out (?:that )?(?:the|we|our|it|this|these|there|a|an|[`\\p{Lu}])'),
  label('lessons? learned'),
  word('die Ursache (?:ist|war|liegt|lag)|(?:es )?stellt(?:e)? sich heraus|la cause (?:est|était)|il s[’\']avère'),
  word('la causa (?:es|era|è)|resulta que|a causa (?:é|era)|de oorzaak (?:is|was)|оказалось|причина (?:в том|была)'),
  anywhere('原因は|根本原因|原因是'),
];

/** The same with less weight: it explains an error that was overcome, and is nothing without one. */
export const EXPLANATION: readonly RegExp[] = [
  word('the (?:real |actual )?(?:problem|issue|bug|reason|cause|error) (?:was|is|comes|came)'),
  word('(?:that|this|it) (?:failed|fails|broke|happened|happens|is|was) because'),
  word('das (?:Problem|liegt|lag) (?:ist|war|daran)|le problème (?:est|était|vient)|el problema (?:es|era|está)'),
];

export const UNSURE =
  /(?<!\p{L})(?:might|could be|may be|maybe|perhaps|probably|likely|possibly|suspect|suspicion|I think|guess|seems|vielleicht|wahrscheinlich|vermutlich|peut-être|sans doute|quizás?|probablemente|talvez|forse|misschien|waarschijnlijk|かもしれ|可能|может быть|наверное)(?!\p{L})/iu;

export const GIVING_UP: readonly RegExp[] = [
  word("(?:does(?:n['’]?t| not)|did(?:n['’]?t| not)|do(?:n['’]?t| not)|won['’]?t|will not|can(?:not|['’]?t)) work|dead end"),
  word("revert(?:ing|ed)?|roll(?:ing|ed)? (?:it |this |that |everything )?back|(?<!n['’]t |not |never )giv(?:e|ing) up|gave up|abandon(?:ing|ed)?|go(?:ing)? back to the (?:old|previous|original)"),
  word('(?:funktioniert|klappt|geht) (?:so )?nicht|verwerfen?|rückgängig|Sackgasse'),
  word('ne (?:marche|fonctionne) pas|abandonn\\p{L}+|no funciona|descart\\p{L}+|não funciona|non funziona|werkt niet'),
  anywhere('うまくいか(?:ない|なかった)|元に戻|断念|行不通|放弃|放棄|撤销|не (?:сработало|работает)|откат'),
];

/** Said with its reason it is a lesson by itself. */
export const GAVE_UP_FOR_A_REASON = word(
  "(?:gave up on|giving up on|given up on|abandon(?:ed|ing)|reverted|reverting|rolled back|backed out) .{3,160} (?:because|since|as it|as this|as the)",
);

const GO_ON = '(?:start|begin|continue|resume|go on|carry on|pick up|take up|do|work on|finish|first thing)';
/** What a person wants to begin with next time. */
export const FOCUS: readonly RegExp[] = [
  word(`(?:next (?:time|session)|tomorrow|on monday) .{0,60}${GO_ON}`),
  word(`${GO_ON} .{0,100}(?:next (?:time|session)|tomorrow|on monday)`),
  word('(?:morgen|(?:das )?nächste(?:s)? Mal|nächste Sitzung) .{0,80}(?:weiter|mach\\p{L}*|fang\\p{L}*|beginn\\p{L}*)'),
  word('(?:demain|la prochaine fois) .{0,80}(?:on |nous |commen\\p{L}+|reprend\\p{L}+|continu\\p{L}+)'),
  word('(?:mañana|la próxima (?:vez|sesión)|amanhã|da próxima vez|domani|la prossima volta|de volgende keer) .{0,80}(?:con |com |da |met |segui\\p{L}+|empez\\p{L}+|continu\\p{L}+|começ\\p{L}+|riprend\\p{L}+|cominci\\p{L}+|verder)'),
  anywhere('(?:次回|明日)[^。]*(?:から|始め|続け)|(?:下次|明天)[^。]*(?:从|從|继续|繼續|开始|開始)|(?:завтра|в следующий раз)[^.]*(?:начн|продолж)'),
];

/** The heading, or the first words, of what an agent says it left undone. */
export const REMAINING =
  /^[^\p{L}]{0,6}(?:still (?:to do|open|missing|outstanding|left)|to[- ]?dos?|remaining(?: work| tasks| items| steps)?|left to do|not (?:yet )?(?:done|finished|implemented)(?: yet)?|open (?:points|questions|issues|items)|outstanding|next steps?|pending|noch offen|offen|noch zu tun|nächste Schritte|reste à faire|pendientes?|falta|pendente|da fare|nog te doen|残り|残タスク|未対応|待办|剩下|未完成|осталось)\s*[:：]\s*(.*)$/iu;
export const ONLY_OFFERED = /(?<!\p{L})(?:optional|if you (?:want|like|wish)|let me know|falls gewünscht|wenn du (?:willst|möchtest)|si (?:tu veux|vous voulez|quieres)|se vuoi|se quiser|als je wilt)(?!\p{L})/iu;

/** Acknowledgements ask for nothing. */
export const SLIGHT_WORDS = new Set(
  (
    'thanks thank you very much a lot ok okay k yes yep yeah no great nice perfect cool awesome good fine super continue go on ahead please sure done right ' +
    'danke ja nein gut prima toll weiter bitte mach merci oui non parfait continue gracias sí si vale perfecto obrigado obrigada sim grazie sì bene perfetto bedankt dank goed ' +
    'ありがとう ありがとうございます はい お願いします 了解 谢谢 好的 好 继续 嗯 спасибо да хорошо продолжай hi hello hey hallo salut hola'
  ).split(' '),
);
