/** What the work returns; undefined if it throws. Only for work whose failure means the same as finding nothing. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
