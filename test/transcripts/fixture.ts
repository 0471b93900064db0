import type { RecordType } from '../../src/domain/record/record.ts';

/** What a careful person would have written, known again by its key words. */
export interface ExpectedItem {
  /** null: a fact that any item may tell. */
  readonly type: RecordType | null;
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
  (type: RecordType | null, isOptional = false) =>
  (...words: string[]): ExpectedItem => ({ type, words, isOptional });

export const checkpoint = item('checkpoint');
export const constraint = item('constraint');
/** An open todo. */
export const openLoop = item('open_loop');
/** What a careful person would have handed over, in whatever place. */
export const fact = item(null);

/** The same, where it may as well be left out. */
export const orElse = { constraint: item('constraint', true), openLoop: item('open_loop', true) };
