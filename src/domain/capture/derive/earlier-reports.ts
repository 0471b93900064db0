import { blocksOf, changeBlocks, renderBlocks } from '../blocks.ts';
import { keepWholeBlocks } from '../keep-whole-blocks.ts';
import { isOpenPoint, saysDeadEnd, saysUnfinished } from '../open-points.ts';
import { POINTS_BETWEEN } from '../question.ts';
import { isCommitOrder, isThanks } from '../slight.ts';
import type { Closing, FileWritten, Request, TranscriptDigest } from '../transcript-digest.ts';
import { answeredBy } from './agent-lines.ts';
import { foldNestedItems } from './fold-nested.ts';
import { isQuestion } from './message-kinds.ts';
import { orderedPoints, withoutPoints } from './ordered-points.ts';
import { messagesOf } from './person-lines.ts';
import { lastingPoints, reportLeft } from './report-text.ts';
import { SaidElsewhere } from './said-elsewhere.ts';
import { indented, isLighter, isTemporary, type QuotedLine, weightOf, withoutFileLinks } from './wording.ts';

export const REPORTED_BEFORE = 'What the agent reported before, newest last';
/** What it found for another agent, that one may have acted on, which this transcript does not show. */
const FOR_PARENT = ' (the parent agent may have acted on it since)';

/** The newest are shown, whatever was done since. */
const NEWEST = 2;
const MIN_REPORT = 50;
const MIN_ANSWER = 20;
/** A shorter message only acknowledges. */
const MIN_MESSAGE = 40;
const MAX_REPORT = 1_600;
/** What an answer says first is the answer. */
const MAX_ANSWER = 800;
/** Of the turn of the last message, only what was a report by itself. */
const MIN_OF_LAST_TURN = 250;
const MIN_ROOM = 300;

/** Documents. What they say about the code is not done by writing it down. */
const PROSE = /\.(?:md|mdx|markdown|txt|rst|adoc|org)$/i;
const isOfWork = ({ path }: FileWritten): boolean => !isTemporary(path) && !PROSE.test(path);

/** Whether files were written after a report, so that it may be overtaken. A commit takes what was written before. */
const isWorkedOver = ({ filesWritten }: TranscriptDigest, { line }: Closing): boolean =>
  filesWritten.some((file) => file.line > line && isOfWork(file));

/** The report of the turn that wrote at least half of all files: it says what the session is about. */
function mainReport(
  { closings, counts }: TranscriptDigest,
  reports: readonly Closing[],
): Closing | undefined {
  const most = Math.max(0, ...reports.map(({ files = 0 }) => files));
  const total = Math.max(counts.filesWritten, ...closings.map(({ files = 0 }) => files));
  return most * 2 > total && most > 2
    ? reports.find(({ files, text }) => files === most && weightOf(text) >= MIN_OF_LAST_TURN)
    : undefined;
}

/** Whether code was written or something committed in the turn of a report. */
const hasOwnWork = ({ filesWritten }: TranscriptDigest, { turn, commits = 0 }: Closing): boolean =>
  commits > 0 || filesWritten.some((file) => isOfWork(file) && file.turns?.includes(turn));

const requestOf = (digest: TranscriptDigest, { line }: Closing): Request | undefined =>
  messagesOf(digest).findLast((one) => one.kind === 'said' && one.line < line);

/** Whether a message asks for nothing but a commit that was made, or for nothing at all. */
const isAnswered = ({ text, isSlight, question }: Request, isCommitted: boolean): boolean =>
  isCommitOrder(text) ? isCommitted : isSlight && question === null && isThanks(text);

interface Report {
  readonly closing: Closing;
  readonly text: string;
  readonly max: number;
}

/** The option of a report that the person chose. */
function chosenAfter(digest: TranscriptDigest, { line }: Closing): string | null {
  const question = messagesOf(digest).find((one) => one.line > line && one.kind === 'said')?.question;
  // Of several points, some may not be answered.
  return question && !/[?？]/.test(question) && !question.includes(POINTS_BETWEEN) ? question : null;
}

