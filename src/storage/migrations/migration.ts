/** Frozen once released: a store that applied it must find the same text again. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sqlite: string;
}
