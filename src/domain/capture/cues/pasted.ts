import { cues } from './pattern.ts';

/** Said on a line that ends with a colon, these announce somebody else's text. */
export const ANNOUNCES_OTHERS = cues({
  words: [
    'logs?|output|text|pages?|errors?|outline|e-?mails?|mails?|messages?|transcripts?|(?:stack ?)?traces?|traceback|documents?|docs?|readme|articles?|tickets?|issues?|comments?|snippets?|files?|diffs?|responses?|repl(?:y|ies)|reports?|results?|wiki|websites?|threads?|posts?|chats?|conversations?|quotes?|excerpts?|prompts?',
    'says?|said|wrote|writes|reads|answered|got|below|this|summari[sz]e|translate|review|explain|proofread|rewrite',
    'ausgabe|fehler(?:meldung)?|protokoll|seite|nachricht|schreibt|schrieb|sortie|erreur|journal|texte|courriel|salida|registro|correo|texto|página|saída|uscita|testo|pagina|tekst|fout|лог|вывод|текст|ошибка|письмо',
  ],
  parts: ['日志|输出|文本|页面|错误|邮件|ログ|出力|エラー|メール|本文'],
});

/** And these what the speaker lists themself. */
export const ANNOUNCES_OWN = cues({
  words: [
    "rules?|constraints?|requirements?|conventions?|guidelines?|decisions?|decided|preferences?|principles|instructions|tasks?|to-?dos?|steps?|goals?|plan|things?|points?|notes?|remember|keep in mind|always|never|must|important|don'?ts|scope|done when|allowed|following|changes|also|options",
    'regeln|vorgaben|anforderungen|aufgaben?|beachten?|wichtig|règles|contraintes|consignes|reglas|requisitos|tareas|regras|regole|vincoli|regels|правила|требования|задачи|важно',
  ],
  parts: ['ルール|制約|要件|注意|规则|規則|要求|约束|任务'],
});

/** Others' words on the same line, behind the colon. */
export const CITES =
  /^(?:and |so |ok,? )?(?:here(?:'s| is| are)|this is what|(?:an? |the |my |our |his |her |their )?[^:.!?]{0,80} (?:says?|said|wrote|writes|reads|told me)|(?:an )?example\b[^:.!?]{0,60}|from the [^:.!?]{1,60}|(?:the |an? )?(?:log|output|e-?mail|error|page|message|docs?)(?: \S+)?)\s*:\s/;
