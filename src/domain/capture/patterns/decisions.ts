import { patterns } from './pattern.ts';
import { STANDING } from './rules.ts';

export const DECISION = patterns({
  words: [
    "(?:we|i)(?:'ve| have)?(?: just| now| also| finally| already| all)? (?:decided|agreed|settled|opted)(?! (?:any|nothing|yet|whether|if|what|how|which|that you))",
    "(?:i|we)(?:'ve| have)? (?:chose|chosen) .{2,160} (?:because|since|over|instead of|rather than)",
    "(?:we|i)(?:'ll| will|'re| are|'m| am)?(?: now| then)? (?:go|going|went|stick|sticking) with",
    "let'?s (?:go with|go for|stick with|stick to|settle on|stay with)",
    "(?:i|we)(?:'ll| will|'m going to|'re going to|'ve)? (?:use|used|keep|kept|take) .{2,120} (?:instead of|rather than) .{2,200} (?:because|since|so that|as it|as this|as we|to avoid)",
    '(?:wir|ich) hab(?:en|e) .{0,80}(?:entschieden|beschlossen|geeinigt)',
    '(?:wir|ich) entscheiden? (?:uns|mich) (?:für|gegen)',
    '(?:wir|ich) (?:nehmen?|verwenden?|benutzen?) .{1,120} (?:statt|anstatt|anstelle)',
    'wir bleiben bei',
    "(?:on a|nous avons|j'ai) décidé",
    '(?:on part|partons|on reste|restons) (?:sur|avec)',
    '(?:hemos|he) decidido|decidimos|nos quedamos con',
    'decidi (?:que|usar|manter)|ficamos com',
    '(?:abbiamo|ho) deciso',
    '(?:we|wij) hebben .{0,60}besloten|ik heb .{0,60}besloten|we gaan voor',
    '(?:мы|я) решил[иа]?|решено|останов(?:имся|ились) на',
  ],
  labels: [
    '(?:final |the )?decision',
    'entscheidung|beschluss|décision|decisión|decisão|decisione|besluit|beslissing|решение',
    '決定|决定',
  ],
  parts: [
    'ことにし(?:ます|た|ました|ましょう)(?!か)|に決め(?:た|ました|ます)(?!か)|に決定(?:し|です)',
    'で(?:いき|行き)ましょう|を採用(?:します|しました|する)(?!か)',
    '(?:我们|我們|我)(?:已经|已經|最终|最終)?(?:决定|決定)|(?:那就|就)(?:采用|採用|选用|選用)|(?:决定|決定)(?:采用|採用|使用)',
  ],
});

/** Decisions only if a person says so: an agent uses the same words for its next step. */
export const DECISION_OF_PERSON = patterns({
  words: [
    "let'?s (?:use|drop|switch to|move to|leave out|keep (?:using|our|the (?:current|existing|old|present)|it as))",
    '(?:is|are) (?:by design|intentional|on purpose)',
    'we (?:only|no longer|now only) (?:support|use|need|ship|target|accept)',
  ],
  openings: [
    "we(?:'ll| will)? keep (?:using|our|the|it as)<E>",
    "we(?:'ll| will) (?:use|stay with|drop)<E>",
    "we(?: will not|'ll not| won'?t) (?:support|use|ship|add|build|offer)<E>",
    "we(?:'ll| will)? leave .{1,80} (?:out|alone|as it is|as is)<E>",
    '(?!.*(?: |^)(?:what|that|how|so|this|here|there|as|where|who|why|when|if|i|you|look|see)<E>)(?:[^\\s,.!?]+ ){1,4}it is[.!]*$',
    `use (?!.*${STANDING})(?!(?:it|that|this|those|these|your|option|[a-d1-9]|the (?:first|second|third|other|same|last|former|latter))<E>)[^,.;:!?]{2,80}, not (?!(?:yet|now|only|just|that|it|if|so|because)<E>)<L>`,
    'go with (?!(?:it|that|this|your|yours|the|option|[a-d1-9])<E>)',
    '(?:dann )?nehmen wir<E>|wir nehmen (?!an<E>|uns<E>|dann mal)',
    'on (?:prend|garde|laisse tomber) ',
    'vamos (?:con|com|de|usar) ',
    'andiamo (?:con|su) ',
    'laten we .{1,60} (?:nemen|gebruiken|houden)<E>',
    'давай(?:те)? (?:возьм[её]м|использ|остав)',
  ],
  parts: ['(?:那就|就)(?:用|选|選)(?!户|戶)', '(?:こちら|これ|その案|案|の方)にしましょう'],
});

/** An agent chooses at every step; a choice with a reason is a decision. */
export const REASONED = patterns({
  words: [
    'because|since|so that|so no|to avoid|otherwise|instead of|rather than|over',
    "weil|damit|denn|sonst|statt|car|parce qu[e']|afin|plutôt|porque|para que|en vez|em vez|perché|invece|omdat|zodat|потому|чтобы|вместо",
  ],
  parts: ['ので|ため|から|因为|以便|而不|[:：]'],
});

/** Replaces an earlier decision. */
export const REVERSAL = patterns({
  words: [
    'on second thoughts?|after all|changed? (?:my|our) minds?|scrap that|forget that|actually|instead',
    'doch lieber|stattdessen|doch nicht|finalement|en fait|al final|mejor|pensándolo bien|na verdade|alla fine|anzi|toch maar',
    'всё-таки|все-таки|вместо этого',
  ],
  parts: ['やっぱり|还是|還是'],
});

/** Picks one of several options by its number. */
export const CHOSEN_OPTION =
  /(?<![a-z])(?:option|variant|approach|solution|plan|number|variante|lösung|opción|opção|opzione|optie|вариант)\s*#?\s*([1-9a-e])(?![a-z]|[.:]\d)|(?<![a-z])the (first|second|third|fourth)(?: one| option| approach| variant)?(?![a-z])|(?:方案|选项|選択肢|案|第)\s*([1-9a-e一二三四五])/;

export const NUMBER_WORDS: Readonly<Record<string, string>> = {
  first: '1',
  second: '2',
  third: '3',
  fourth: '4',
  一: '1',
  二: '2',
  三: '3',
  四: '4',
  五: '5',
};
