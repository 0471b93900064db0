import { MAX_POINTS } from '../question.ts';

/** Limits in items and characters. Together they stay below MAX_DIGEST_CHARS. */
export const BOUND = {
  request: 1_200,
  requestsFirst: 2,
  requestsLast: 36,
  question: 240,
  points: MAX_POINTS,
  background: 300,
  backgrounds: 6,
  queued: 6,
  constraint: 240,
  constraints: 8,
  closing: 3_200,
  closings: 22,
  ofOneTurn: 7,
  setback: 300,
  setbacks: 8,
  recap: 800,
  recaps: 2,
  summary: 6_000,
  summaries: 1,
  title: 160,
  plan: 1_600,
  path: 200,
  filesWritten: 44,
  filesRemoved: 12,
  turnsOfFile: 8,
  statusPaths: 40,
  branch: 80,
  hash: 40,
  command: 240,
  output: 140,
  commits: 12,
  url: 200,
  pullRequests: 3,
  issues: 4,
  error: 200,
  failure: 360,
  tasks: 4,
  todo: 200,
  todos: 40,
  pending: 12,
  callId: 100,
} as const;

export const keepLast = <T>(list: readonly T[], max: number): readonly T[] =>
  list.length <= max ? list : list.slice(list.length - max);

/** The first and the last items: how it began and where it ended. */
export const keepEnds = <T>(list: readonly T[], first: number, last: number): readonly T[] =>
  list.length <= first + last ? list : [...list.slice(0, first), ...list.slice(list.length - last)];
