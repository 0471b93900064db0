import { describeIssue, type Issue, type Problem } from '../../lib/describe-issue.ts';

/** What is wrong with a campaign file, and where. There is at least one problem. */
export class FileProblem extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ field, problem }) => `${field} ${problem}`).join('; '));
    this.name = 'FileProblem';
    this.problems = problems;
  }
}

export function refuse(field: string, problem: string, limit?: number): never {
  throw new FileProblem([limit === undefined ? { field, problem } : { field, problem, limit }]);
}

const isUnknown = ({ code }: Issue): boolean => code === 'unrecognized_keys';

const WORDS = { unknown: 'is not known', root: 'the file' };

/** Refuses what does not fit, all of it in one answer. `path` is where the value stands in the file. */
export function refuseIssues(issues: readonly Issue[], path: readonly PropertyKey[] = []): void {
  if (issues.length === 0) return;
  // A key that is misspelled explains the one that is missing.
  const ordered = issues.toSorted((a, b) => Number(isUnknown(b)) - Number(isUnknown(a)));
  throw new FileProblem(
    ordered.flatMap((issue) => describeIssue({ ...issue, path: [...path, ...issue.path] }, WORDS)),
  );
}
