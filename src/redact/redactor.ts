export interface Redaction {
  readonly text: string;
  /** Kind of secret -> how many were replaced; empty when nothing was. */
  readonly found: Readonly<Record<string, number>>;
}

export interface Redactor {
  /** One answer per text, in the same order. */
  redact(texts: readonly string[]): Promise<Redaction[]>;
}
