import { containsAll, covers, partsOf } from '../command.ts';
import type { TestsRun, TranscriptDigest } from '../transcript-digest.ts';

const isCovered = (run: TestsRun, later: TestsRun) =>
  later.line > run.line &&
  later.ended !== 'unknown' &&
  (covers(later.key, run.key) ||
    containsAll(partsOf(later.key), run.key) ||
    (later.isWhole && later.runner === run.runner));

const haveSameFailures = (one: TestsRun, other: TestsRun) =>
  one.runner === other.runner &&
  one.failing.length > 0 &&
  one.failing.join('\n') === other.failing.join('\n');

/** Of several runs with the same failing tests, the largest. */
export function failingRuns(digest: TranscriptDigest): readonly TestsRun[] {
  const failing = latestRuns(digest).filter(({ ended }) => ended === 'failed');
  return failing.filter(
    (run, index) =>
      !failing.some(
        (other, at) =>
          other !== run &&
          haveSameFailures(run, other) &&
          (other.isWhole === run.isWhole ? at > index : other.isWhole),
      ),
  );
}

/** Runs that no later run covers. */
export const latestRuns = ({ tests }: TranscriptDigest): readonly TestsRun[] =>
  tests.filter((run) => !tests.some((later) => isCovered(run, later)));
