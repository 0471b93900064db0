import type { RecordType } from '../../src/domain/record/record.ts';

/** What a careful person would have written, known again by its key words. */
export interface ExpectedItem {
  readonly type: RecordType;
  /** All of them, in any case and order. */
  readonly words: readonly string[];
  /** True and welcome, but not missed by anyone if it is left out: it counts for precision only. */
  readonly isOptional?: boolean;
}

export interface Fixture {
  readonly name: string;
  readonly about: string;
  readonly file: Buffer;
  readonly expected: readonly ExpectedItem[];
  /** What must come out of it under no heading, but may be told of in the checkpoint. */
  readonly never?: readonly string[];
  /** What must not come out of it at all. */
  readonly nowhere?: readonly string[];
}

const item =
  (type: RecordType, isOptional = false) =>
  (...words: string[]): ExpectedItem => ({ type, words, isOptional });

export const checkpoint = item('checkpoint');
export const decision = item('decision');
export const openLoop = item('open_loop');
export const lesson = item('lesson');
export const warning = item('warning');
export const constraint = item('constraint');
export const preference = item('preference');
export const focus = item('next_session_focus');

/** The same, where it may as well be left out. */
export const orElse = {
  decision: item('decision', true),
  openLoop: item('open_loop', true),
  lesson: item('lesson', true),
  warning: item('warning', true),
  constraint: item('constraint', true),
  preference: item('preference', true),
  focus: item('next_session_focus', true),
};
