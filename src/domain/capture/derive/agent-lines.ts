import { blocksOf, changeBlocks, renderBlocks } from '../blocks.ts';
import { keepWholeBlocks } from '../keep-whole-blocks.ts';
import { isOpenPoint, saysUnfinished, saysWhy } from '../open-points.ts';
import { asksAtEnd, clipQuestion, closingQuestion } from '../question.ts';
import { isCommitOrder } from '../slight.ts';
import type { Closing, Request, TranscriptDigest } from '../transcript-digest.ts';
import { checked } from './check-lines.ts';
import { isPushed, listedCommits } from './commit-lines.ts';
import { isSummedUp } from './compaction-lines.ts';
import { condenseChanges } from './condense-changes.ts';
import { firstOf } from './first-request.ts';
import { foldLists, foldNestedItems } from './fold-nested.ts';
import { withoutListed } from './last-message-text.ts';
import { saidOnTheWay } from './on-the-way.ts';
import { deriveOpenLoops } from './open-loops.ts';
import { CONTRASTS, intends, plainWords, reportLeft, TAKES_NOTE } from './report-text.ts';
import { SaidElsewhere } from './said-elsewhere.ts';
import { isSmallTalk } from './small-talk.ts';
import { hasOwnWork, isTurnDone, messagesOf } from './turns.ts';
import {
  indented,
  isLighter,
  listed,
  type QuotedLine,
  quoted,
  weightOf,
  withoutFileLinks,
} from './wording.ts';
import { openFiles, openFilesOf } from './worktree-lines.ts';

const MAX_LAST = 2_000;
/** After a shorter last message, what was said on the way is shown as well. */
const MIN_REPORT = 250;

/** A list of so many points sums up what was done. */
const MIN_SUMMARY = 3;

/** Of the changes of the newest work. */
const MAX_CHANGES = 900;
const MAX_DONE = 600;
export const newestChanges = (text: string, isDone: boolean): string =>
  condenseChanges(text, isDone ? MAX_DONE : MAX_CHANGES, 'whole');

const MAX_REQUEST = 80;
const MAX_REMINDER = 40;

/** What a short reply means: the option or the question that it answers. */
function meaningOf({ closings }: TranscriptDigest, request: Request, max: number): string {
  const { question, text, isSlight, line } = request;
  const before =
    isSlight && !isCommitOrder(text)
      ? closings.findLast((one) => one.line < line && !one.isMidway)
      : undefined;
  const asked = question ?? closingQuestion(before?.text ?? '')?.question ?? '';
  if (asked === '' || text.length > max) return '';
  const kind = /[?？]/.test(asked) ? 'asked' : 'option';
  return ` (${kind} ${quoted(clipQuestion(asked, max), max)})`;
}

/** The request that a message of the agent answers; of one that is shown, enough to find it. */
export function answeredBy(
  digest: TranscriptDigest,
  closing: Pick<Closing, 'line' | 'isToNotification'>,
  shown: string,
  max = MAX_REQUEST,
): string {
  if (closing.isToNotification) return 'a notification';
  const messages = messagesOf(digest);
  const request = messages.findLast((one) => one.kind === 'said' && one.line < closing.line);
  if (request === undefined || messages.length === 1) return '';
  if (request === firstOf(messages) && !request.isByAgent) return 'the first request';
  const start = request.text.split('\n', 1)[0]?.slice(0, MAX_REMINDER) ?? '';
  return ['- ', ': ', '"'].some((before) => shown.includes(before + start))
    ? quoted(request.text, MAX_REMINDER)
    : `${quoted(request.text, max)}${meaningOf(digest, request, max)}`;
}

/** What became of an order to commit is listed: of its report only what is left open counts, once another report says what was done. */
function aboutCommit(digest: TranscriptDigest, last: Closing): string {
  const request = messagesOf(digest).findLast(({ kind, line }) => kind === 'said' && line < last.line);
  const isReportedBefore = digest.closings.some(
    ({ isMidway, turn, text }) => !isMidway && turn < last.turn && weightOf(text) >= MIN_REPORT,
  );
  const points = blocksOf(last.text).flatMap(({ kind, items }) => (kind === 'list' ? items : []));
  if (
    !request?.isSlight ||
    !isCommitOrder(request.text) ||
    !isReportedBefore ||
    points.length >= MIN_SUMMARY ||
    !(last.commits ?? 0)
  )
    return last.text;
  const isOpen = (words: string) => saysUnfinished(words) || CONTRASTS.test(words) || /[?？]\s*$/.test(words);
  const left = renderBlocks(
    changeBlocks(blocksOf(last.text), (block) =>
      isOpenPoint(block) ? block : { lead: [], items: block.items.filter(isOpen) },
    ),
  );
  return left === '' ? last.text : left;
}

/** The kinds of checks that a line says passed. */
function passedRuns(digest: TranscriptDigest): readonly string[] {
  const lines = checked(digest).map(({ line }) => line);
  return digest.checks
    .filter(({ outcome, line }) => outcome === 'passed' && lines.includes(line))
    .flatMap(({ kinds }) => kinds);
}

/** "**Problem:** …" */
const RESTATES =
  /^\W*(?:the )?(?:problem|issue|bug|request|task|problema|aufgabe|問題|问题|문제)\**\s*[:：]/iu;
/** Less than half of its words, because it says the same in its own. */
const RESTATED = 0.4;