/** The reports of earlier turns, newest first. Of old ones that work followed, only what no work overtakes. */
function* reportsOf(digest: TranscriptDigest, shown: string): Iterable<Report> {
  const last = digest.closings.at(-1);
  const earlier = digest.closings.filter((one) => !one.isMidway && one !== last).reverse();
  const main = mainReport(digest, earlier);
  const elsewhere = new SaidElsewhere(shown);
  elsewhere.add(last?.text ?? '');
  const ordered = orderedPoints(digest);
  for (const [at, closing] of earlier.entries()) {
    const words = withoutPoints(foldNestedItems(withoutFileLinks(closing.text)), ordered.get(closing) ?? []);
    const isOver = isWorkedOver(digest, closing);
    const isOld = isOver && (at > 0 || last?.isMidway === false);
    const hasWork = hasOwnWork(digest, closing);
    const isCommitted = digest.commits.some(({ line }) => line > closing.line);
    const request = requestOf(digest, closing);
    const isOnlyAnswer = request !== undefined && isQuestion(request) && !hasWork;
    // "Ok" asks for nothing, and what became of an order to commit is listed.
    const isFormality = request !== undefined && !hasWork && isAnswered(request, isCommitted);
    // What was explained or planned is over once it was worked on and committed, and so are follow-ups of the main work.
    const isDone = isCommitted && (hasWork ? main !== undefined : isOld);
    const isWhole = closing === main || ((at < NEWEST || !isOver) && !isDone && !isFormality);
    const isElsewhere = (sentence: string) => elsewhere.has(sentence);
    const text = isWhole
      ? reportLeft(words, { isOld, chosen: chosenAfter(digest, closing), isElsewhere })
      : lastingPoints(words, { isCommitted, hasWork, isElsewhere });
    const isComplete = isOnlyAnswer || saysDeadEnd(text) || saysUnfinished(text) || text.includes('\n');
    const least = isComplete ? MIN_ANSWER : MIN_REPORT;
    const min = closing.turn === last?.turn ? MIN_OF_LAST_TURN : least;
    if (isLighter(words, MIN_MESSAGE) || isLighter(text, min)) continue;
    elsewhere.add(text);
    yield { closing, text, max: isOnlyAnswer ? MAX_ANSWER : MAX_REPORT };
  }
}

const MAX_ITEMS = 4;

/** With the first items of each list of what was done. */
const firstItems = (text: string): string =>
  renderBlocks(
    changeBlocks(blocksOf(text), (block) => {
      const { kind, lead, items } = block;
      if (kind !== 'list' || items.length <= MAX_ITEMS + 1 || isOpenPoint(block)) return block;
      return { lead, items: [...items.slice(0, MAX_ITEMS), `[… ${items.length - MAX_ITEMS} more …]`] };
    }),
  );

/** What the agent reported in earlier turns, newest last, as far as the room allows. */
export function earlierReports(digest: TranscriptDigest, shown: string, room: number): QuotedLine[] {
  const lines: QuotedLine[] = [];
  let left = room;
  for (const { closing, text, max } of reportsOf(digest, shown)) {
    if (left < MIN_ROOM) break;
    const isCommitted = digest.commits.some(({ line }) => line > closing.line);
    const words = keepWholeBlocks(
      isCommitted ? firstItems(text) : text,
      Math.min(max, left),
      0.7,
      isOpenPoint,
    );
    if (words.length > left) continue;
    const label = `to ${answeredBy(digest, closing, shown)}`;
    const [first = '', ...rest] = words.split('\n');
    const isSentence = /^[\p{L}\p{N}"'“(]/u.test(first) && !/^\d+[.)]/.test(first);
    const body = isSentence ? [` ${first}`, ...rest.map(indented)] : ['', ...words.split('\n').map(indented)];
    lines.push({ line: closing.line, text: `- ${label}:${body.join('\n')}` });
    left -= words.length + label.length + 6;
  }
  lines.reverse();
  const [first] = lines;
  if (first === undefined) return [];
  const forParent = digest.requests.some(({ isByAgent }) => isByAgent) ? FOR_PARENT : '';
  return [{ line: first.line, text: `${REPORTED_BEFORE}${forParent}:` }, ...lines];
}
