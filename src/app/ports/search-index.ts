import type { Instant } from '../../domain/instant.ts';
import type { RecordCategory, RecordType } from '../../domain/record/record.ts';

/** Where a text lives: a record, or something else that was said: a note, a turn, an event of a game, a capture. */
export type TextSource = 'records' | 'texts';
export const TEXT_KINDS = ['note', 'turn', 'event', 'capture'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

/** What the index is asked for. Words are found in every inflection. */
export type Wanted =
  | { readonly any: readonly string[] }
  | { readonly begins: string }
  | { readonly phrase: readonly string[] }
  | { readonly all: readonly Wanted[] }
  | { readonly some: readonly Wanted[] }
  | { readonly everything: true };

export interface SearchScope {
  /** null stands for what is global; undefined for everything. */
  readonly projectIds?: readonly (string | null)[] | undefined;
  readonly exceptProjectIds?: readonly string[] | undefined;
  /** Of records, only those that hold at this moment; undefined: whatever became of them. */
  readonly isLiveAt?: Instant | undefined;
  /** Of records, only those that no longer hold. */
  readonly isPast?: boolean | undefined;
  readonly types?: readonly RecordType[] | undefined;
  readonly categories?: readonly RecordCategory[] | undefined;
  /** When it happened, or was written where nobody said. */
  readonly since?: Instant | undefined;
  readonly until?: Instant | undefined;
  /** Written at or before this moment, whatever became of it. */
  readonly writtenBy?: Instant | undefined;
}

/** Places of texts, newest first. */
export interface FoundPlaces {
  readonly places: readonly number[];
  /** How many there are; where there are more than were asked for, an estimate. */
  readonly count: number;
}

/** As much of a text as it takes to judge it. */
export interface SearchText {
  readonly place: number;
  readonly kind: 'record' | TextKind;
  /** Of the record, note, session, event or capture. */
  readonly id: string;
  /** Which piece of it, where it is kept in pieces. */
  readonly part: number;
  readonly projectId: string | null;
  readonly sessionId: string | null;
  readonly text: string;
  readonly names: readonly string[];
  readonly speaker: string | null;
  readonly at: Instant;
  readonly importance: number;
  readonly type: RecordType | null;
  /** Records it took the place of, and the one that took its. */
  readonly supersedes: readonly string[];
  readonly supersededBy: string | null;
  /** Not for every player's eyes. */
  readonly isSecret: boolean;
}

export interface SearchIndex {
  find(source: TextSource, wanted: Wanted, scope: SearchScope, limit: number): Promise<FoundPlaces>;
  /** Those of them that the scope lets through; of very long texts, but the first few, only the beginning unless whole. */
  read(
    source: TextSource,
    places: readonly number[],
    scope: SearchScope,
    isWhole?: boolean,
  ): Promise<readonly SearchText[]>;
  /** Those of these places whose text no longer matches its checksum. */
  listDamaged(source: TextSource, places: readonly number[]): Promise<readonly number[]>;
  /** Records by id, those that the scope lets through. */
  readRecords(ids: readonly string[], scope: SearchScope): Promise<readonly SearchText[]>;
  /** Records that held these letters in an earlier wording, among the newest `depth` of those. */
  findReworded(letters: string, depth: number): Promise<readonly string[]>;
  /** What stands within `reach` places of these, in the same session. */
  readAround(
    source: TextSource,
    texts: readonly SearchText[],
    reach: number,
    scope: SearchScope,
  ): Promise<readonly SearchText[]>;
  /** The newest places whose text holds these letters, among the newest `depth` the scope lets through. */
  findInside(
    source: TextSource,
    letters: string,
    scope: SearchScope,
    depth: number,
  ): Promise<readonly number[]>;
}
