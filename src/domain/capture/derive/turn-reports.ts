import { saysDeadEnd, saysUnfinished } from '../open-points.ts';
import { POINTS_BETWEEN } from '../question.ts';
import { isCommitOrder, isThanks } from '../slight.ts';
import type { Closing, Request, TranscriptDigest } from '../transcript-digest.ts';
import { newestChanges } from './agent-lines.ts';
import { listedCommits } from './commit-lines.ts';
import { condenseChanges, condenseCommitted, withoutTicked } from './condense-changes.ts';
import { foldNestedItems } from './fold-nested.ts';
import { isOnlyCommit } from './last-message-text.ts';
import { isMeasured, lastingPoints } from './lasting-points.ts';
import { isQuestion } from './message-kinds.ts';
import { NewerTables } from './older-tables.ts';
import { orderedPoints, withoutPoints } from './ordered-points.ts';
import { isOrdered } from './ordered-since.ts';
import { finishedPoints, overtakenSince } from './overtaken.ts';
import { onlyAnticipates, reportLeft } from './report-text.ts';
import { SaidElsewhere } from './said-elsewhere.ts';
import { isCorrected, isWrittenDown, withoutRefuted } from './taken-back.ts';
import {
  hasFiles,
  hasOwnWork,
  isNamedByCommit,
  isOfWork,
  isRewritten,
  isTurnDone,
  messagesOf,
  requestOf,
} from './turns.ts';
import { unanswered } from './unanswered.ts';
import { isLighter, withoutFileLinks } from './wording.ts';

/** The newest are shown, whatever was done since. */
const NEWEST = 2;
const MIN_REPORT = 50;
const MIN_ANSWER = 20;
/** A shorter message only acknowledges. */
const MIN_MESSAGE = 40;
const MAX_REPORT = 600;
/** Of the last one on work. */
const MAX_NEWEST_REPORT = 1_800;
/** Of work that is committed. */
const MAX_DONE_REPORT = 400;
/** Of an answer that others followed. */
const MAX_OLD_ANSWER = 220;
/** Of the report that says where the work stands. */
const MAX_STATE = 2_000;
/** A shorter report is shown whole or not at all: its sentences depend on each other. */
const MAX_SHORT = 450;
/** What an answer says first is the answer. */
const MAX_ANSWER = 350;
/** Of the turn of the last message, only what was a report by itself. */
const MIN_OF_LAST_TURN = 250;
const MAX_LIST = 300;
const MAX_STATE_LIST = 900;
const MAX_POINTS = 500;
const MAX_POINTS_IN_SHORT = 350;
/** Of the last turn that changed something. */
const MAX_NEWEST_POINTS = 900;
/** Somebody who comes back to a point uses half of its words. */
const TAKEN_UP = 0.5;
/** Then the main work is shown with its details. */
const MUCH_ROOM = 2_000;

/** Whether files were written after a report, so that it may be overtaken. A commit takes what was written before. */
const isWorkedOver = ({ filesWritten }: TranscriptDigest, { line }: Closing): boolean =>
  filesWritten.some((file) => file.line > line && isOfWork(file));

/** Whether a message asks for nothing but a commit that was made, or for nothing at all. */
const isAnswered = ({ text, isSlight, question }: Request, isCommitted: boolean): boolean =>
  isCommitOrder(text) ? isCommitted : isSlight && question === null && isThanks(text);

/** What is shown of the report on a turn. */
export interface TurnReport {
  readonly closing: Closing;
  readonly text: string;
  readonly max: number;
  /** A longer list is shown in short. */
  readonly maxList: number;
}

/** In a turn with fewer files, the commit says what it did. */
const MIN_MAIN_FILES = 4;

/** The report on the turn that changed most files. */
function mainWork({ filesWritten }: TranscriptDigest, reports: readonly Closing[]): Closing | undefined {
  const filesOf = ({ turn }: Closing) =>
    filesWritten.filter((file) => isOfWork(file) && file.turns?.includes(turn)).length;
  const [most] = [...reports].sort((a, b) => filesOf(b) - filesOf(a));
  return most !== undefined && filesOf(most) >= MIN_MAIN_FILES ? most : undefined;
}

