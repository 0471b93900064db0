export interface Redaction {
  readonly text: string;
  /** Kind of secret → how many were taken out. */
  readonly found: Readonly<Record<string, number>>;
}

export interface Redactor {
  /** In the same order. Every byte that is no secret survives. */
  redact(texts: readonly string[]): Promise<readonly Redaction[]>;
}
