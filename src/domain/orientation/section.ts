import type { ShortenId } from '../short-id.ts';
import type { SectionName } from './orientation.ts';
import { type ReservedWording, textBeforeSlot } from './reserved-wording.ts';

/** An entry as rendered in the report. */
export interface Rendered {
  readonly text: string;
  /** Characters of the stored text that are in it. */
  readonly kept: number;
  readonly isShortened: boolean;
}

/** One thing a section can show; a larger cap never gives a shorter text. */
export interface Entry {
  /** The id of the record, else the beginning of our own line. */
  readonly label: string;
  /** Why the entry is shown, if the section's reason does not explain it. */
  readonly why?: string | undefined;
  /** Of the stored text, or of our own words. Whole, an entry is never shorter. */
  readonly length: number;
  render(cap: number): Rendered;
}

export interface Section {
  readonly name: SectionName;
  readonly heading: string;
  readonly entries: readonly Entry[];
  /** Why its entries are in the report. */
  readonly why: string;
  /** How many there are, of which `entries` may be only the first. */
  readonly total: number;
  /** How many entries are shown before any section shows more. */
  readonly leadCount: number;
  /** The last entry is also shown early: the newest of a list that starts with the oldest. */
  readonly isLastLead?: boolean;
  /** Its part of the line that counts what is not shown at all: the least a section is given. */
  floor(): string;
  /** The line that counts omitted entries and names the step that returns them. */
  more(count: number): string;
}

/** How the report is worded, besides its sections. */
export interface Frame {
  readonly isTerse: boolean;
  /** So small that the title is shortened too. */
  readonly isTiny: boolean;
  /** Asked for as brief: more room would not make it longer. */
  readonly isBrief: boolean;
  /** The project that steps must name; undefined where they go to this project anyway. */
  readonly project: string | undefined;
  readonly words: ReservedWording;
  /** Ids are shown short. */
  readonly shorten: ShortenId;
  /** The author of nearly all records, named once in the preface. */
  readonly commonAuthor: string | null;
}

/** A text that is made when it is first needed: most sections are shown whole, and then count nothing. */
export function lazily(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** An entry in our own words, shown whole or not at all. */
export const ownWords = (text: string): Entry => {
  const rendered: Rendered = { text, kept: text.length, isShortened: false };
  const label = textBeforeSlot(text).replace(/^- /, '').slice(0, 60);
  return { label, length: text.length, render: () => rendered };
};
