import { patterns } from './pattern.ts';

const PROTECTED_ACTIONS =
  'touch|push|commit|deploy|publish|delete|drop|merge|edit|modify|rename|break|overwrite|force';

/** Verbs of instructions. With any other word "always" describes and does not demand. */
const ACTIONS =
  `${PROTECTED_ACTIONS}|use|run|write|add|change|remove|release|ask|check|test|verify|include|keep|put|make|let|store|log|expose|show|send|call|` +
  'import|install|create|update|upgrade|move|return|read|respond|answer|reply|format|follow|raise|lower|set|skip|mock|cache|assume|guess|' +
  'hard-?code|disable|enable|bypass|rebase|squash|wrap|await|throw|swallow|catch|print|leave|start|stop|open|close|do|give|tell|explain|say|' +
  'rely|depend|trust|access|connect|query|generate|translate|document|validate|escape|sanitize|copy|reuse|reset|revert|tag|bump|sign|' +
  'encrypt|hash|mention|speak|work|define|declare|review|approve|confirm|propose|suggest|kill|restart|bind|link|mix|quote|cite|support';

const DO_NOT = "do(?:n'?t| not)";

const ACTIONS_GERMAN =
  '(?:(?:ver)?änder|lösch|verwend|benutz|nutz|push|committ?|deploy|schreib|überschreib|rühr|entfern|mach|installier|veröffentlich|bearbeit|modifizier|füg|setz|stell|ruf|lass|starte?|fass)(?:e|t|en sie)?';
const NEVER_GERMAN = '(?:auf keinen fall|niemals|nie(?! wieder)|unter keinen umständen)';

/** Words that make an instruction permanent. */
export const STANDING =
  '(?<![a-z])(?:everywhere|throughout|every time|as a rule|in general|in this (?:repo|repository|project|codebase))<E>';

/** Permanent rules; only a person states them. */
export const CONSTRAINT = patterns({
  words: [
    "must (?:never|always|stay|remain)|must(?: not|n'?t)(?! be (?:that|so|too|this))",
    'd(?:arf|ürfen|arfst) .{0,80}(?:nicht|nie|niemals|keine?[nrsm]?)',
    'il ne faut (?:pas|jamais)',
    "from now on|ab (?:jetzt|sofort)|à partir de maintenant|a partir de (?:ahora|agora)|d'ora in poi|vanaf nu|отныне",
    'никогда не <L>+(?:и|й|йте|ите|ь|ьте)|не трогай(?:те)?|ни в коем случае',
  ],
  openings: [
    // The list of verbs occurs once, because a pattern with several copies of it is slow to compile.
    `(?:(?:(?:we(?:'ll| will| shall) )?(?:never|always)(?: ever| again)?)|${DO_NOT} ever) (?:${ACTIONS})<E>`,
    'under no circumstances<E>',
    `${DO_NOT} <L>+<E>.{1,80} without (?:asking|permission|telling|my)<E>`,
    `${DO_NOT} (?:${PROTECTED_ACTIONS})<E>`,
    'leave (?!(?:me|him|her|us|them|it|that|this)<E>)\\S.{0,60} alone<E>',
    '(?:keep (?:your )?hands off|hands off|keep out of|stay out of|stay away from) ',
    `${NEVER_GERMAN} <L>`,
    'immer (?!wenn|noch|mehr|wieder|dann|diese?|der|die|das)<L>.*en[.!]*$',
    'fass(?:t|en sie)? .{1,80} nicht an<E>',
    `${ACTIONS_GERMAN} (?:.{1,80} )?${NEVER_GERMAN}<E>`,
    '(?:(?:ver)?änder|lösch|überschreib|entfern|modifizier)(?:e|t|en sie)? .{1,80} nicht[.!]*$',
    `use<E>.{1,120}, not .{1,80}${STANDING}`,
    'ne (?:touche[rz]?|modifie[rz]?|change[rz]?|pousse[rz]?|supprime[rz]?|mets?|mettez) (?:pas|jamais)<E>',
    'ne <L>+ (?:jamais|en aucun cas|sous aucun prétexte)<E>',
    '(?:en aucun cas|sous aucun prétexte|bajo ningún concepto|en ningún caso|em hipótese alguma|in nessun caso|onder geen beding),? <L>',
    '(?:nunca|jamás) <L>+(?:as|es)<E>',
    'no (?:toques|modifiques|cambies|borres|subas)<E>',
    '(?:nunca|não) (?:altere|mexa|toque|apague|remova|publique|escreva|devolva|modifique|mude|exponha|envie|use)<E>',
    'non (?:toccare|modificare|cambiare|cancellare|eliminare|pubblicare)<E>|non <L>+(?:are|ere|ire) mai<E>|mai <L>+(?:are|ere|ire)<E>',
    'nooit <L>.*en[.!]*$|blijf (?:af van|van)<E>|raak .{1,60} niet aan<E>|(?:wijzig|verander|verwijder) .{1,60} niet[.!]*$',
    'не (?:меняй|изменяй|удаляй|правь|пушь|коммить)(?:те)?<E>|nie (?:zmieniaj|ruszaj|usuwaj|modyfikuj)(?:cie)?<E>',
  ],
  parts: [
    `[,;:–—-] (?:but |and )?(?:never|always) (?:${ACTIONS})<E>`,
    `[,;:–—-] (?:but|and) ${DO_NOT} touch<E>`,
    '(?:絶対に|決して)[^。]*(?:ない|禁止)|必ず[^。]*(?:こと|してください|して下さい)',
    '[,;:–—-] (?:please )?(?:remember|keep in mind) (?:that|this|it)[.!]*$',
    '(?:変更|修正|削除|編集|コミット|プッシュ|デプロイ|公開)しないで(?:ください|下さい)?[。.!！]?$',
    '(?:(?<!要)不要|请勿|請勿|不得|不准|不许|不許|禁止|(?<![特分区區级級类類性个個识識])[别別])(?:再|直接|擅自|随便|隨便)?(?:修改|改动|改動|更改|删除|刪除|提交|推送|覆盖|覆蓋|部署|发布|發布|合并|合併|重命名)',
    '(?:절대|결코)[^.]*(?:마세요|마라|말아|마십시오|말 것)|(?:수정|변경|삭제|커밋|푸시|배포)하지 (?:마|말)',
    '今後は|从现在起|從現在起|以后都',
    '(?:禁止(?:です)?|触らないで(?:ください)?)[。.!！]?$',
    '(?:千万|绝对|絕對|永远|永遠)(?:不要|不能|不可|别|別|不许)|切勿|务必|務必|(?:不要|别|別)(?:动|動|碰)',
  ],
});

/** Valid only for now, so not a rule. */
export const TEMPORARY = patterns({
  words: [
    'yet|for now|right now|just now|at the moment|today|this time|until (?:i|we|you)|before (?:i|we)',
    "vorerst|noch nicht|im moment|heute|pour l'instant|por ahora|por enquanto|per ora|voorlopig|пока",
  ],
  parts: ['今は|まだ|暂时'],
});

export const PREFERENCE = patterns({
  words: [
    'i (?:strongly |generally |usually |really |always )?prefer(?! (?:the )?(?:first|second|third|latter|former|option|this|that|it|one|your|a|b)<E>)',
    'ich bevorzuge|je préfère|prefiero|prefiro|preferisco|ik heb liever|я предпочитаю',
  ],
  parts: ['のほうが好き|我更喜欢|我更喜歡'],
});
