import type { Candidate, CandidateKey, TextSource } from '../../app/ports/search-index.ts';

const LETTERS: Readonly<Record<TextSource, string>> = { records: 'r', texts: 't' };
const KEY = /^([rt])([1-9]\d{0,14})$/;

/** A row of one of the two tables that search reads. */
export interface TextRow {
  readonly source: TextSource;
  readonly seq: number;
}

export const keyOf = (source: TextSource, seq: number): CandidateKey =>
  `${LETTERS[source]}${seq}` as CandidateKey;

export const candidateOf = (source: TextSource, seq: number): Candidate => ({
  key: keyOf(source, seq),
  source,
  sequence: seq,
});

export function rowOfKey(key: CandidateKey): TextRow | undefined {
  const [, letter, seq] = KEY.exec(key) ?? [];
  return letter === undefined
    ? undefined
    : { source: letter === 'r' ? 'records' : 'texts', seq: Number(seq) };
}

/** The rows of one source, in the order of the keys; keys that this store did not make are left out. */
export const seqsOf = (keys: readonly CandidateKey[], source: TextSource): readonly number[] =>
  keys.flatMap((key) => {
    const row = rowOfKey(key);
    return row?.source === source ? [row.seq] : [];
  });
