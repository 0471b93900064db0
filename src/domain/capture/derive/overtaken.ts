import { isWholeRun } from '../check-run.ts';
import { saysDeadEnd, saysUnfinished } from '../open-points.ts';
import { statementsOf } from '../question.ts';
import type { Closing, TranscriptDigest } from '../transcript-digest.ts';
import { plainWords } from './report-text.ts';
import { hasOwnWork } from './turns.ts';

/** Whether all tests passed after a report, so that what it says about failed ones is over. */
const isTestedSince = ({ checks }: TranscriptDigest, { line }: Closing): boolean =>
  checks.some(
    (run) =>
      run.line > line && run.outcome === 'passed' && run.kinds.includes('test') && isWholeRun(run.text),
  );

const TESTS_FAIL =
  /(?<!\p{L})(?:tests?|specs?|suite)(?!\p{L})[^.]{0,120}(?<!\p{L})(?:fail(?:s|ed|ing|ures?)?|red)(?!\p{L})|(?<!\p{L})fail(?:s|ed|ing|ures?)(?!\p{L})[^.]{0,60}(?<!\p{L})(?:tests?|specs?)(?!\p{L})|(?:テスト|测试|테스트)[^。.]{0,40}(?:失敗|落ち|失败|실패)/iu;
/** Where a run on this machine says nothing. */
const ELSEWHERE =
  /(?<!\p{L})(?:windows|mac(?:os)?|linux|arm|staging|production|prod|ci|nightly|e2e|end[- ]to[- ]end|node \d+|python \d)(?!\p{L})/iu;
const saysTestsFail = (sentence: string): boolean => TESTS_FAIL.test(sentence) && !ELSEWHERE.test(sentence);

/** How much was left, and what was not done then, in so few words that they name nothing that lasts. */
const PROGRESSES =
  /^(?:(?:only )?(?:\d+|one|two|three|four|five) (?:more |of them )?(?:to go|left|remaining)|(?:left|remaining|still to do|to go)\s*[:：][^\n]{0,60}|i (?:have not|haven['’]t|did not|didn['’]t) (?:yet )?(?:appl(?:y|ied)|run|ran|deploy(?:ed)?|execute[d]?|start(?:ed)?|merge[d]?|sen[dt]|touch(?:ed)?|change[d]?)(?: (?:it|this|that|them|anything|nothing))?(?: yet)?)[.!]*$/iu;
const saysProgress = (sentence: string): boolean => PROGRESSES.test(plainWords(sentence));

/** A longer sentence says more than that. */
const MAX_STATE = 60;
const UNPUSHED =
  /(?<!\p{L})(?:no|not|nothing|n['’]t|sin|nicht|nichts|pas|não|nada)(?!\p{L})[^.\n]{0,30}(?<!\p{L})(?:push\p{L}*|gepusht)|push\p{L}*[^.\n]{0,12}(?:していません|しません|하지 않)|(?:没有?|未)(?:推送|push)/iu;
/** A short sentence that says that something is not pushed. */
const saysUnpushed = (sentence: string): boolean =>
  sentence.trim().length <= MAX_STATE && UNPUSHED.test(sentence);

/** What is to be done is so whatever the commit is called. */
const DEMANDS =
  /(?<!\p{L})(?:must|needs? to|ha(?:s|ve) to|should|deploy\p{L}*|rotate|roll(?:ed)? back|releas\p{L}+)(?!\p{L})/iu;

/** Whether a sentence only describes a commit that was amended or taken back since. */
const namesReplaced = ({ replacedCommits = [] }: TranscriptDigest, sentence: string): boolean =>
  !DEMANDS.test(sentence) &&
  replacedCommits.some((hash) => /[a-f]/.test(hash) && sentence.includes(hash.slice(0, MIN_HASH)));
/** Git abbreviates hashes to at least this. */
const MIN_HASH = 7;

/** Whether the files that a turn wrote are gone: it worked on something that was given up. */
const isGivenUp = (digest: TranscriptDigest, closing: Closing): boolean =>
  (closing.files ?? 0) > 0 && !hasOwnWork(digest, closing);

/** Whether what a sentence of a report says of its time is over by what happened since. */
export function overtakenSince(digest: TranscriptDigest, closing: Closing): (sentence: string) => boolean {
  const hasPassed = isTestedSince(digest, closing);
  const isPushed = (digest.pushedAt?.line ?? 0) > closing.line;
  const wasGivenUp = isGivenUp(digest, closing);
  const hasGoneOn = digest.closings.some(
    (one) => one.line > closing.line && (one.hasActed || hasOwnWork(digest, one)),
  );
  return (sentence) =>
    (hasPassed && saysTestsFail(sentence)) ||
    (hasGoneOn && saysProgress(sentence)) ||
    (isPushed && saysUnpushed(sentence)) ||
    (wasGivenUp && !saysDeadEnd(sentence)) ||
    namesReplaced(digest, sentence);
}

/** The sentences of a report, each in a line, without those that say that something is not done. */
export const finishedPoints = (text: string): string =>
  text
    .split('\n')
    .flatMap(statementsOf)
    .filter((sentence) => !saysUnfinished(sentence))
    .join('\n');
