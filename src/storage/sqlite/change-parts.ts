import type { Change } from '../../app/ports/ledger.ts';
import { MAX_ROWS } from './insert-rows.ts';

export type RecordChange = Extract<Change, { kind: 'record' }>;
type UnchangedRecord = Extract<Change, { kind: 'unchanged' }>;

/** Changes that are written together: records that follow each other, or any other single change. */
export type Part =
  | { readonly kind: 'records'; readonly changes: RecordChange[] }
  | { readonly kind: 'unchanged'; readonly changes: UnchangedRecord[] }
  | { readonly kind: 'other'; readonly change: Exclude<Change, RecordChange | UnchangedRecord> };

/** About as much text as the index takes in within one slice. */
const MAX_CHARS = 50_000;

class RecordsPart {
  readonly kind = 'records';
  readonly changes: RecordChange[] = [];
  readonly #ids = new Set<string>();
  #chars = 0;

  /** A record that comes twice is written in two parts, because its second change expects the version of the first. */
  hasRoomFor({ record }: RecordChange): boolean {
    if (this.changes.length === 0) return true;
    const isWithin = this.changes.length < MAX_ROWS && this.#chars + record.content.length <= MAX_CHARS;
    return isWithin && !this.#ids.has(record.id);
  }

  add(change: RecordChange): void {
    this.changes.push(change);
    this.#ids.add(change.record.id);
    this.#chars += change.record.content.length;
  }
}

/** Splits changes into as few parts as possible, in their order. */
export function* partsOf(changes: readonly Change[]): Generator<Part> {
  let records = new RecordsPart();
  let unchanged: UnchangedRecord[] = [];
  for (const change of changes) {
    const isFull = change.kind !== 'record' || !records.hasRoomFor(change);
    if (isFull && records.changes.length > 0) {
      yield records;
      records = new RecordsPart();
    }
    if (unchanged.length > 0 && (change.kind !== 'unchanged' || unchanged.length >= MAX_ROWS)) {
      yield { kind: 'unchanged', changes: unchanged };
      unchanged = [];
    }
    if (change.kind === 'record') records.add(change);
    else if (change.kind === 'unchanged') unchanged.push(change);
    else yield { kind: 'other', change };
  }
  if (records.changes.length > 0) yield records;
  if (unchanged.length > 0) yield { kind: 'unchanged', changes: unchanged };
}
