import { covers } from '../command.ts';
import type { Gist, TestsRun } from '../gist.ts';

const isCovered = (run: TestsRun, later: TestsRun) =>
  later.line > run.line &&
  later.ended !== 'unknown' &&
  (covers(later.key, run.key) || (later.isWhole && later.runner === run.runner));

/** The runs whose result still says something: no later one ran the same, or more. */
export const lastingRuns = ({ tests }: Gist): readonly TestsRun[] =>
  tests.filter((run) => !tests.some((later) => isCovered(run, later)));
