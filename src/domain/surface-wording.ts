import type { NextStep, Notice } from './next-step.ts';

/** How one surface says what a caller can do next. */
export interface SurfaceWording {
  /** The step as its reader performs it: a tool call, a command line. */
  step(step: NextStep): string;
  /** All steps as sentences; empty where there are none. */
  steps(next: readonly NextStep[]): string;
  /** What the reader calls an argument of a call, or a part of one such as `open_loops[2]`: `session_id`, `--session`. */
  parameter(name: string): string;
}

const QUOTED_OR_PARAMETER = /"(?:[^"\\]|\\.)*"|`([a-z_][\w.[\]]*)`/g;

/** Sentences of ours write the name of an argument in backticks. What is in double quotes is the caller's own text. */
export const renderParameters = (wording: SurfaceWording, text: string): string =>
  text.replaceAll(QUOTED_OR_PARAMETER, (whole, name?: string) =>
    name === undefined ? whole : wording.parameter(name),
  );

/** A hint or another sentence of ours, followed by the steps it recommends. */
export const renderAdvice = (wording: SurfaceWording, text: string, next: readonly NextStep[]): string =>
  [renderParameters(wording, text), wording.steps(next)].filter((part) => part !== '').join(' ');

export const renderNotice = (wording: SurfaceWording, { text, next }: Notice): string =>
  renderAdvice(wording, text, next);
