import { blocksOf, renderBlocks } from '../blocks.ts';
import { isLeftOut, listsWhatIsLeft, saysWhatIsLeft, saysWhatIsLeftOut } from '../open-points.ts';
import type { Closing, TranscriptDigest } from '../transcript-digest.ts';
import { pointsLeft } from './chosen-points.ts';
import { withoutOvertaken } from './overtaken.ts';
import { withoutAnswered } from './passed-steps.ts';
import { messagesOf } from './person-lines.ts';
import { isAnswer, topicOf } from './request-topic.ts';
import { tidyReply } from './tidy-reply.ts';
import { isTemporary, weightOf } from './wording.ts';

/** A message of the agent with only what is still worth reading. */
export interface Said {
  readonly closing: Closing;
  readonly text: string;
}

/** Files of the project that were written after a message. */
export const changedAfter = ({ filesWritten }: TranscriptDigest, { line }: { readonly line: number }) =>
  filesWritten.filter((file) => file.line > line && !isTemporary(file.path));

/** Documents. What they say about the code is not done by writing it down. */
const PROSE = /\.(?:md|mdx|markdown|txt|rst|adoc|org)$/i;

export function tidied(digest: TranscriptDigest, closing: Closing, keepsCode = false): Said {
  const { commits, checks, pushedAt, closings, last, noPullRequest, pullRequests } = digest;
  const committedAt = Math.max(commits.at(-1)?.line ?? -1, pushedAt?.line ?? -1);
  const tested = checks.findLast(({ kinds }) => kinds.includes('test'));
  const text = tidyReply(closing.text, {
    hashes: commits.map(({ hash }) => hash),
    isCommittedSince: committedAt > closing.line,
    isChangedSince: !closing.isMidway && changedAfter(digest, closing).some(({ path }) => !PROSE.test(path)),
    isFailedSince: checks.some(({ outcome, line }) => outcome === 'failed' && line > closing.line),
    isPassedSince: tested?.outcome === 'passed' && tested.line > closing.line,
    isPast: closing.isMidway || closing !== closings.at(-1) || last?.kind === 'request',
    hasChecks: checks.length > 0,
    hasNoPullRequest: noPullRequest !== null && !pullRequests.some(({ line }) => line > noPullRequest.line),
    keepsCode,
  });
  return { closing, text };
}

/** Whether something was written or committed in the turn of a message. */
export function isAfterWork(digest: TranscriptDigest, closing: Closing): boolean {
  const { files, commits } = closing;
  if (files !== undefined && commits !== undefined) return files + commits > 0;
  const from = topicOf(digest, closing)?.line ?? 0;
  return [...digest.filesWritten, ...digest.commits].some(
    (one) => one.line > from && one.line < closing.line && !('path' in one && isTemporary(one.path)),
  );
}

/** A shorter report does not say why something was done. */
const MIN_REPORT = 250;

/**
 * Whether later work, and the report of it, took the place of what a message found, planned or proposed. An answer is not in the
 * documents.
 */
export function isActedOn(digest: TranscriptDigest, closing: Closing): boolean {
  const { closings, commits, filesWritten } = digest;
  const { line } = closing;
  const isReported = closings.some(
    (one) => one.line > line && !one.isMidway && weightOf(one.text) >= MIN_REPORT && isAfterWork(digest, one),
  );
  if (!isReported) return false;
  const files = filesWritten.filter(({ path }) => !isTemporary(path));
  const isOnlyAnswer = isAnswer(digest, closing);
  if (files.some((one) => one.line > line && !(isOnlyAnswer && PROSE.test(one.path)))) return true;
  const committedAt = commits.findLast((one) => one.line < line)?.line ?? 0;
  const isWaiting = files.some((one) => one.line > committedAt && one.line < line);
  return !isWaiting && commits.some((one) => one.line > line);
}

/** Only what was left out on purpose, which no later work makes untrue. */
const leftOutOf = (text: string): string =>
  renderBlocks(
    blocksOf(text)
      .filter(({ kind }) => kind === 'text' || kind === 'list')
      .map((block) =>
        saysWhatIsLeftOut(block)
          ? block
          : { ...block, lead: [], items: block.kind === 'text' ? block.items.filter(isLeftOut) : [] },
      )
      .filter(({ items }) => items.length > 0),
  );

const withoutOldPlans = (text: string): string =>
  renderBlocks(blocksOf(text).filter((block) => !saysWhatIsLeft(block)));

/** Whether it lists what is left. A sentence may be about one thing only. */
export const namesWhatIsLeft = (text: string): boolean => blocksOf(text).some(listsWhatIsLeft);

/** What introduced code that was cut away stands by itself. */
const withoutCode = (closing: Closing): Closing => ({
  ...closing,
  text: closing.text.replace(/[:：]\n\s*\[code: \d+ lines\]/g, '.'),
});

/** A shorter report has what it says in its code. */
const MIN_RESULT = 60;

const AGAIN =
  /^(?:(?:ok(?:ay)?|now|please|bitte|por favor)[\s,]+)*(?:again|retry|re-?run|try (?:it )?again|run it again|noch ?mal|versuch'?s noch ?mal|otra vez|de nuevo|encore(?: une fois)?|réessaie|ещё раз|再试(?:一次|一下)?|再来(?:一次)?|重试|もう一度(?:お願いします)?|다시(?: 해\s?줘| 해주세요)?)[\s.!。]*$/iu;

/** What stopped an attempt is over once the person had it tried again, and the agent replied. */
const isTriedAgain = ({ requests, closings }: TranscriptDigest, { turn, commits, files }: Closing): boolean =>
  (commits ?? 0) === 0 &&
  (files ?? 0) <= 1 &&
  requests.some(
    (one) =>
      one.turn > turn &&
      one.turn <= turn + 2 &&
      AGAIN.test(one.text) &&
      closings.some((later) => later.turn >= one.turn && !later.isMidway),
  );

/** What still holds of a message of an earlier turn. A later message has said what is left if `isLeftKnown`. */
export const standingReport = (digest: TranscriptDigest, closing: Closing, isLeftKnown: boolean): string =>
  isTriedAgain(digest, closing)
    ? ''
    : withoutOvertaken(digest, closing, reportLeft(digest, closing, isLeftKnown));

function reportLeft(digest: TranscriptDigest, said: Closing, isLeftKnown: boolean): string {
  const isReplied = messagesOf(digest).some(({ line, kind }) => kind !== 'ran' && line > said.line);
  const closing = isReplied ? { ...said, text: withoutAnswered(said.text) } : said;
  const { text } = tidied(digest, closing);
  if (isAfterWork(digest, closing)) {
    const report = weightOf(text) < MIN_RESULT ? tidied(digest, closing, true).text : text;
    return isLeftKnown ? withoutOldPlans(report) : report;
  }
  if (!isActedOn(digest, closing)) return text;
  const later = messagesOf(digest).filter(({ line }) => line > closing.line);
  return pointsLeft(tidied(digest, withoutCode(said), true).text, later) || leftOutOf(text);
}
