const LEAD =
  '^(?:(?:please|also|and|but|so|ok(?:ay)?|yes|no|btw|again|remember|important|note|rule|bitte|und|aber|wichtig|et|mais|y|pero|por favor|e|ma|en|maar|и|но)[,:;!.]?\\s+)*';

/** Verbs of instructions. With any other word "always" describes and does not demand. */
const ACTIONS =
  'access|add|answer|approve|ask|assume|await|bump|bypass|cache|call|change|check|close|commit|confirm|connect|copy|create|define|delete|deploy|depend|disable|document|do|drop|edit|enable|escape|explain|expose|follow|force|format|generate|give|guess|hard-?code|import|include|install|keep|leave|let|log|make|mention|merge|mock|modify|move|open|overwrite|print|publish|push|put|query|quote|raise|read|rebase|release|rely|remove|rename|reply|respond|restart|return|reuse|review|run|send|set|show|sign|skip|speak|squash|start|stop|store|suggest|swallow|test|throw|touch|trust|update|upgrade|use|validate|verify|wrap|write';

export const ACTION = new RegExp(`^(?:${ACTIONS})$`, 'u');

/** Words that make an instruction permanent, at the start of a sentence or wherever they leave no doubt. */
export const PERMANENT: readonly RegExp[] = [
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
export const PROTECTS: readonly RegExp[] = [
  /(?<!\p{L})(?:do(?:n'?t| not) touch|hands off|keep out of|stay out of) (?!(?:it|that|this|them)(?!\p{L}))/u,
  /(?<!\p{L})(?:(?:nobody|no one) (?:touches|restarts|changes|edits|deletes|merges|pushes|deploys)|niemand (?:fasst|ändert|löscht|startet|pusht)|(?:nadie|ninguém) (?:toca|mexe|cambia|borra)|personne ne (?:touche|modifie)|nessuno tocca|никто не трогает)(?!\p{L})/u,
  /(?<!\p{L})leave (?!(?:it|that|this|them|me|us)(?!\p{L}))[^.]{1,60} alone(?!\p{L})/u,
  /(?<!\p{L})must(?: not|n'?t)(?! be (?:that|so|too|this))(?!\p{L})/u,
  /(?<!\p{L})d(?:arf|ürfen) (?:\S+ ){0,6}(?:nicht|keine?[nrsm]?)(?!\p{L})|(?<!\p{L})fass(?:t|en sie)? .{1,80} nicht an(?!\p{L})/u,
  /(?<!\p{L})(?:ne touche[rz]? (?:pas|jamais)|no toques|no se (?:tocan?|modifican?|borran?|cambian?)|não (?:mexa|toque|altere)|non toccare|blijf (?:af )?van|raak .{1,60} niet aan|не трогай(?:те)?)(?!\p{L})/u,
  /触らないで|変更しないで|不要(?:动|動|碰)|[别別](?:动|動|碰)|건드리지 마/,
];

/** What it is about was named before: without that, nobody can follow it. */
export const ABOUT_IT = new RegExp(
  `(?<!\\p{L})(?:${ACTIONS}) (?:it|that|this|them|those|these)(?: (?:again|ever|any ?more|now|please|either|too|haha|lol))*\\W*$|(?<!\\p{L})(?:in|of|to|from|on|with|for) (?:it|them|there)(?=\\s*[,.;:!]|\\s*$)|^[^\\p{L}]*(?:不用管[，,]?)?(?:那个|这个|它|那些|这些|那個|這個)[是，,]|^(?:それ|これ|あれ)(?:は|を)|^(?:그건|그거|이건|이거)`,
  'u',
);
