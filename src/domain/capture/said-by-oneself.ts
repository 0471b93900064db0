import { plain } from './clip.ts';
import { ANNOUNCES_OTHERS, ANNOUNCES_OWN, CITES } from './cues/pasted.ts';
import { lowered, matches } from './cues/pattern.ts';
import { CITED, FENCE } from './sentences.ts';

/** A longer message is pasted for the most part; its author speaks at its beginning and its end. */
const MAX_CHARS = 2_000;
const MAX_LINES = 30;
const MAX_PARAGRAPH_LINES = 12;
const MAX_ANNOUNCEMENT = 200;

/** Logs, traces, tables, markup, prompts: no line anybody says. */
const LOOKS_PASTED: readonly RegExp[] = [
  /^\s*\[?(?:\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|\d{1,2}\/\w{3}\/\d{4}|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d)/,
  /^\s*[[(<]?(?:ERROR|ERR!|WARN|WARNING|INFO|DEBUG|TRACE|FATAL|NOTICE|CRITICAL|error|warn|info|debug)[\])>]|^\s*(?:ERROR|WARN|INFO|DEBUG|TRACE|FATAL|CRITICAL)(?![A-Za-z])/,
  /^\s*(?:(?:[A-Za-z.]*(?:Error|Exception)|error|fatal|panic)(?:\[\w+\]|\(\w+\))?\s?(?::|$)|npm (?:ERR!|error) |Traceback \(most)/,
  /^\s*(?:at \S+ ?\(|at \S+:\d|File "[^"]*", line \d|Caused by:)/,
  /^\s*(?:<[/!?]?[A-Za-z]|[{}[\]]\s*$|\{\s*"|"[^"]{1,80}"\s*:|[|│┃]|[$%+] |@@|={3,}|-{3,}|\*{3,}|➜|❯|>>>)/,
  /^(?:From|To|Cc|Subject|Date|Sent|Reply-To): \S/,
];

/** The same as a colon at the end. */
const HANDS_OVER = /^(?:(?:and|so|ok|hi)[, ]+)?(?:here(?:'s| is| are)|see) /;

interface Paragraph {
  readonly lines: string[];
  /** Where it breaks off, somebody else's text begins. */
  isBrokenOff: boolean;
}

const looksPasted = (line: string) => LOOKS_PASTED.some((shape) => shape.test(line));

/** A line that ends with a colon announces what its author did not say, unless it names a list of their own. */
function announcesOthers(line: string): boolean {
  const end = line.trimEnd();
  const words = lowered(end.slice(-MAX_ANNOUNCEMENT));
  if (!/[:：]$/.test(end)) return HANDS_OVER.test(words) && matches(ANNOUNCES_OTHERS, words);
  return matches(ANNOUNCES_OTHERS, words) || !matches(ANNOUNCES_OWN, words);
}

/** Without what it cites behind a colon. */
const withoutCited = (line: string): string => {
  const opening = line.slice(0, MAX_ANNOUNCEMENT);
  const match = opening.includes(':') ? CITES.exec(lowered(opening)) : null;
  return match === null ? line : line.slice(0, match[0].length).trimEnd();
};

/** Paragraphs of a message up to where it says that others speak. What is fenced or cited has an end, so that the
 *  author may go on after it; any other text of others has none that could be relied on. */
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

/** What the author of a message evidently says, rather than passes on. */
export function saidByOneself(text: string): string {
  const paragraphs = paragraphsOf(text);
  const broken = paragraphs.findIndex(({ isBrokenOff }) => isBrokenOff);
  const opening = isLong(paragraphs) ? 0 : broken === -1 ? paragraphs.length : broken;
  return paragraphs
    .filter((paragraph, at) => at <= opening || (at === paragraphs.length - 1 && !paragraph.isBrokenOff))
    .filter(({ lines }) => lines.length <= MAX_PARAGRAPH_LINES)
    .map(({ lines }) => lines.join('\n'))
    .join('\n\n');
}
