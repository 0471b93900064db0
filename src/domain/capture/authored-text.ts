import { plain } from './clip.ts';
import { lowered, matches, patterns } from './patterns/pattern.ts';
import { CITED, FENCE } from './sentences.ts';

/** On a line that ends with a colon, these announce text of another author. */
const ANNOUNCES_QUOTED = patterns({
  words: [
    'logs?|output|text|pages?|errors?|outline|e-?mails?|mails?|messages?|transcripts?|(?:stack ?)?traces?|traceback|documents?|docs?|readme|articles?|tickets?|issues?|comments?|snippets?|files?|diffs?|responses?|repl(?:y|ies)|reports?|results?|wiki|websites?|threads?|posts?|chats?|conversations?|quotes?|excerpts?|prompts?',
    'says?|said|wrote|writes|reads|answered|got|below|this|summari[sz]e|translate|review|explain|proofread|rewrite',
    'ausgabe|fehler(?:meldung)?|protokoll|seite|nachricht|schreibt|schrieb|sortie|erreur|journal|texte|courriel|salida|registro|correo|texto|página|saída|uscita|testo|pagina|tekst|fout|лог|вывод|текст|ошибка|письмо',
  ],
  parts: ['日志|输出|文本|页面|错误|邮件|ログ|出力|エラー|メール|本文'],
});

/** These announce a list of the author's own. */
const ANNOUNCES_OWN = patterns({
  words: [
    "rules?|constraints?|requirements?|conventions?|guidelines?|decisions?|decided|preferences?|principles|instructions|tasks?|to-?dos?|steps?|goals?|plan|things?|points?|notes?|remember|keep in mind|always|never|must|important|don'?ts|scope|done when|allowed|following|changes|also|options",
    'regeln|vorgaben|anforderungen|aufgaben?|beachten?|wichtig|règles|contraintes|consignes|reglas|requisitos|tareas|regras|regole|vincoli|regels|правила|требования|задачи|важно',
  ],
  parts: ['ルール|制約|要件|注意|规则|規則|要求|约束|任务'],
});

/** Text of others on the same line, after the colon. */
const CITES =
  /^(?:and |so |ok,? )?(?:here(?:'s| is| are)|this is what|(?:an? |the |my |our |his |her |their )?[^:.!?]{0,80} (?:says?|said|wrote|writes|reads|told me)|(?:an )?example\b[^:.!?]{0,60}|from the [^:.!?]{1,60}|(?:the |an? )?(?:log|output|e-?mail|error|page|message|docs?)(?: \S+)?)\s*:\s/;

/** A longer message is mostly pasted; its author writes at its beginning and end. */
const MAX_CHARS = 2_000;
const MAX_LINES = 30;
const MAX_PARAGRAPH_LINES = 12;
const MAX_ANNOUNCEMENT = 200;

/** Logs, stack traces, tables, markup and prompts. */
const LOOKS_PASTED: readonly RegExp[] = [
  /^\s*\[?(?:\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|\d{1,2}\/\w{3}\/\d{4}|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d)/,
  /^\s*[[(<]?(?:ERROR|ERR!|WARN|WARNING|INFO|DEBUG|TRACE|FATAL|NOTICE|CRITICAL|error|warn|info|debug)[\])>]|^\s*(?:ERROR|WARN|INFO|DEBUG|TRACE|FATAL|CRITICAL)(?![A-Za-z])/,
  /^\s*(?:(?:[A-Za-z.]*(?:Error|Exception)|error|fatal|panic)(?:\[\w+\]|\(\w+\))?\s?(?::|$)|npm (?:ERR!|error) |Traceback \(most)/,
  /^\s*(?:at \S+ ?\(|at \S+:\d|File "[^"]*", line \d|Caused by:)/,
  /^\s*(?:<[/!?]?[A-Za-z]|[{}[\]]\s*$|\{\s*"|"[^"]{1,80}"\s*:|[|│┃]|[$%+] |@@|={3,}|-{3,}|\*{3,}|➜|❯|>>>)/,
  /^(?:From|To|Cc|Subject|Date|Sent|Reply-To): \S/,
];

/** Announces pasted text without a colon. */
const HANDS_OVER = /^(?:(?:and|so|ok|hi)[, ]+)?(?:here(?:'s| is| are)|see) /;

interface Paragraph {
  readonly lines: string[];
  /** Text of another author follows. */
  isBrokenOff: boolean;
}

const looksPasted = (line: string) => LOOKS_PASTED.some((shape) => shape.test(line));

/** A line that ends with a colon announces text of others, unless it names a list of the author's own. */
function announcesOthers(line: string): boolean {
  const end = line.trimEnd();
  const words = lowered(end.slice(-MAX_ANNOUNCEMENT));
  if (!/[:：]$/.test(end)) return HANDS_OVER.test(words) && matches(ANNOUNCES_QUOTED, words);
  return matches(ANNOUNCES_QUOTED, words) || !matches(ANNOUNCES_OWN, words);
}

const withoutCited = (line: string): string => {
  const opening = line.slice(0, MAX_ANNOUNCEMENT);
  const match = opening.includes(':') ? CITES.exec(lowered(opening)) : null;
  return match === null ? line : line.slice(0, match[0].length).trimEnd();
};

/**
 * The paragraphs of a message up to the first announced text of others. Fenced and quoted text has an end, so the
 * author may continue after it; other pasted text has no reliable end.
 */
function paragraphsOf(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = [{ lines: [], isBrokenOff: false }];
  let isCode = false;
  let isAnnounced = false;
  for (const line of plain(text).split('\n')) {
    const isFence = FENCE.test(line);
    if (isFence || isCode || CITED.test(line)) {
      if (isFence) isCode = !isCode;
      isAnnounced = false;
    } else if (line.trim() === '') {
      paragraphs.push({ lines: [], isBrokenOff: false });
    } else if (isAnnounced) {
      paragraphs.push({ lines: [], isBrokenOff: true });
      break;
    } else {
      const paragraph = paragraphs.at(-1);
      if (paragraph !== undefined && looksPasted(line)) paragraph.isBrokenOff = true;
      else if (paragraph?.isBrokenOff === false) paragraph.lines.push(withoutCited(line));
      isAnnounced = announcesOthers(line);
    }
  }
  return paragraphs.filter(({ lines, isBrokenOff }) => lines.length > 0 || isBrokenOff);
}

const isLong = (paragraphs: readonly Paragraph[]): boolean => {
  const lines = paragraphs.flatMap((paragraph) => paragraph.lines);
  return lines.length > MAX_LINES || lines.reduce((sum, line) => sum + line.length, 0) > MAX_CHARS;
};

/** The part of a message that its author wrote, without pasted text. */
export function authoredText(text: string): string {
  const paragraphs = paragraphsOf(text);
  const broken = paragraphs.findIndex(({ isBrokenOff }) => isBrokenOff);
  const opening = isLong(paragraphs) ? 0 : broken === -1 ? paragraphs.length : broken;
  return paragraphs
    .filter((paragraph, at) => at <= opening || (at === paragraphs.length - 1 && !paragraph.isBrokenOff))
    .filter(({ lines }) => lines.length <= MAX_PARAGRAPH_LINES)
    .map(({ lines }) => lines.join('\n'))
    .join('\n\n');
}