/** The option of a report that the person chose. */
function chosenAfter(digest: TranscriptDigest, { line }: Closing): string | null {
  const question = messagesOf(digest).find((one) => one.line > line && one.kind === 'said')?.question;
  // Of several points, some may not be answered.
  return question && !/[?？]/.test(question) && !question.includes(POINTS_BETWEEN) ? question : null;
}

/** The reports of earlier turns, newest first. Of old ones that work followed, only what no work overtakes. */
export function* reportsOf(digest: TranscriptDigest, shown: string, room: number): Iterable<TurnReport> {
  const maxPoints = room >= MUCH_ROOM ? MAX_POINTS : MAX_POINTS_IN_SHORT;
  const maxNewest = room >= MUCH_ROOM ? MAX_NEWEST_POINTS : MAX_POINTS;
  const last = digest.closings.at(-1);
  const earlier = digest.closings.filter((one) => !one.isMidway && one !== last).reverse();
  const newest = digest.closings.findLast((one) => !one.isMidway && hasFiles(digest, one));
  // A short last message, or one that was cut off, does not say where the work stands.
  const isShortEnd = last === undefined || last.isMidway || isLighter(last.text, MIN_OF_LAST_TURN);
  const state = isShortEnd ? earlier.find((one) => hasOwnWork(digest, one)) : undefined;
  const main = mainWork(digest, earlier);
  const elsewhere = new SaidElsewhere(shown);
  elsewhere.add(last?.text ?? '');
  const later = new SaidElsewhere(digest.commits.map(({ subject }) => subject).join('\n'));
  later.add(last?.text ?? '');
  const done = new SaidElsewhere('');
  done.add(finishedPoints(last?.text ?? ''));
  const newer = new NewerTables();
  newer.add(last?.text ?? '');
  let messages = messagesOf(digest);
  let figures = 0;
  let newerReports = 0;
  const ordered = orderedPoints(digest);
  for (const [at, closing] of earlier.entries()) {
    const measured = newer.without(withoutFileLinks(closing.text));
    newer.add(closing.text);
    const told = withoutRefuted(digest, closing, measured);
    const words = withoutPoints(foldNestedItems(told), ordered.get(closing) ?? []);
    for (const { text } of messages.filter(({ line }) => line > closing.line)) {
      later.add(text);
      done.add(text);
    }
    messages = messages.filter(({ line }) => line < closing.line);
    const isOver = isWorkedOver(digest, closing);
    const isOld = isOver && (at > 0 || last?.isMidway === false);
    const hasWork = hasOwnWork(digest, closing);
    const isCommitted = digest.commits.some(({ line }) => line > closing.line);
    const request = requestOf(digest, closing);
    const isOnlyAnswer = request !== undefined && isQuestion(request) && !hasWork;
    // "Ok" asks for nothing, and what became of an order to commit is listed.
    const isFormality = request !== undefined && !hasWork && isAnswered(request, isCommitted);
    // What was explained or planned is over once it was worked on and committed.
    // Of points of which the person ordered some, the others are open.
    const hasOthers = ordered.has(closing) && !hasWork;
    const isDone = hasWork
      ? isTurnDone(digest, closing)
      : (!hasOthers && isCommitted && isOld) || isWrittenDown(digest, closing);
    const isWrong = isCorrected(digest, closing);
    const isWhole =
      (at < NEWEST || !isOver || hasOthers) &&
      (!isDone || (closing === state && !isOver)) &&
      !isFormality &&
      !isWrong;
    const isNamed = isNamedByCommit(digest, closing);
    const isStale = (isDone || (!isCommitted && isRewritten(digest, closing))) && newerReports >= NEWEST;
    const isOvertaken = overtakenSince(digest, closing);
    const isElsewhere = (sentence: string) =>
      elsewhere.has(sentence) ||
      isOvertaken(sentence) ||
      isOnlyCommit(sentence, listedCommits(digest)) ||
      ((isOver || at >= NEWEST) && onlyAnticipates(sentence));
    const isTakenUp = (sentence: string) => later.has(sentence, TAKEN_UP);
    const isAsked = (item: string) => isTakenUp(item) || isOrdered(digest, closing, item);
    const whole = reportLeft(words, {
      isOld,
      chosen: chosenAfter(digest, closing),
      isElsewhere,
      isTakenUp,
      isAsked,
    });
    const points = isWhole
      ? whole
      : lastingPoints(words, {
          isCommitted,
          hasWork,
          hasFiles: hasFiles(digest, closing),
          isOperation:
            closing.hasActed === true && request !== undefined && !isQuestion(request) && !isFormality,
          isOver,
          maxPoints: isWrong
            ? 0
            : closing === newest
              ? maxNewest
              : closing === main && !isDone
                ? maxPoints
                : 0,
          isNamed: isWrong || isRewritten(digest, closing) || (isNamed && closing !== newest),
          isElsewhere,
          isTakenUp,
          isAsked,
          isWrong,
          isStale,
          isAnswer: isOnlyAnswer,
          isDone: (item) => done.has(item, TAKEN_UP),
        });
    // Of what was only explained before it was committed, the rest is overtaken.
    const isResult =
      isCommitted || isWrong
        ? points !== '' && (hasWork || hasOthers || saysUnfinished(points))
        : points !== '' || (!isFormality && !isStale && figures < MAX_FIGURES && hasFigure(whole));
    if (points === '' && isResult && isShortReport(whole)) figures += 1;
    const chosen = isResult && isShortReport(whole) && !isWrong && !(hasWork && isDone) ? whole : points;
    const isNewest = closing === state || (closing === newest && newerReports === 0);
    const inShort = isNewest
      ? newestChanges(withoutTicked(chosen), isDone)
      : olderChanges(chosen, isDone, isNamed);
    const asked = unanswered(digest, closing);
    const text = [hasWork ? inShort : chosen, asked].filter((part) => part !== '').join('\n');
    if (!isFormality && !isLighter(words, MIN_MESSAGE)) newerReports += 1;
    later.add(closing.text);
    done.add(finishedPoints(closing.text));
    const isComplete =
      isOnlyAnswer ||
      [saysDeadEnd, saysUnfinished, isMeasured].some((says) => says(text)) ||
      text.includes('\n');
    const least = isComplete ? MIN_ANSWER : MIN_REPORT;
    const min = closing.turn === last?.turn ? MIN_OF_LAST_TURN : least;
    if (asked === '' && (isLighter(words, MIN_MESSAGE) || isLighter(text, min))) continue;
    elsewhere.add(text);
    const maxOf = () => {
      if (isOnlyAnswer) return at === 0 ? MAX_ANSWER : MAX_OLD_ANSWER;
      // Where nothing was written, the reports are the work.
      if (closing === newest || (newest === undefined && at < NEWEST)) return MAX_NEWEST_REPORT;
      return isDone ? MAX_DONE_REPORT : MAX_REPORT;
    };
    yield closing === state
      ? { closing, text, max: MAX_STATE, maxList: MAX_STATE_LIST }
      : { closing, text, max: maxOf(), maxList: maxOf() === MAX_NEWEST_REPORT ? MAX_STATE_LIST : MAX_LIST };
  }
}

/** Of a list of changes that others followed. */
const MAX_CHANGES = 350;
const MAX_DONE = 260;

/** The commit that names a change says what it was. */
const olderChanges = (text: string, isDone: boolean, isNamed: boolean): string =>
  isDone ? condenseCommitted(text, MAX_DONE, isNamed) : condenseChanges(withoutTicked(text), MAX_CHANGES);

const isShortReport = (text: string): boolean =>
  text !== '' && isLighter(text, MAX_SHORT) && !text.includes('```');

/** A number that is neither in code nor the mark of an item or an issue. */
const hasFigure = (text: string): boolean =>
  /\d{2}|\d[.,]\d|\d\s?%/.test(text.replace(/`[^`]*`|^\s*\d{1,3}[.)]\s|#\d+/gm, ''));

/** Older figures are mostly overtaken by newer ones. */
const MAX_FIGURES = 4;
