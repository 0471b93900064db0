import { keepBothEnds, plain, quoted, withoutTrailingSpaces } from './clip.ts';
import { keepWholeBlocks, omissionMark } from './keep-whole-blocks.ts';
import { sentencesOf } from './question.ts';
import { forbids } from './standing-rules.ts';

const FENCE = /^\s*(?:```|~~~)/;
/** Logs, stack traces, tables, markup, prompts, and lines copied from a terminal, which pads them. */
const LOOKS_PASTED: readonly RegExp[] = [
  /^\s*\[?(?:\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|\d{1,2}\/\w{3}\/\d{4}|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d)/,
  /^\s*[[(<]?(?:ERROR|ERR!|WARN|WARNING|INFO|DEBUG|TRACE|FATAL|NOTICE|CRITICAL|error|warn|info|debug)[\])>]|^\s*(?:ERROR|WARN|INFO|DEBUG|TRACE|FATAL|CRITICAL)(?![A-Za-z])/,
  /^\s*(?:(?:[A-Za-z.]*(?:Error|Exception)|error|fatal|panic)(?:\[\w+\]|\(\w+\))?\s?(?::|$)|npm (?:ERR!|error) |Traceback \(most)/,
  /^(?:-{5,}$|-+> \d+ |Cell In ?\[\d+\]|File \S+:\d+, in |\w*(?:Error|Exception|Interrupt) {2,}Traceback \(most)/,
  /^\s*(?:goroutine \d+ \[|thread '[^']*' .*panicked at |from \S+:\d+:in |#\d+ +(?:0x|\S+[(:]\d)|\([\w.]+ [\d.]+\) \S+:\d+: )/,
  /^\s*(?:at \S+ ?\(|at \S+:\d|File "[^"]*", line \d|Caused by:|--- (?:FAIL|PASS)|=== RUN)/,
  /^\s*(?:<[/!?]?[A-Za-z]|[{}[\]]\s*,?$|\{\s*"|"[^"]{1,80}"\s*:|[|│┃┌└├╭╰─⎿⏺●✻✽]|[$%] |[+-]{3} |@@|={3,}|\*{3,}|➜|❯|>>>|>\s)/,
  /^(?:From|To|Cc|Subject|Date|Sent|Reply-To): \S/,
  /^\s*\[[\w:./-]{2,40}\] /,
  /^(?:Thread \d+ "|#\d+ {2,}\S|(?:FAIL|PASS|ok)(?:\t| {2,})\S|Run [\w.-]+\/[\w./-]+@v?\d|\d+ (?:issues?|errors?|warnings?|problems?):$)/,
  /^\s*(?:\.{0,2}\/)?[\w.@-]+(?:\/[\w.@-]+)*\.\w{1,5}:\d+:\d+:? /,
  /^(?:Incident Identifier|Hardware Model|OS Version|Exception (?:Type|Codes|Subtype)|Triggered by Thread|Termination Reason|Code Type|Report Version): {1,}\S|^Thread \d+(?: Crashed)?:|^\d{1,3} {2,}[\w.?-]+\s+\S/,
  /\S {8,}$/,
];
const MIN_PASTED_LINES = 3;
/** A longer line with few spaces is data; people who dictate write long lines too. */
const MAX_DATA_LINE = 1_200;
const MIN_SPACES = 0.06;

const isData = (line: string) =>
  line.length > MAX_DATA_LINE && (line.match(/[ \u3000]/g)?.length ?? 0) < line.length * MIN_SPACES;

const looksPasted = (line: string) => isData(line) || LOOKS_PASTED.some((shape) => shape.test(line));

interface Run {
  readonly isPasted: boolean;
  readonly lines: string[];
}

/** Consecutive lines of one kind. An empty line belongs to what is before it; a fence encloses its lines. */
function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let isFenced = false;
  for (const line of text.split('\n')) {
    const isFence = FENCE.test(line);
    const before = runs.at(-1);
    const isBlank = line.trim() === '';
    const isContinued =
      before?.isPasted === true && (isBlank || /^(?:\t|\s{2,})|^\* [\w-]+: \d+$/.test(line));
    const isPasted = isFenced || isFence || isContinued || (!isBlank && looksPasted(line));
    if (isFence) isFenced = !isFenced;
    if (before?.isPasted === isPasted) before.lines.push(line);
    else runs.push({ isPasted, lines: [line] });
  }
  return runs;
}

const MAX_BETWEEN = 2;
const WORD = /(?<!\S)["'(]?\p{L}[\p{L}\p{M}'’-]*[,.;:!?)"']*(?!\S)/gu;
const MIN_WORDS = 3;
const MIN_WORDS_INSIDE = 6;
/** In scripts without spaces, letters are counted. */
const LETTERS_WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const MIN_LETTERS = 8;
const FORBIDS = /^(?:and |but |please,? )*(?:never|always|don'?t|do not)\s/i;

/** Whether somebody wrote the line by hand: a sentence, or a few words between empty lines. */
function isProse(line: string, isApart: boolean): boolean {
  const words = line.match(WORD)?.length ?? 0;
  const letters = line.match(LETTERS_WITHOUT_SPACES)?.length ?? 0;
  return (
    words >= (isApart ? MIN_WORDS : MIN_WORDS_INSIDE) ||
    letters >= MIN_LETTERS ||
    FORBIDS.test(line.trim()) ||
    forbids(line)
  );
}

/** Conversations, mail and screens are copied together with the sentences in them. */
const HOLDS_PROSE = /^\s*[|│┃┌└├╭╰─⎿⏺●✻✽➜❯>]|^(?:From|To|Cc|Subject|Date|Sent|Reply-To): \S|\S {8,}$/;

const isBlankLine = (line: string | undefined) => line === undefined || line.trim() === '';

const hasProse = ({ lines }: Run, before: Run, after: Run): boolean => {
  if ([...before.lines, ...after.lines].some((line) => HOLDS_PROSE.test(line))) return false;
  const isApart = isBlankLine(before.lines.at(-1)) && isBlankLine(lines.at(-1));
  return lines.some((line) => isProse(line, isApart));
};

/** A line or two between pasted lines are pasted with them, unless they are prose. */
function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const [at, run] of runs.entries()) {
    const before = joined.at(-1);
    const after = runs[at + 1];
    const isBetween = after?.isPasted === true && run.lines.length <= MAX_BETWEEN;
    if (before?.isPasted === true && (run.isPasted || (isBetween && !hasProse(run, before, after))))
      before.lines.push(...run.lines);
    else joined.push({ ...run, lines: [...run.lines] });
  }
  return joined;
}

const NAMES_ERROR =
  /^\s*(?:Caused by: )?(?:panic|fatal(?: error)?|error\[\w+\]|(?:[\w$]+\.)*\w*(?:Error|Exception)): \S/;
const MAX_ERROR = 160;

/** A line of a log, from its level on. */
const LOGGED_ERROR = /(?<![\p{L}\d])(?:ERROR|FATAL|CRITICAL|SEVERE)(?![\p{L}\d]).{20,}/u;

/** The last line that names an error: what came before it is how it came about. */
const errorIn = (lines: readonly string[]): string | undefined =>
  lines.findLast((line) => NAMES_ERROR.test(line)) ??
  lines.map((line) => LOGGED_ERROR.exec(line)).findLast((found) => found !== null)?.[0];

const IS_CUT = /^\[… \d+ characters …\]$/;

const foldRun = ({ isPasted, lines }: Run): string => {
  const filled = lines.filter((line) => line.trim() !== '' && !FENCE.test(line));
  const isLong = filled.length >= MIN_PASTED_LINES || filled.some(isData);
  if (!isPasted || !isLong) return lines.join('\n');
  const error = errorIn(filled);
  const named = error === undefined ? '' : `, with ${quoted(error, MAX_ERROR)}`;
  // Of a text that was cut, the number of its lines is not known.
  if (filled.some((line) => IS_CUT.test(line))) return `[pasted: a long text${named}]`;
  return `[pasted: ${filled.length} ${filled.length === 1 ? 'line' : 'lines'}${named}]`;
};

const HEADING_LINE = /^#{1,4} /m;
/** Of a document that was handed over the beginning, which says what it is about. */
const shortenBlocks = (text: string, max: number): string =>
  HEADING_LINE.test(text) ? keepWholeBlocks(text, max, 1) : keepWholeBlocks(text, max);

const MAX_ENDING = 160;

/** The last sentence, or the last words of a longer one. */
function endingOf(text: string): string {
  const line = text.slice(text.lastIndexOf('\n') + 1);
  const sentence = sentencesOf(line).at(-1) ?? line;
  const from = sentence.length - MAX_ENDING;
  return from <= 0 ? sentence : sentence.slice(sentence.indexOf(' ', from) + 1).toWellFormed();
}

/** Whether the last line is an item or code of a document, and not what somebody wrote below it. */
const endsInDocument = (text: string): boolean =>
  HEADING_LINE.test(text) &&
  /^\s*(?:[-*•+|]|\d{1,3}[.)]|```|~~~|\[… )/.test(text.slice(text.lastIndexOf('\n') + 1));

/** Both ends of a message: what it asks for may come last. */
export function shortenMessage(given: string, max: number): string {
  const text = given.trimEnd();
  const shortened = shortenBlocks(text, max);
  const ending = endingOf(text);
  if (text.length <= max || shortened.endsWith(ending) || endsInDocument(text)) return shortened;
  return `${shortenBlocks(text.slice(0, -ending.length), Math.max(0, max - ending.length - 1))}\n${ending}`;
}

/** Three lines and more below a line that introduces them, indented as on a screen. */
const SCREEN = /(?<=[:：]\n(?:[ \t]*\n)?)(?: {5,40}\S[^\n]*(?:\n|$)){3,}/g;
const SAYS_RULE = /(?<!\p{L})(?:never|always|only|must|do(?:n['’]?t| not)|ask|keep|leave|please)(?!\p{L})/iu;

/** What a screen showed has lines of several depths; people indent what they write by one, and write lists and rules. */
const foldScreens = (text: string): string =>
  text.replace(SCREEN, (block) => {
    const lines = block.trimEnd().split('\n');
    const depths = new Set(lines.map((line) => line.search(/\S/)));
    const isWritten = lines.some(
      (line) => /^\s*(?:[-*•+–]|\(?\w{1,2}[.)]|\[)\s?/.test(line) || SAYS_RULE.test(line) || forbids(line),
    );
    return depths.size < 2 || isWritten ? block : `[pasted: ${lines.length} lines]\n`;
  });

/** A prompt of a terminal begins pasted text, also in the middle of a line. */
const PROMPT_INSIDE = /[ \t]+(?=[❯⏺⎿] )/g;

/** What the reader of transcripts left out of the middle of a message. */
const LEFT_OUT = / \[(\d+) bytes left out\] /g;
/** Of a longer message the middle is not even looked at. */
const MAX_INSPECTED = 40_000;

/** A message as its author wrote it, with pasted material folded to a mark. */
export function foldPasted(text: string, max: number): string {
  const folded = joinRuns(
    runsOf(
      foldScreens(keepBothEnds(plain(text), MAX_INSPECTED, undefined, '\n'))
        .replace(LEFT_OUT, (_, count: string) => `\n${omissionMark(Number(count))}\n`)
        .replace(PROMPT_INSIDE, '\n'),
    ),
  )
    .map(foldRun)
    .join('\n');
  return shortenMessage(
    withoutTrailingSpaces(folded)
      .replace(/\n{2,}/g, '\n')
      .trim(),
    max,
  );
}
