import { patterns } from './pattern.ts';

export const WARNING = patterns({
  openings: [
    '[^a-z]{0,4}(?:warning|caution|careful|be careful|beware|watch out|danger)\\s*[:!,—–-]',
    '[^a-z]{0,4}(?:heads[- ]up|gotcha)\\s*[:—–]',
    '[^a-z]{0,4}(?:achtung|vorsicht|attention|cuidado|ojo|atención|atenção|attenzione|occhio|let op|pas op|внимание|осторожно)\\s*[:!,—–-]',
    '[^a-z]{0,4}(?:注意|警告)[:：！!]',
  ],
});

/** The cause of a problem: a lesson by itself. */
export const CAUSE = patterns({
  words: [
    '(?:the )?root cause(?: here)?(?: is| was|:)|the culprit(?: is| was|:)',
    "die ursache (?:ist|war|liegt|lag)|(?:es )?stellte? sich heraus|la cause (?:est|était)|il s'avère",
    'la causa (?:es|era|è)|resulta que|a causa (?:é|era)|de oorzaak (?:is|was)|оказалось|причина (?:в том|была)',
  ],
  openings: [
    '(?:well,? |ah,? )?(?:it )?turn(?:s|ed) out (?:that )?(?:(?:the|we|our|it|this|these|there|an?)<E>|`)',
  ],
  labels: ['lessons? learned'],
  parts: ['原因は|根本原因|原因是'],
});

/** A weaker explanation, which counts only together with an error that was resolved. */
export const EXPLANATION = patterns({
  words: [
    'the (?:real |actual )?(?:problem|issue|bug|reason|cause|error) (?:was|is|comes|came)',
    '(?:that|this|it) (?:failed|fails|broke|happened|happens|is|was) because',
    'das (?:problem|liegt|lag) (?:ist|war|daran)|le problème (?:est|était|vient)|el problema (?:es|era|está)',
  ],
});

export const GIVING_UP = patterns({
  words: [
    "(?:does(?:n'?t| not)|did(?:n'?t| not)|do(?:n'?t| not)|won'?t|will not|can(?:not|'?t)) work|dead end",
    "revert(?:ing|ed)?|roll(?:ing|ed)? (?:it |this |that |everything )?back|(?<!n't |not |never )giv(?:e|ing) up|gave up|abandon(?:ing|ed)?|go(?:ing)? back to the (?:old|previous|original)",
    '(?:funktioniert|klappt|geht) (?:so )?nicht|verwerfen?|rückgängig|sackgasse',
    'ne (?:marche|fonctionne) pas|abandonn<L>+|no funciona|descart<L>+|não funciona|non funziona|werkt niet',
    'не (?:сработало|работает)|откат<L>*',
  ],
  parts: ['うまくいか(?:ない|なかった)|元に戻|断念|行不通|放弃|放棄|撤销'],
});

const ABANDONED =
  '(?:gave (?:it |that |this )?up|given up|giving up|abandon(?:ed|ing)|revert(?:ed|ing)|undid|undone|rolled (?:\\S+ ){0,3}back|backed (?:it |that |this )?out|dropped (?:it|that|this|the idea)|went back to)';

/** With its reason, or with what was tried, it is a lesson by itself. */
export const ABANDONED_WITH_REASON = patterns({
  words: [
    `(?:i|we)(?:'ve| have)?(?: also| first| then| briefly)? (?:tried|attempted) .{3,200}(?<![a-z])(?:but|however|so) .{0,160}(?<![a-z])${ABANDONED}`,
    `(?:did(?:n'?t| not)|does(?:n'?t| not)|would(?:n'?t| not)|could(?:n'?t| not)|cannot|can'?t) work<E>.{0,120}[,;–—-] (?:so|and) (?:i|we)(?:'ve| have)?(?: then)? ${ABANDONED}`,
    '(?:versucht|probiert)<E>.{0,160}(?<![a-z])(?:aber|jedoch|doch) .{0,160}(?:aufgegeben|verworfen|zurückgenommen|rückgängig gemacht)',
    '(?:essayé|tenté) .{3,160}mais .{0,160}(?:abandonné|annulé)|(?:probé|intenté) .{3,160}pero .{0,160}(?:descarté|revertí|abandoné)',
    '(?:gave up on|giving up on|given up on|abandon(?:ed|ing)|reverted|reverting|rolled back|backed out) .{3,160} (?:because|since|as it|as this|as the)',
  ],
});

/** A person asks to undo changes. */
export const REVERT_REQUESTED = patterns({
  openings: [
    '(?:(?:can|could) you )?(?:revert|undo|go back|(?:roll|take|put) (?:(?:it|that|this|them|everything) )?back)<E>',
    'mach .{1,40}rückgängig<E>|(?:annule|reviens en arrière|revierte|deshaz|reverte|desfaz|ripristina|откати|верни)<E>|draai .{1,40}terug<E>',
    '.{0,40}(?:元に戻して|戻してください|撤销|还原|恢复原)',
  ],
});

/** An agent reports that everything was undone. */
export const REVERT_DONE = patterns({
  words: [
    '(?:all|everything|both|them|(?:the|my|those|these) (?:changes|edits|files))<E>[^.]{0,40}(?:reverted|undone|rolled back|restored|back to)',
    '(?:reverted|undid|rolled back|restored) (?:all|everything|both|them|it|that|(?:the|my) (?:changes|edits))',
    'alles? .{0,40}(?:rückgängig gemacht|zurückgesetzt|teruggedraaid)|tout .{0,40}(?:annulé|rétabli)|(?:todo|tudo) .{0,40}(?:revertido|deshecho|desfeito)|tutto .{0,40}ripristinato|вс[её] .{0,40}(?:откатил|вернул)<L>*',
  ],
  parts: ['元に戻しました|已(?:撤销|还原|恢复)'],
});
