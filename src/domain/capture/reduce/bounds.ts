/** Limits in items and characters. Together they stay below MAX_DIGEST_CHARS. */
export const BOUND = {
  request: 500,
  requestsFirst: 3,
  requestsLast: 9,
  decisionsFirst: 8,
  decisionsLast: 12,
  utterances: 8,
  explanations: 8,
  closing: 1_400,
  closings: 3,
  path: 200,
  filesWritten: 40,
  filesRead: 20,
  command: 200,
  commands: 20,
  commits: 10,
  tests: 8,
  error: 200,
  errors: 14,
  todo: 160,
  todos: 30,
  attempts: 6,
  attemptFiles: 6,
  doubts: 4,
  refusals: 6,
  summary: 2_000,
  summaries: 2,
  pending: 12,
  callId: 100,
} as const;

export const keepLast = <T>(list: readonly T[], max: number): readonly T[] =>
  list.length <= max ? list : list.slice(list.length - max);

/** The first and the last items: how it began and where it ended. */
export const keepEnds = <T>(list: readonly T[], first: number, last: number): readonly T[] =>
  list.length <= first + last ? list : [...list.slice(0, first), ...list.slice(list.length - last)];
