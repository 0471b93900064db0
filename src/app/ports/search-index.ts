import type { Instant } from '../../domain/instant.ts';
import type { RecordCategory, RecordType } from '../../domain/record/record.ts';

/** Where a text is stored: as a record, or as one of the other kinds. */
export type TextSource = 'records' | 'texts';
/** `session`: the title of a session. `entity`: a person, place, quest or other thing of a game; `capture`: a line of one. */
export const TEXT_KINDS = ['note', 'turn', 'event', 'capture', 'session', 'entity'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];
/** Turns are counted from 1. Before them is how their session was closed: its reason and its last words. */
export const CLOSING_PART = 0;

/** A query to the index. Words match in every inflection. */
export type IndexQuery =
  | { readonly any: readonly string[] }
  | { readonly begins: string }
  | { readonly phrase: readonly string[] }
  | { readonly all: readonly IndexQuery[] }
  | { readonly some: readonly IndexQuery[] }
  | { readonly everything: true };

export type ScanQuery =
  /** In any case and with any accents, among the newest `depth` that the scope lets through. */
  | { readonly inside: string; readonly depth: number }
  /** Records that had these letters, given in lower case, in one of the newest `depth` earlier versions of the workspace. */
  | { readonly inPastVersions: string; readonly depth: number };

export interface SearchScope {
  /** null means global; undefined means everything. */
  readonly projectIds?: readonly (string | null)[] | undefined;
  readonly exceptProjectIds?: readonly string[] | undefined;
  /** Only records that are live at this time; undefined: in any state. */
  readonly isLiveAt?: Instant | undefined;
  readonly isPast?: boolean | undefined;
  readonly types?: readonly RecordType[] | undefined;
  readonly categories?: readonly RecordCategory[] | undefined;
  /** By `occurredAt`, else by `createdAt`. */
  readonly since?: Instant | undefined;
  readonly until?: Instant | undefined;
  /** Written at or before this time, in any state. */
  readonly writtenBy?: Instant | undefined;
}

export const pastScope = ({ isLiveAt, ...scope }: SearchScope): SearchScope => ({ ...scope, isPast: true });

declare const CANDIDATE_KEY: unique symbol;

/**
 * Names one text in one workspace of one store. Only the engine that made it can read it: nobody compares two keys except
 * for equality, and nobody stores one. A text keeps its key as long as it exists. A key that is malformed, of another workspace or of
 * a text that is gone finds nothing, and is no error. Once its text is gone, an engine may give the key to a later text of any
 * workspace.
 */
export type CandidateKey = string & { readonly [CANDIDATE_KEY]: true };

export interface Candidate {
  readonly key: CandidateKey;
  readonly source: TextSource;
  /**
   * The order in which the texts of one source were first written: a later one has a higher number, and there may be gaps. Between
   * sources it is no more than a stable way to break ties.
   */
  readonly sequence: number;
}

/** How many texts match within the scope. What expires by time may be counted until the store notices. */
export interface Frequency {
  readonly count: number;
  /** There are more than were asked for, or not all were looked at; otherwise the count is exact. */
  readonly isEstimate: boolean;
}

export interface FindRequest {
  readonly query: IndexQuery | ScanQuery;
  readonly sources: readonly TextSource[];
  readonly scope: SearchScope;
  /** At most this many candidates of each source. */
  readonly limit: number;
  /**
   * Asked in the same call, with the same sources and scope if they name no others, unless some source has at least `unless`
   * candidates.
   */
  readonly otherwise?: {
    readonly unless: number;
    readonly queries: readonly (Pick<FindRequest, 'query' | 'limit'> &
      Partial<Pick<FindRequest, 'sources' | 'scope'>>)[];
  };
}

export interface FindResult {
  /** Of each source in turn, the newest first; for `inPastVersions`, the most recently changed first. */
  readonly candidates: readonly Candidate[];
  /** In all sources together. That of `everything` is the total which the others are a part of. */
  readonly frequency: Frequency;
  /** One for each query of `otherwise`; none where those were not needed. */
  readonly otherwise: readonly FindResult[];
}

export interface SearchText extends Candidate {
  readonly kind: 'record' | TextKind;
  readonly id: string;
  readonly part: number;
  readonly projectId: string | null;
  readonly sessionId: string | null;
  readonly text: string;
  readonly names: readonly string[];
  readonly subjects: readonly string[];
  /** Such as `npc`; null for all other texts. */
  readonly entityKind: string | null;
  readonly speaker: string | null;
  readonly at: Instant;
  readonly importance: number;
  readonly type: RecordType | null;
  readonly supersedes: readonly string[];
  readonly supersededBy: string | null;
  readonly isSecret: boolean;
  /** The records it superseded, and those that they superseded; empty unless requested. */
  readonly predecessors: readonly Pick<SearchText, 'id' | 'text' | 'names'>[];
}

export interface Neighbor extends SearchText {
  /** The nearest of the texts around which was read; of two that are equally near, the one before it. */
  readonly anchor: CandidateKey;
  /** Its sequence minus that of the anchor: negative before it, positive after it, never 0. */
  readonly offset: number;
}

/** How far a chain of records that replaced each other is followed, and how many are read at each step. */
export interface ChainBounds {
  readonly steps: number;
  readonly limit: number;
}

type TextSelection =
  /** In the order of the keys, with repetitions. */
  | { readonly keys: readonly CandidateKey[] }
  /** In the order of the ids. */
  | { readonly recordIds: readonly string[] }
  /** Records in scope that superseded these, also through other superseded ones; the nearest first, each once. */
  | { readonly successorsOf: readonly CandidateKey[]; readonly bounds: ChainBounds };

export interface ReadRequest {
  readonly texts: TextSelection;
  /** Only texts in this scope are returned, even if the index is out of date. */
  readonly scope: SearchScope;
  /** How many texts of each source come whole, the first ones; of the others, if very long, only the beginning. None by default. */
  readonly whole?: number | 'all';
  /** Also what is within `reach` in the sequence of the first `anchors` texts of each source, in the same session. */
  readonly neighbors?: { readonly reach: number; readonly anchors: number };
  /**
   * Fills in the predecessors of texts and neighbors, step by step, among the records that no longer hold. Those that led to a
   * successor are among its predecessors even if it does not name them.
   */
  readonly predecessors?: ChainBounds | undefined;
}

export interface ReadResult {
  readonly texts: readonly SearchText[];
  /** None of the texts, and each once. */
  readonly neighbors: readonly Neighbor[];
}

/** Each call takes all that can be asked at one time: a store on another machine charges for every call. */
export interface SearchIndex {
  /** One result for each request, in their order. */
  find(requests: readonly FindRequest[]): Promise<readonly FindResult[]>;
  /** One result for each request, in their order. */
  read(requests: readonly ReadRequest[]): Promise<readonly ReadResult[]>;
  /** Those of these keys whose text no longer matches its checksum. */
  listDamaged(keys: readonly CandidateKey[]): Promise<readonly CandidateKey[]>;
}
