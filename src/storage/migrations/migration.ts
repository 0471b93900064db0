/** Frozen once released: a test holds its digest. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sqlite: string;
}
