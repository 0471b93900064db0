import { cues } from './pattern.ts';

const UNTOUCHED =
  'touch|push|commit|deploy|publish|delete|drop|merge|edit|modify|rename|break|overwrite|force';

/** What one can be told to do. With any other word behind it, "always" describes rather than demands. */
const DO =
  `${UNTOUCHED}|use|run|write|add|change|remove|release|ask|check|test|verify|include|keep|put|make|let|store|log|expose|show|send|call|` +
  'import|install|create|update|upgrade|move|return|read|respond|answer|reply|format|follow|raise|lower|set|skip|mock|cache|assume|guess|' +
  'hard-?code|disable|enable|bypass|rebase|squash|wrap|await|throw|swallow|catch|print|leave|start|stop|open|close|do|give|tell|explain|say|' +
  'rely|depend|trust|access|connect|query|generate|translate|document|validate|escape|sanitize|copy|reuse|reset|revert|tag|bump|sign|' +
  'encrypt|hash|mention|speak|work|define|declare|review|approve|confirm|propose|suggest|kill|restart|bind|link|mix|quote|cite';

const DO_NOT = "do(?:n'?t| not)";

/** Standing rules; only a person makes them. */
export const CONSTRAINT = cues({
  words: [
    "must (?:never|always|stay|remain)|must(?: not|n'?t)(?! be (?:that|so|too|this))",
    'd(?:arf|ürfen|arfst) .{0,80}(?:nicht|nie|niemals|keine?[nrsm]?)',
    'il ne faut (?:pas|jamais)',
    "from now on|ab (?:jetzt|sofort)|à partir de maintenant|a partir de (?:ahora|agora)|d'ora in poi|vanaf nu|отныне",
    'никогда не <L>+(?:и|й|йте|ите|ь|ьте)|не трогай(?:те)?|ни в коем случае',
  ],
  openings: [
    `(?:never|always)(?: ever| again)? (?:${DO})<E>`,
    'under no circumstances<E>',
    `${DO_NOT} (?:${DO})<E>.{1,80} without (?:asking|permission|telling|my)<E>`,
    `${DO_NOT} ever (?:${DO})<E>`,
    `${DO_NOT} (?:${UNTOUCHED})<E>`,
    'leave (?!(?:me|him|her|us|them|it|that|this)<E>)\\S.{0,60} alone<E>',
    '(?:keep (?:your )?hands off|hands off|keep out of|stay out of|stay away from) ',
    '(?:niemals|nie(?! wieder)|auf keinen fall|unter keinen umständen) <L>',
    'immer (?!wenn|noch|mehr|wieder|dann|diese?|der|die|das)<L>.*en[.!]*$',
    'fass(?:t|en sie)? .{1,80} nicht an<E>',
    'ne (?:touche[rz]?|modifie[rz]?|change[rz]?|pousse[rz]?|supprime[rz]?|mets?|mettez) (?:pas|jamais)<E>',
    'ne <L>+ jamais<E>',
    '(?:nunca|jamás) <L>+(?:as|es)<E>',
    'no (?:toques|modifiques|cambies|borres|subas)<E>',
    '(?:nunca|não) (?:altere|mexa|toque|apague|remova|publique|escreva|devolva|modifique|mude|exponha|envie|use)<E>',
    'non toccare<E>|non <L>+(?:are|ere|ire) mai<E>|mai <L>+(?:are|ere|ire)<E>',
    'nooit <L>.*en[.!]*$|blijf (?:af van|van)<E>|raak .{1,60} niet aan<E>',
  ],
  parts: [
    `[,;:–—-] (?:but |and )?(?:never|always) (?:${DO})<E>`,
    `[,;:–—-] (?:but|and) ${DO_NOT} touch<E>`,
    '(?:絶対に|決して)[^。]*(?:ない|禁止)|必ず[^。]*(?:こと|してください|して下さい)',
    '今後は|从现在起|從現在起|以后都',
    '(?:禁止(?:です)?|触らないで(?:ください)?)[。.!！]?$',
    '(?:千万|绝对|絕對|永远|永遠)(?:不要|不能|不可|别|別|不许)|切勿|务必|務必|(?:不要|别|別)(?:动|動|碰)',
  ],
});

/** For the moment only: no rule. */
export const PASSING = cues({
  words: [
    'yet|for now|right now|just now|at the moment|today|this time|until (?:i|we|you)|before (?:i|we)',
    "vorerst|noch nicht|im moment|heute|pour l'instant|por ahora|por enquanto|per ora|voorlopig|пока",
  ],
  parts: ['今は|まだ|暂时'],
});

export const PREFERENCE = cues({
  words: [
    'i (?:strongly |generally |usually |really |always )?prefer(?! (?:the )?(?:first|second|third|latter|former|option|this|that|it|one|your|a|b)<E>)',
    'ich bevorzuge|je préfère|prefiero|prefiro|preferisco|ik heb liever|я предпочитаю',
  ],
  parts: ['のほうが好き|我更喜欢|我更喜歡'],
});
