import type { SectionName } from './orientation.ts';
import { type ReservedWording, textBeforeSlot } from './reserved-wording.ts';

/** An entry as it stands in the report. */
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
  /** Why it stands where it stands, where its section does not say it all. */
  readonly why?: string;
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
  /** The last one is shown early too: the newest of a list that goes oldest first. */
  readonly isLastLead?: boolean;
  /** Its part of the line that counts what is not shown at all: the least a section is given. */
  readonly floor: string;
  /** The line that counts what was left out and says how to get it. */
  more(count: number): string;
}

/** How the report is worded, besides its sections. */
export interface Frame {
  readonly isTerse: boolean;
  /** So small that even the title is kept to the least. */
  readonly isTiny: boolean;
  /** Asked for as brief: more room would not make it longer. */
  readonly isBrief: boolean;
  /** The project that steps must name; undefined where they go to this project anyway. */
  readonly project: string | undefined;
  readonly words: ReservedWording;
  /** Who wrote nearly everything: said once, instead of with every record. */
  readonly commonAuthor: string | null;
}

/** An entry in our own words, shown whole or not at all. */
export const ownWords = (text: string): Entry => {
  const rendered: Rendered = { text, kept: text.length, isShortened: false };
  const label = textBeforeSlot(text).replace(/^- /, '').slice(0, 60);
  return { label, length: text.length, render: () => rendered };
};
