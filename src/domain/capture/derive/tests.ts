import { containsAll, covers, partsOf } from '../command.ts';
import type { Gist, TestsRun } from '../gist.ts';

const isCovered = (run: TestsRun, later: TestsRun) =>
  later.line > run.line &&
  later.ended !== 'unknown' &&
  (covers(later.key, run.key) ||
    containsAll(partsOf(later.key), run.key) ||
    (later.isWhole && later.runner === run.runner));

const failsAlike = (one: TestsRun, other: TestsRun) =>
  one.runner === other.runner &&
  one.failing.length > 0 &&
  one.failing.join('\n') === other.failing.join('\n');

/** Of several runs in which the same tests failed, the one of the most. */
export function failingRuns(gist: Gist): readonly TestsRun[] {
  const failing = lastingRuns(gist).filter(({ ended }) => ended === 'failed');
  return failing.filter(
    (run, index) =>
      !failing.some(
        (other, at) =>
          other !== run &&
          failsAlike(run, other) &&
          (other.isWhole === run.isWhole ? at > index : other.isWhole),
      ),
  );
}

/** The runs whose result still says something: no later one ran the same, or more. */
export const lastingRuns = ({ tests }: Gist): readonly TestsRun[] =>
  tests.filter((run) => !tests.some((later) => isCovered(run, later)));