/** A message without the paragraphs that tell the person what they asked for. */
function withoutRestated(digest: TranscriptDigest, text: string): string {
  const said = new SaidElsewhere(
    messagesOf(digest)
      .map((one) => one.text.replace(/\s+/g, ' '))
      .join('\n'),
  );
  return renderBlocks(
    changeBlocks(blocksOf(text), (block) => {
      const { kind, lead, items } = block;
      if (kind !== 'text' || !RESTATES.test(items[0] ?? '')) return { lead, items };
      return { lead, items: items.filter((item) => saysWhy(item) || !said.has(item, RESTATED)) };
    }),
  );
}

/** Words that were cut off, without the steps that they only announce after saying something else. */
const withoutAnnounced = (text: string): string =>
  renderBlocks(
    changeBlocks(blocksOf(text), ({ kind, lead, items }) => ({
      lead,
      items: kind === 'text' ? items.filter((item) => !intends(item)) : items,
    })),
  ) || text;

/** Of the words of a point that the agent takes note of, so many are the person's. */
const SAME_NOTE = 0.65;
/** A shorter one has the same words by chance. */
const MIN_NOTED = 24;
const MIN_ITEM = 8;
const AGREES =
  /^(?:ok(?:ay)?|all ?right|got it|agreed|de acuerdo|vale|perfecto|bien|gut|alles klar|wie besprochen|d['’]accord|好|可以|わかりました|承知|네|좋습니다)(?!\p{Ll})/iu;

/** The last message without what it only repeats of the message that it answers, if that is shown. */
function withoutNoted(digest: TranscriptDigest, last: Closing, text: string, shown: string): string {
  const request = messagesOf(digest).findLast(({ kind, line }) => kind !== 'ran' && line < last.line);
  if (request === undefined || !shown.includes(request.text.slice(0, MAX_REMINDER))) return text;
  const elsewhere = new SaidElsewhere(request.text);
  const [first = ''] = text.split('\n', 1);
  // Who did nothing only says what was agreed.
  const isNote = last.hasActed !== true && !hasOwnWork(digest, last);
  if (!isNote && !TAKES_NOTE.test(plainWords(first)) && !AGREES.test(plainWords(first))) return text;
  const isRepeated = (item: string, min: number) =>
    !isLighter(item, min) && elsewhere.has(item.trim(), SAME_NOTE);
  return renderBlocks(
    changeBlocks(blocksOf(text), ({ kind, lead, items }) => {
      if (kind !== 'list' && kind !== 'text') return { lead, items };
      const left = items.filter((item) => !isRepeated(item, kind === 'list' ? MIN_ITEM : MIN_NOTED));
      return { lead: left.length === 0 ? [] : lead, items: left };
    }),
  );
}

const MAX_FILES = 5;

/** What was written after the last words and is not committed, so that what they announce may be done. */
function writtenSince(digest: TranscriptDigest, { line }: QuotedLine): QuotedLine[] {
  // What it wrote last is its last action, which the first line names.
  const files = openFilesOf(digest)
    .filter((file) => file.line > line && !digest.lastAction?.text.endsWith(` ${file.path}`))
    .reverse();
  const [last] = files.slice(-1);
  if (last === undefined) return [];
  return [
    {
      line: last.line,
      text: `After that it wrote ${listed(
        files.map(({ path }) => path),
        MAX_FILES,
      )}.`,
    },
  ];
}

/** The last message whole, with its end, and what was said on the way if it is short. */
export const concluded = (digest: TranscriptDigest, shown: string): QuotedLine[] => {
  const last = digest.closings.at(-1);
  if (last === undefined || isSummedUp(digest)) return [];
  const before = weightOf(last.text) < MIN_REPORT ? saidOnTheWay(digest, last) : [];
  const [first] = before;
  const since = writtenSince(digest, last.isMidway ? (before.at(-1) ?? last) : last);
  const onTheWay =
    first === undefined ? [] : [{ line: first.line, text: 'On the way the agent said:' }, ...before];
  // Words that only announce a step say nothing once the work was cut off.
  if (isSmallTalk(last.text) || (last.isMidway && reportLeft(last.text) === ''))
    return first === undefined ? [] : [...onTheWay, ...since];
  const isAnswered = messagesOf(digest).some(({ line, kind }) => line > last.line && kind !== 'ran');
  const isAsked = !last.isMidway && !isAnswered && asksAtEnd(last.text);
  const label = `The agent's last message${isAsked ? ' (nobody has answered its question)' : ''}`;
  const newest = digest.commits.at(-1);
  const said = withoutRestated(digest, aboutCommit(digest, last));
  const noted = last.isMidway ? withoutAnnounced(said) : withoutNoted(digest, last, said, shown);
  const words = withoutListed(noted, {
    hasOpenFiles: openFiles(digest).length > 0,
    commits: listedCommits(digest),
    pushedTo: newest !== undefined && isPushed(digest, newest) ? newest.branch : null,
    todos: deriveOpenLoops(digest).map(({ text }) => text),
    passed: passedRuns(digest),
  });
  if (words.trim() === '') return first === undefined ? [] : [...onTheWay, ...since];
  const isDone = !last.isMidway && !isAsked && isTurnDone(digest, last);
  const hasWork = hasOwnWork(digest, last);
  const left = hasWork ? newestChanges(words, isDone) : words;
  const whole = keepWholeBlocks(foldNestedItems(withoutFileLinks(left)), MAX_LAST, 0.5, isOpenPoint);
  const text = isDone ? foldLists(whole) : whole;
  const request = answeredBy(digest, last, shown);
  const name = request === '' ? label : `${label}, to ${request}`;
  const message = { line: last.line, text: `${name}:\n${indented(text)}` };
  return [...onTheWay, message, ...writtenSince(digest, message)];
};
